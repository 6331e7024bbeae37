import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { newWorld, type World } from '../harness/world.ts'
import { hasBrowser, openBrowser, watchedPage } from './browser.ts'

describe.skipIf(!hasBrowser)('in a browser', () => {
  let world: World
  let browser: Browser
  let folder: TemporaryFolder
  beforeAll(async () => {
    world = await newWorld()
    browser = await openBrowser()
    folder = temporaryFolder()
  })
  afterAll(async () => {
    await browser.close()
    await world.stop()
    folder.remove()
  })

  test('the reference shows every operation, and asks nobody but this server', async () => {
    const { page, complaints, strangers } = await watchedPage(browser, world.app.baseUrl())
    await page.goto(`${world.app.baseUrl()}/docs`)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar for Travesía' })
    for (const tag of new Set(OPERATIONS.map(({ id }) => id.split('.')[0] as string))) {
      const group = sidebar.getByRole('button', { name: new RegExp(`(Open|Close) Group - ${tag}$`) })
      // the page opens groups by itself while it settles, and a click then closes one
      await vi.waitFor(async () => {
        if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click()
        expect(await group.getAttribute('aria-expanded')).toBe('true')
      }, 20_000)
    }
    for (const { title } of OPERATIONS) await sidebar.getByText(title, { exact: true }).waitFor()
    const picture = await page.screenshot({ path: join(folder.path, 'docs.png') })
    expect(picture.length).toBeGreaterThan(10_000)
    expect([complaints, strangers]).toEqual([[], []])
    await page.close()
  })

  test('the reference tries a request here, with the key that was typed in', async () => {
    const { api, key } = await world.newAgency()
    const { page, complaints, strangers } = await watchedPage(browser, world.app.baseUrl())
    await page.goto(`${world.app.baseUrl()}/docs#tag/me/GET/v1/me`)
    await page.getByPlaceholder('Token').first().fill(key.secret)
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click()
    const answered = page.waitForResponse((response) => response.url() === `${world.app.baseUrl()}/v1/me`)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect(await (await answered).json()).toEqual((await api('GET /v1/me')).body)
    expect([complaints, strangers]).toEqual([[], []])
    await page.close()
  })

  test('a problem leads to the operations that answer it', async () => {
    const { page, complaints } = await watchedPage(browser, world.app.baseUrl())
    await page.goto(`${world.app.baseUrl()}/problems/stale_write`)
    await page.getByRole('link', { name: 'Update a trip' }).click()
    const heading = page.getByRole('heading', { name: 'Update a trip' })
    await heading.waitFor()
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400)
    expect(complaints).toEqual([])
    await page.close()
  })

  test.each(['/', '/problems', '/problems/invalid_request'])('%s fits a phone, in the dark and by day', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, strangers } = await watchedPage(browser, world.app.baseUrl(), {
        viewport: { width: 360, height: 740 },
        colorScheme,
      })
      await page.goto(`${world.app.baseUrl()}${path}`)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      const paper = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
      expect(paper).toBe(colorScheme === 'light' ? 'rgb(251, 250, 248)' : 'rgb(20, 23, 26)')
      expect([complaints, strangers]).toEqual([[], []])
      await page.close()
    }
  })
})
