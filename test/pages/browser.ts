import { type Browser, chromium as launcher, type Page } from 'playwright-core'

/** The browser comes with npm, for this one platform. */
export const hasBrowser = process.platform === 'linux' && process.arch === 'x64'

/** A real browser without a window. It brings the libraries that a bare machine lacks when it believes to run as a function. */
export async function openBrowser(): Promise<Browser> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  // its own list of arguments turns web security off, which is what is tested here
  const args = ['--no-sandbox', '--disable-background-networking', '--use-gl=angle', '--use-angle=swiftshader']
  return launcher.launch({ executablePath: await chromium.executablePath(), args })
}

export interface Watched {
  page: Page
  /** What the browser complained about: errors, and whatever the content security policy blocked. */
  complaints: string[]
  /** Addresses of other hosts that were asked. */
  strangers: string[]
}

type Look = NonNullable<Parameters<Browser['newPage']>[0]>

export async function watchedPage(browser: Browser, baseUrl: string, look: Look = {}): Promise<Watched> {
  const page = await browser.newPage(look)
  const complaints: string[] = []
  const strangers: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseUrl}/`) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  return { page, complaints, strangers }
}
