// The public pages on a phone whose letters are twice as large.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, newFixture, noChromium, openApp } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { fakePushService } from './push-service.ts'
import { openAsPlayer } from './registrant.ts'
import { clippedTexts } from './small-screens.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: large letters in a browser (${missing})`)

async function expectOneLine(phone: Page, path: string): Promise<void> {
  const name = phone.getByRole('banner').getByRole('link').first()
  const theme = phone.getByRole('banner').getByRole('button').last()
  const middle = async (part: Locator) => {
    const box = await part.boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  expect(await middle(theme), `on ${path}`).toBe(await middle(name))
}

describe.skipIf(missing !== null)('on a phone with letters of 200 %', () => {
  let app: BrowserApp
  let fixture: Fixture
  let team: number
  beforeAll(async () => {
    app = await openApp({ secret: 'a secret for tests' })
    fixture = await newFixture(app, 'Friday Night')
    const [match] = fixture.matches
    team = match!.blueTeam
    const open = { allowRegistration: true }
    await app.api.patch(`/api/tournament/tournament/${fixture.id}/`, open)
    await app.api.patch(`/api/tournament/team/${team}/`, { name: 'The Magnificent Gnats' })
    await app.api.patch(`/api/tournament/match/${match!.id}/`, { blueScore: 2 })
    await app.api.put(`/api/tournament/match/${match!.id}/complete/`, {})
  })
  afterAll(() => app?.stop())

  test('the question whether to notify it, and what it is notified of, are not cut off', async () => {
    const phone = await app.open({ device: 'phone', worker: true })
    await phone.context().grantPermissions(['notifications'])
    await phone.addInitScript(fakePushService)
    await phone.goto(`/tournament-team/${team}`)
    await enlarge(phone)
    const ask = phone.getByRole('button', { name: 'Notify this phone' })
    await ask.waitFor()
    expect(await problems(phone)).toEqual([])
    await ask.tap()
    await phone.getByRole('group', { name: 'Notifications are on' }).waitFor()
    expect(await problems(phone)).toEqual([])
    await closePage(phone)
  })

  test('of the usual size, the head of a public page is one line', async () => {
    const phone = await app.open({ device: 'phone' })
    for (const path of [`/t/hive/${fixture.slug}`, '/', '/sign-in']) {
      await phone.goto(path)
      await phone.getByRole('link', { name: 'Sign in' }).first().waitFor()
      await expectOneLine(phone, path)
    }
    await closePage(phone)
    const official = await app.open({ device: 'phone', role: 'tournament' })
    for (const path of [`/t/hive/${fixture.slug}?lang=es`, '/?lang=es']) {
      await official.goto(path)
      await official.getByRole('button', { name: 'Cerrar sesión' }).waitFor()
      await expectOneLine(official, path)
    }
    await closePage(official)
  })

  test('only the table of standings is wider than the screen, and words of names stay whole', async () => {
    const phone = await openAsPlayer(app, fixture, 'Pia')
    await phone.goto(`/t/hive/${fixture.slug}/standings`)
    await enlarge(phone)
    const name = phone.getByRole('rowheader').getByRole('link', { name: 'The Magnificent Gnats' })
    await name.waitFor()
    expect(await problems(phone)).toEqual([])
    expect(await phone.evaluate<string[]>(brokenWords)).toEqual([])
    await closePage(phone)
  })

  test('the pages of a player do not scroll sideways', async () => {
    const phone = await openAsPlayer(app, fixture, 'Pia')
    const path = `/api/tournament/tournament/${fixture.id}/registration/`
    await phone.request.post(path, { data: { name: 'Pia', team } })
    const parts = ['', '/bracket', '/queues', '/teams', '/register', '/about']
    const paths = parts.map((part) => `/t/hive/${fixture.slug}${part}`)
    const match = `/tournament-match/${fixture.matches[0]!.id}`
    for (const path of [...paths, match, `/tournament-team/${team}`]) {
      await phone.goto(path)
      await enlarge(phone)
      await phone.getByText(/^(Live|Up to date)$/).waitFor()
      expect(await problems(phone), `on ${path}`).toEqual([])
    }
    await closePage(phone)
  })
})

async function enlarge(phone: Page): Promise<void> {
  await phone.addStyleTag({ content: 'html { font-size: 200% }' })
}

/** Whether the page scrolls sideways, which texts are cut off, and which controls overlap. */
async function problems(phone: Page): Promise<string[]> {
  const width = await phone.evaluate<number>('document.documentElement.scrollWidth')
  const overlapping = await phone.evaluate<string[]>(overlaps)
  const wide = width > phone.viewportSize()!.width ? [`scrolls sideways: ${width}`] : []
  return [...wide, ...overlapping, ...(await phone.evaluate<string[]>(clippedTexts))]
}

/** Evaluated in the page: the words of the teams' names that are on two lines. */
const brokenWords = `(() => {
  const names = [...document.querySelectorAll('tbody th a')].map((link) => link.firstChild)
  return names.flatMap((name) =>
    [...name.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(name, index)
      range.setEnd(name, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    }),
  )
})()`

/** Evaluated in the page: controls of its header that lie on each other. */
const overlaps = `(() => {
  const controls = [...document.querySelectorAll('header :is(a, button, label)')]
  const box = (one) => one.getBoundingClientRect()
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  return controls.flatMap((one, index) =>
    controls
      .slice(index + 1)
      .filter((other) => meet(box(one), box(other)))
      .map((other) => one.innerText + ' lies on ' + other.innerText),
  )
})()`
