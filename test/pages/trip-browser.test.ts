import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_DESIGN } from '../../src/domain/design/index.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { hasBrowser, openBrowser, type Watched, watchedPage } from './browser.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 900 }
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#678"/></svg>'

describe.skipIf(!hasBrowser)('a published trip in a browser', () => {
  let world: World
  let agency: TestAgency
  let browser: Browser
  beforeAll(async () => {
    world = await newWorld()
    agency = await world.newAgency()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  async function published(trip: object, ...blocks: object[]): Promise<string> {
    const { id } = await agency.newTrip(trip)
    const ops = blocks.map((block) => ({ op: 'insert', block }))
    const { status, body } = await agency.api(`POST /v1/trips/${id}/itinerary/ops`, { body: { ops } })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (await agency.api(`POST /v1/trips/${id}/publish`)).body.publicUrl
  }
  /** The page, with whatever picture it asks for, or without any. */
  async function open(address: string, look: Parameters<typeof watchedPage>[2] = {}, withPictures = true): Promise<Watched> {
    const watched = await watchedPage(browser, world.app.baseUrl(), look)
    await watched.page.route('https://pictures.example/**', (route) =>
      withPictures ? route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }) : route.abort(),
    )
    await watched.page.goto(address)
    return watched
  }
  const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth')

  const picture = (name: string) => ({ url: `https://pictures.example/${name}.svg`, alt: name, caption: `La foto ${name}` })
  const rich = () =>
    published(
      { title: 'Japón en otoño', startDate: '2027-10-04', design: EXAMPLE_DESIGN, coverImageUrl: picture('portada').url },
      {
        type: 'note',
        data: { markdown: `Una palabra${'larguísima'.repeat(30)}\n\n|${'a|'.repeat(20)}\n|${'-|'.repeat(20)}\n|${'celda|'.repeat(20)}` },
      },
      { type: 'gallery', data: { images: [picture('a'), picture('b'), picture('c')] } },
      {
        type: 'lodging',
        data: { name: 'Ryokan', images: [picture('d')], bookingStatus: 'confirmado', place: { formattedAddress: 'x'.repeat(200) } },
      },
      { type: 'transfer', data: { from: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', to: 'Osaka', departTime: '10:00' } },
      { type: 'checklist', data: { items: [{ text: 'Pasaporte', done: true }, { text: 'Seguro' }] } },
    )

  test('it fits a phone and a desk, in the dark and by day, and nothing complains', async () => {
    const address = await rich()
    for (const viewport of [PHONE, DESKTOP]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints, strangers } = await open(address, { viewport, colorScheme })
        expect(await widthOf(page)).toBe(viewport.width)
        expect(complaints).toEqual([])
        expect(strangers.filter((asked) => !asked.startsWith('https://pictures.example/'))).toEqual([])
        await page.close()
      }
    }
  })

  test('its pictures are loaded when one comes to them, but its cover at once', async () => {
    const { page, strangers } = await open(await rich(), { viewport: PHONE })
    expect(strangers).toContain(picture('portada').url)
    expect(await page.evaluate('[...document.querySelectorAll("main img")].every(({ loading }) => loading === "lazy")')).toBe(true)
    await page.close()
  })

  test('without pictures it is all there', async () => {
    const { page } = await open(await rich(), { viewport: PHONE }, false)
    await page.getByText('La foto d').scrollIntoViewIfNeeded()
    expect(await page.getByRole('heading', { name: 'Ryokan' }).isVisible()).toBe(true)
    expect(await widthOf(page)).toBe(PHONE.width)
    await page.close()
  })

  test('its index leads to its days', async () => {
    const { page } = await open(await rich(), { viewport: PHONE })
    await page.getByText('Todos los días').click()
    await page.getByRole('link', { name: /21 oct/ }).click()
    await expect.poll(() => page.evaluate('document.querySelector(":target .eyebrow").textContent')).toContain('Día 18')
    await page.close()
  })

  test('on paper it is dark on white, without what only a screen needs', async () => {
    const { page } = await open(await rich(), { viewport: DESKTOP, colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(34, 38, 42)')
    expect(await page.getByText('Todos los días').first().isVisible()).toBe(false)
    await page.close()
  })

  const EVIL = `"'><script>window.ran=1</script><img src=x onerror="window.ran=1"></style></title></textarea>--><svg onload=window.ran=1>\u202e{{7*7}}`
  test('whatever a trip says, nothing of it runs, and nobody is asked', async () => {
    const link = '[a](javascript:window.ran=1) <javascript:window.ran=1> ![a](x" onerror="window.ran=1) [b]: javascript:window.ran=1\n\n[b]'
    const markdown = `${EVIL}\n\n${link}\n\n<details open ontoggle=window.ran=1>\n\n\`\`\`" onclick=window.ran=1\n${EVIL}\n\`\`\``
    const visit = {
      name: EVIL,
      description: markdown,
      place: { formattedAddress: EVIL },
      images: [{ url: 'https://pictures.example/"onerror="window.ran=1', alt: EVIL }],
    }
    const address = await published(
      { title: EVIL, coverImageUrl: `https://pictures.example/"></style><script>window.ran=1</script>` },
      { type: 'section', data: { title: EVIL, subtitle: EVIL }, children: [{ type: 'day', data: { title: EVIL, summary: markdown } }] },
      ...['text', 'note'].map((type) => ({ type, data: { markdown } })),
      { type: 'heading', data: { text: EVIL } },
      { type: 'video', data: { url: 'https://pictures.example/#"><script>window.ran=1</script>', caption: EVIL } },
      { type: 'checklist', data: { items: [{ text: EVIL }] } },
      { type: 'lodging', data: { ...visit, roomType: EVIL, board: EVIL } },
      { type: 'activity', data: { ...visit, meetingPoint: EVIL } },
      { type: 'transfer', data: { from: EVIL, to: EVIL, flight: { flightNo: EVIL, airline: EVIL, fromAirport: EVIL, toAirport: EVIL } } },
      { type: 'map', data: { title: EVIL } },
    )
    await world.admin.query('update agencies set name = $1 where id = $2', [EVIL, agency.id])
    const { page, complaints, strangers } = await open(address, { viewport: PHONE })
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(await page.title()).toBe(`${EVIL} · ${EVIL}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(EVIL)
    expect(
      await page.locator('script, style, svg, iframe, object, form, [onclick], [onerror], [onload], [ontoggle], [style]').count(),
    ).toBe(0)
    const leads = await page.evaluate<string[]>('[...document.querySelectorAll("a")].map(({ protocol }) => protocol)')
    expect(leads.filter((protocol) => protocol !== 'https:' && protocol !== 'http:')).toEqual([])
    expect(complaints).toEqual([])
    expect(strangers.filter((asked) => !asked.startsWith('https://pictures.example/'))).toEqual([])
    await page.close()
  })

  test('a script that got in all the same would be refused by the policy', async () => {
    const { page, complaints } = await open(await published({ title: 'Viaje' }, { type: 'text', data: { markdown: 'a' } }))
    await page.evaluate('document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" }))')
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(complaints).toEqual([expect.stringMatching(/Content Security Policy/)])
    await page.close()
  })

  test('five hundred blocks are a page like any other', async () => {
    const blocks = Array.from({ length: 100 }, (_, day) => ({
      ...{ type: 'day', data: { title: `Día ${day}` } },
      children: Array.from({ length: 4 }, (_, at) => ({
        type: 'activity',
        data: { name: `Visita ${day}.${at}`, description: '**Un paseo** por la ciudad.' },
      })),
    }))
    const { page, complaints } = await open(await published({ title: 'Largo' }, ...blocks), { viewport: PHONE })
    expect(await page.getByRole('article').count()).toBe(400)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a link that shows nothing is friendly on a phone too', async () => {
    const { page, strangers } = await open(`${world.app.baseUrl()}/t/nobody`, { viewport: PHONE })
    expect(await page.getByRole('heading').textContent()).toBe('Aquí no hay ningún viaje')
    expect([await widthOf(page), strangers]).toEqual([PHONE.width, []])
    await page.close()
  })
})
