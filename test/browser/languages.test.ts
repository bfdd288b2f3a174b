// The referee's and the public screens in other languages and in a pseudo-language, 40 % longer.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directionOf, languageCodes } from '#events/text/languages.ts'
import type { LanguageCode } from '#events/text/languages.ts'
import { violationsInThemes } from './axe.ts'
import {
  closePage,
  matchesOf,
  newFixture,
  newTournament,
  noChromium,
  openApp,
  poll,
} from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'
import { createCrowdedEvening } from './crowded-evening.ts'
import type { CrowdedEvening } from './crowded-evening.ts'
import { startBreakableConnection } from './breakable-connection.ts'
import { clippedTexts } from './small-screens.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: languages in a browser (${missing})`)

/** Evaluated in the page: texts that overflow the screen or a control, or are cut off unmarked. */
const overflowingTexts = `(() => {
  const root = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body
  const wrong = document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : []
  for (const one of root.querySelectorAll('*')) {
    const own = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '')
    if (own.length === 0 || !one.checkVisibility({ checkOpacity: true }) || one.closest('.skip, .unseen, svg')) continue
    const words = one.textContent.trim().slice(0, 60)
    const style = getComputedStyle(one)
    const isCut = style.overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 1
    if (isCut && style.textOverflow !== 'ellipsis' && one.clientWidth > 2) wrong.push('cut: ' + words)
    const control = one.closest('button')
    if (!control) continue
    const range = document.createRange()
    range.setStartBefore(own[0])
    range.setEndAfter(own[0])
    const [text, box] = [range.getBoundingClientRect(), control.getBoundingClientRect()]
    if (style.overflowX === 'visible' && (text.left < box.left - 1 || text.right > box.right + 1))
      wrong.push('out of its control: ' + words)
  }
  return wrong
})()`

/** Evaluated in the page: texts with a dash after a digit whose digits are not in their order. */
const reversedRanges = `(() => {
  const leftOf = (node, index) => {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + 1)
    return range.getBoundingClientRect().left
  }
  const wrong = []
  for (const one of document.querySelectorAll('main *')) {
    const own = [...one.childNodes].filter((node) => node.nodeType === 3)
    const text = own.map((node) => node.data).join('')
    if (!/\\d\\S?–/.test(text) || !one.checkVisibility()) continue
    const digits = own.flatMap((node) =>
      [...node.data.matchAll(/\\d/g)].map(({ index }) => leftOf(node, index)),
    )
    if (digits.some((left, index) => left < digits[index - 1])) wrong.push(text)
  }
  return wrong
})()`

const translations = languageCodes.filter((code) => code !== 'en')
type VenueTexts = { board: Record<string, string>; code: string }

async function venueTexts(language: LanguageCode): Promise<VenueTexts> {
  const path = `../../console/src/locales/${language}/public.ts`
  const file = (await import(path)) as { default: { partOf: (name: string) => VenueTexts } }
  return file.default.partOf('venue')
}

describe.skipIf(missing !== null)('languages', () => {
  let app: BrowserApp
  let evening: CrowdedEvening
  beforeAll(async () => {
    app = await openApp()
    evening = await createCrowdedEvening(app)
  })
  afterAll(() => app?.stop())

  async function openInLanguage(language: string, role?: Role, at?: string): Promise<Page> {
    const page = await app.open({ device: 'phone', ...(role && { role }), ...(at && { at }) })
    // Set only if empty, so that a later choice on the page is kept.
    await page.addInitScript(
      `try { localStorage['waggle:lang'] ??= '${language}' } catch { /* about:blank */ }`,
    )
    return page
  }

  test('a language that is 40 % longer breaks no layout at 390 px', async () => {
    const { page: cup, admin, matches, teams, game } = evening
    const sections = ['', '/bracket', '/standings', '/queues', '/teams', '/register']
    const open = ['/', ...sections.map((section) => cup + section)]
    const accounts = ['/sign-in', '/sign-up', '/reset']
    const others = [`/tournament-match/${matches[1]!.id}`, `/tournament-team/${teams[0]}`]
    const north = `current-matches#${app.north.id}`
    const screens = ['current-matches', north, 'match-queue', 'edit-match-results', 'timeline']
    const states = [
      [undefined, [...open, ...others, `/game/${game}`, ...accounts]],
      ['tournament', [...screens.map((screen) => `${admin}/${screen}`), '/account']],
    ] as const
    const problems: string[] = []
    for (const [role, addresses] of states) {
      const page = await openInLanguage('pseudo', role)
      for (const at of addresses) {
        await page.goto('about:blank')
        await page.goto(at)
        const ready = at.includes('#') ? page.getByRole('dialog') : page.getByRole('main')
        await ready
          .getByText(/^\[.*[åéîöû].*\]$/)
          .first()
          .waitFor()
        await page.evaluate('document.fonts.ready')
        const found = await page.evaluate<string[]>(overflowingTexts)
        problems.push(...found.map((one) => `${at}: ${one}`))
      }
      await closePage(page)
    }
    expect(problems).toEqual([])
  })

  test('an import on a public page is refused in the language of the page', async () => {
    const page = await openInLanguage('es', 'admin')
    await page.goto('/scene/hive')
    const chosen = page.waitForEvent('filechooser')
    await page.getByText('Importar de un ZIP').click()
    const buffer = Buffer.from('not a ZIP')
    await (await chosen).setFiles({ name: 'a.zip', mimeType: 'application/zip', buffer })
    const refusal = 'El torneo no se importó. En este archivo ZIP no hay game.csv.'
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor()
    await closePage(page)
  })

  test('screens without the server say so in their language', async () => {
    const page = await openInLanguage('es')
    await page.route(/\/api\/(user\/user|game\/cabinet)\/\d+\//, (route) => route.abort())
    for (const at of ['/player/1', `/line/${app.north.id}`]) {
      await page.goto(at)
      const alert = page.getByRole('alert')
      await poll(() => alert.innerText()).toBe('La petición al servidor falló.')
    }
    await closePage(page)
  })

  test('in Hebrew a range like 20:40–20:50 is drawn from the left', async () => {
    const page = await openInLanguage('he')
    const { pools } = evening
    const problems: string[] = []
    for (const section of [`standings/${pools}`, `bracket/${pools}`, 'queues']) {
      await page.goto(`${evening.page}/${section}`)
      await page
        .getByText(/\d\S?–/)
        .first()
        .waitFor()
      const found = await page.evaluate<string[]>(reversedRanges)
      problems.push(...found.map((one) => `${section}: ${one}`))
    }
    expect(problems).toEqual([])
    await closePage(page)
  })

  test.each(translations)(
    'displays use %s if their address says so, whatever the browser prefers',
    async (language) => {
      const { board: boards, code } = await venueTexts(language)
      const page = await app.open({ device: 'tablet' })
      const direction = directionOf(language)
      for (const [at, words] of [
        [`${evening.page}/display/queue-board`, boards['queue-board']!],
        [`${evening.page}/display/now-playing`, boards['now-playing']!],
        ['/display', code],
      ] as const) {
        await page.goto(`${at}?lang=${language}`)
        await page.getByText(words).first().waitFor()
        expect(await page.locator('html').getAttribute('dir')).toBe(direction)
      }
      await page.goto(`${evening.page}/overlay/${app.north.id}/score?lang=${language}`)
      await page.getByText(/\d/).first().waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await closePage(page)
    },
  )

  test.each(languageCodes)(
    'ux 5, ux 17: in %s an offline phone shows in full why nothing can be undone',
    async (language) => {
      const connection = await startBreakableConnection(app)
      const page = await openInLanguage(language, 'tournament', connection.at)
      await page.goto(`${evening.admin}/current-matches#${app.north.id}`)
      const undo = page.locator('button[aria-keyshortcuts=U]')
      // Swap the sides, so that there is a step to undo.
      await page.locator('button[aria-keyshortcuts="6"]').tap()
      await undo.waitFor()
      await connection.lose(page)
      await page.locator('button[aria-keyshortcuts=U]:disabled').waitFor()
      // South is offline too, so its state is a longer text.
      for (const { id, name } of [app.north, app.south]) {
        await page.evaluate(`location.hash = '${id}'`)
        await page.getByRole('dialog', { name: new RegExp(name) }).waitFor()
        for (const width of [390, 360]) {
          await page.setViewportSize({ width, height: 844 })
          const clipped = await page.evaluate<string[]>(clippedTexts)
          expect.soft({ name, width, cut: clipped }).toEqual({ name, width, cut: [] })
        }
      }
      await closePage(page)
      await connection.close()
    },
  )

  test.each([
    {
      language: 'es',
      direction: 'ltr',
      words: ['Arbitrar: North', 'Empezar M1', '+1 Azul', 'Marcador de Azul', 'Terminar partido'],
      anyway: 'Terminar igualmente',
      last: /^Deshacer: M1 terminado/,
      standings: 'Clasificación',
      account: 'Tu cuenta',
      password: 'Demasiada gente usa esta contraseña. Elige otra.',
      noMail: /^Este servidor no envía correos/,
      military: 'militar · ',
    },
    {
      language: 'he',
      direction: 'rtl',
      words: ['שיפוט: \u2068North', 'התחלת \u2068M1', '+1 כחול', 'התוצאה של כחול', 'סיום המפגש'],
      anyway: 'לסיים בכל זאת',
      last: /^ביטול: \u2068*M1/,
      standings: 'דירוג',
      account: 'החשבון שלך',
      password: 'יותר מדי אנשים משתמשים בסיסמה הזאת. יש לבחור אחרת.',
      noMail: /^השרת הזה לא שולח דוא״ל/,
      military: 'צבאי · ',
    },
  ])('a match is started, played and completed in $language', async (journey) => {
    const { language, direction, words, last: undoLabel } = journey
    const [dialogTitle = '', startLabel = '', plusLabel = '', scoreLabel = '', completeLabel = ''] =
      words
    const fixture = await newFixture(app, `In ${language}`)
    const queued = { matches: fixture.matches.map(({ id }) => id) }
    await app.api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, queued)
    const page = await openInLanguage(language, 'tournament')
    await page.goto(`${fixture.path}/current-matches#${app.north.id}`)
    const html = page.locator('html')
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
      language,
      direction,
    ])
    const dialog = page.getByRole('dialog', { name: dialogTitle })
    await dialog.getByRole('button', { name: startLabel }).tap()
    const blueScore = dialog.getByLabel(scoreLabel, { exact: true })
    const plusBlue = dialog.getByRole('button', { name: plusLabel, exact: true })
    for (const point of ['1', '2']) {
      await poll(() => plusBlue.isEnabled().then(String)).toBe('true')
      await plusBlue.tap()
      await poll(() => blueScore.innerText()).toBe(point)
    }
    // Blue is on the left also in right-to-left languages, while the layout is mirrored.
    const [blueAt, goldAt] = await dialog
      .locator('[data-colour=blue], [data-colour=gold]')
      .evaluateAll((sides) =>
        sides.map((side) => (side as unknown as PageElement).getBoundingClientRect().x),
      )
    expect(blueAt).toBeLessThan(goldAt!)
    const close = await page.locator('[data-modal-content] button').first().boundingBox()
    expect(close!.x < 195).toBe(direction === 'rtl')
    expect(await violationsInThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: completeLabel, exact: true }).tap()
    // A game of the crowded evening is still running on this cabinet, so the page asks.
    await page.getByRole('button', { name: journey.anyway }).tap()
    await dialog.getByRole('button', { name: undoLabel }).waitFor()
    expect(await page.evaluate(overflowingTexts)).toEqual([])

    await page.goto('/account')
    await page.getByRole('heading', { name: journey.account }).waitFor()
    expect(await page.evaluate(overflowingTexts)).toEqual([])

    // A message of the server about a field, and that it sends no mail, before anything is typed.
    await page.goto('/sign-up')
    await page.locator('input[autocomplete=nickname]').fill('Bo')
    await page.locator('input[type=email]').fill('bo@example.org')
    await page.locator('input[type=password]').fill('password1')
    await page.keyboard.press('Enter')
    await page.getByText(journey.password).waitFor()
    await page.goto('/reset')
    await page.getByText(journey.noMail).waitFor()
    expect(await page.locator('input').count()).toBe(0)

    await page.goto(`/game/${evening.game}`)
    await page.getByText(journey.military).waitFor()

    await page.goto(`/t/hive/${fixture.slug}`)
    await page.getByRole('link', { name: journey.standings }).first().waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('combobox').first().selectOption('en')
    await page.getByRole('link', { name: 'Standings' }).first().waitFor()
    // The HTML that the server sends follows the chosen language, not the browser's.
    const cookies = await page.context().cookies()
    expect(cookies).toContainEqual(expect.objectContaining({ name: 'waggle-lang', value: 'en' }))
    await page.getByRole('combobox').first().selectOption(language)
    await page.getByRole('link', { name: journey.standings }).first().waitFor()
    const served = await (await page.request.get(page.url())).text()
    expect(served).toContain(`<html lang="${language}" dir="${direction}">`)
    await closePage(page)
  })

  // These free the cabinets, which the tests above need as the crowded evening left them.

  test('an import and an export that are refused say why in their language', async () => {
    const page = await openInLanguage('es', 'admin')
    const refusal = page.getByRole('alert').filter({ hasText: 'No has iniciado sesión' })
    // Only these requests lose the session: without it, the page would leave the screen.
    await page.route(/(preview-tournament|export-history)\/$/, async (route) => {
      const request = route.request()
      const headers = { 'Content-Type': 'application/zip' }
      const body = request.method() === 'POST' ? { body: 'any', headers } : {}
      const answer = await fetch(request.url(), { method: request.method(), ...body })
      await route.fulfill({ status: answer.status, json: await answer.json() })
    })
    await page.goto('/scene/hive')
    const zip = { name: 'cup.zip', mimeType: 'application/zip', buffer: Buffer.from('any') }
    await page.locator('input[type=file]').setInputFiles(zip)
    await refusal.waitFor()
    await page.goto((await newFixture(app, 'Export')).path)
    await page.getByRole('button', { name: 'Export with its history' }).tap()
    await refusal.waitFor()
    await closePage(page)
  })

  test('a table of standings with ties fits a phone in every language', async () => {
    const { id, slug } = await newTournament(app, {
      name: 'Ties',
      teams: ['Bees', 'Wasps', 'Gatekeepers', 'Pollinators'],
      bracket: { name: 'Pools', stageType: 'round_robin', roundsPerMatch: 2 },
    })
    const [match] = await matchesOf(app.api, id)
    const path = `/api/tournament/match/${match!.id}/`
    await app.api.patch(path, { blueScore: 1, goldScore: 1 })
    await app.api.put(`${path}complete/`, {})
    for (const language of languageCodes) {
      const page = await openInLanguage(language)
      await page.goto(`/t/hive/${slug}/standings`)
      await page.getByRole('cell', { name: /0–1–0/ }).first().waitFor()
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 568 })
        const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
        const isCut = await page.evaluate<boolean>(
          '(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector("table").parentElement)',
        )
        const isWider = pageWidth > width || isCut
        expect({ language, width, isWider }).toEqual({ language, width, isWider: false })
      }
      await closePage(page)
    }
  })

  test('the logo stands at the start of the line on a phone, for visitors too', async () => {
    for (const [language, start] of [
      ['en', 'left'],
      ['he', 'right'],
    ] as const) {
      const page = await openInLanguage(language)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/')
      await page.locator('header a[href^="/sign-in"]').waitFor()
      const logo = (await page.locator('header a').first().boundingBox())!
      const distance = start === 'left' ? logo.x : 390 - logo.x - logo.width
      expect(distance).toBeLessThanOrEqual(16)
      await closePage(page)
    }
  })
})

type Role = 'admin' | 'tournament'
type PageElement = { getBoundingClientRect(): { x: number } }
