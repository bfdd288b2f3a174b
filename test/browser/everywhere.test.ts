// Accessibility of every screen in both themes, with difficult data and without data.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { startBreakableConnection } from './breakable-connection.ts'
import { moveTo } from './client-navigation.ts'
import { createCrowdedEvening } from './crowded-evening.ts'
import {
  clippedTexts,
  controlsOf,
  outOfView,
  smallScreenProblems,
  stableControls,
} from './small-screens.ts'
import type { CrowdedEvening } from './crowded-evening.ts'
import { closePage, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

/**
 * Evaluated in the page. ux 44: to be read from six metres, capitals are 15 mm high on a 55-inch
 * screen, 3.1 % of its height. Names of more than 20 characters and shapes of teams are exempt.
 */
const tooSmall = `[...document.querySelectorAll('main *')].flatMap((one) => {
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  const size = Number.parseFloat(getComputedStyle(one).fontSize)
  const isLeftOut = size === 0 || one.closest('[data-length]:not([data-length=short]), [data-colour] > [data-colour]')
  const least = Math.min(innerWidth, innerHeight) * 0.0313
  return own && !isLeftOut && size < least ? [one.textContent + ': ' + size] : []
})`
const missing = noChromium()
if (missing) console.warn(`Left out: every screen in a browser (${missing})`)

type ScrollTarget = { scrollIntoView(how: { block: 'center' }): void }
type PageOptions = Parameters<BrowserApp['open']>[0]
/** A screen: its address, a text that appears once it has loaded, and what is opened on it. */
type Screen = { at: string; shows: string | RegExp; open?: (page: Page) => Promise<void> }

describe.skipIf(missing !== null)('every screen is accessible and fits', () => {
  let app: BrowserApp
  let data: CrowdedEvening
  beforeAll(async () => {
    app = await openApp()
    data = await createCrowdedEvening(app)
  })
  afterAll(() => app?.stop())

  const isWider = 'document.documentElement.scrollWidth > innerWidth'

  async function check(
    page: Page,
    { device }: PageOptions,
    { at, shows, open }: Screen,
  ): Promise<string[]> {
    await moveTo(page, at, shows)
    await page.getByText(shows).filter({ visible: true }).first().waitFor()
    await open?.(page)
    // The end of the page must be reachable below anything that is fixed at the bottom.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const problems = await violationsInThemes(page)
    if (await page.evaluate(isWider)) problems.push('it scrolls sideways')
    return device === 'tablet' ? [...problems, ...(await smallScreenProblems(page))] : problems
  }

  /** The problems of all states, so that one run reports them all; two pages work in parallel. */
  async function checkAll(options: PageOptions, states: readonly Screen[]): Promise<string[]> {
    const all: string[] = []
    const toCheck = [...states]
    const worker = async (): Promise<void> => {
      const page = await app.open(options)
      for (let state = toCheck.shift(); state; state = toCheck.shift()) {
        const { at, shows } = state
        const problems = await check(page, options, state).catch((error: unknown) => [
          String(error),
        ])
        if (problems.length > 0) await page.goto('about:blank')
        all.push(...problems.map((one) => `${at} (${shows}): ${one}`))
      }
      await closePage(page)
    }
    await Promise.all([worker(), worker()])
    return all
  }
  const press = (name: string | RegExp, then: string | RegExp) => async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByText(then).filter({ visible: true }).first().waitFor()
  }

  const officialScreens = (): Screen[] => {
    const { admin, protest, matches, version } = data
    const north = `${admin}/current-matches#${app.north.id}`
    return [
      { at: `${admin}/dashboard`, shows: /^ends ≈|on time|late/ },
      { at: `${admin}/current-matches`, shows: /Cabinet client offline/ },
      { at: north, shows: 'Match Complete' },
      { at: `${admin}/current-matches#${app.south.id}`, shows: /Cabinet client offline/ },
      { at: `${admin}/match-queue`, shows: 'Unassigned matches' },
      { at: `${admin}/edit-match-results`, shows: /🐝🐝🐝/ },
      { at: `${admin}/timeline`, shows: /started on North/ },
      { at: `${admin}/announcements`, shows: 'There are no announcements.' },
      { at: `${admin}/on-site`, shows: 'Who is here, who was warned' },
      { at: `${admin}/as-it-was/${version}`, shows: /North/ },
      { at: `${admin}/as-it-was/${version}/bracket?stage=${data.cup}`, shows: /🐝🐝🐝/ },
      { at: `${admin}/as-it-was/${version}/match?match=${matches[1]!.id}`, shows: /M2/ },
      { at: `${admin}/protests`, shows: /M2/ },
      { at: `${admin}/protests/${protest}`, shows: /all along/ },
    ]
  }
  const menus = (): Screen[] => {
    const { admin } = data
    return [
      { at: `${admin}/nothing-here`, shows: 'There is nothing at this address.' },
      { at: `${admin}/displays`, shows: 'Displays of the venue' },
      { at: `${admin}/stream`, shows: 'No overlay is open.' },
      { at: `${admin}/devices`, shows: /No tablet|Tablets|Pair/ },
      { at: `${admin}/current-matches`, shows: 'North', open: press('Officiate', 'Timeline') },
      {
        at: `${admin}/current-matches`,
        shows: 'North',
        open: press('Go to …', 'Arrow keys choose, Enter goes there.'),
      },
    ]
  }
  const organiserScreens = (): Screen[] => {
    const { admin, pools, cup, empty } = data
    return [
      { at: admin, shows: 'Description' },
      { at: `${admin}/templates`, shows: /template/i },
      { at: `${admin}/configure-registration`, shows: /What shirt/ },
      { at: `${admin}/payment-processor`, shows: /\$12\.50/ },
      { at: `${admin}/links`, shows: /The rules/ },
      { at: `${admin}/teams`, shows: /🐝 Bo/ },
      { at: `${admin}/draft-tool`, shows: /captain/i },
      { at: `${admin}/registered-list`, shows: /🐝 Bo/ },
      { at: `${admin}/stages`, shows: 'Cup 🏆' },
      { at: `${admin}/stages/new`, shows: /Name/ },
      { at: `${admin}/stages/${pools}`, shows: /🐝🐝🐝/ },
      { at: `${admin}/stages/${cup}`, shows: /🐝🐝🐝/ },
      { at: `${admin}/stages/${cup}/edit`, shows: /Name/ },
      { at: `${admin}/stages/${empty}`, shows: 'Exhibition' },
      { at: `${admin}/stages/999999`, shows: /stage/ },
      { at: `${admin}/team-placement`, shows: 'Team Placement' },
      { at: `${admin}/cabinets`, shows: 'South' },
      { at: `${admin}/videos`, shows: /Add video/ },
      { at: `${admin}/hooks`, shows: 'There are no channels yet.' },
      {
        at: `${admin}/links`,
        shows: /The rules/,
        open: async (page) => {
          await press('Organize', 'Delete Tournament')(page)
          await page.getByRole('menuitem', { name: 'Delete Tournament' }).click()
          await page.getByRole('dialog', { name: /^Delete Friday Night/ }).waitFor()
        },
      },
      {
        at: `${admin}/registered-list`,
        shows: /🐝 Bo/,
        open: press('Payments of 🐝 Bo', 'Cash given back'),
      },
      { at: '/account', shows: /The Hive/ },
      { at: '/', shows: 'Tournaments' },
      { at: '/scene/hive/new-tournament', shows: 'Create tournament' },
    ]
  }
  const emptyScreens = (): Screen[] => {
    const admin = `/tournament/${data.bare.id}/admin`
    const screens = {
      dashboard: 'Dashboard',
      'match-queue': 'Match Queue',
      'edit-match-results': 'Edit Match Results',
      'as-it-was': 'As It Was',
      protests: 'Protests',
      announcements: 'Announcements',
      'on-site': 'Teams on Site',
      timeline: 'Timeline',
      templates: 'Templates',
      'configure-registration': 'Configure Registration',
      links: 'Links',
      teams: 'Team & Player Management',
      'draft-tool': 'Draft Tool',
      'registered-list': 'Registered Players',
      stages: 'Stages',
      'plan-the-day': 'Plan the Day',
      'team-placement': 'Team Placement',
      cabinets: 'Assigned Cabinets',
      videos: 'Videos',
      hooks: 'Chats & Webhooks',
    }
    return Object.entries(screens).map(([path, shows]) => ({ at: `${admin}/${path}`, shows }))
  }
  const connectedText = /^(Live|Up to date)$/
  const publicScreens = (): Screen[] => {
    const { page, matches, teams, game, bare } = data
    const parts = ['', '/bracket', '/standings', '/queues', '/teams', '/about', '/register']
    return [
      { at: '/', shows: /Friday Night/ },
      { at: '/scene/hive', shows: /Friday Night/ },
      ...parts.map((part) => ({ at: `${page}${part}`, shows: connectedText })),
      { at: `${page}/bracket/${data.cup}`, shows: connectedText },
      { at: `/t/hive/${bare.slug}`, shows: connectedText },
      { at: `/t/hive/${bare.slug}/bracket`, shows: connectedText },
      { at: `/tournament-match/${matches[1]!.id}`, shows: connectedText },
      { at: `/tournament-match/${matches.at(-1)!.id}`, shows: connectedText },
      { at: `/tournament-team/${teams[0]}`, shows: connectedText },
      { at: `/game/${game}`, shows: /Night/ },
      { at: '/game/999999', shows: 'There is nothing at this address.' },
      { at: '/nothing-here', shows: 'There is nothing at this address.' },
    ]
  }
  const signedOutScreens = (): Screen[] => [
    { at: `${data.admin}/dashboard`, shows: 'Not Authorized' },
    { at: '/account', shows: 'Sign in to see your account.' },
    { at: '/sign-in', shows: 'Sign in' },
    { at: '/pair', shows: /code/i },
    { at: '/tournament/999999/admin', shows: 'There is nothing at this address.' },
  ]
  const displayScreens = (): Screen[] => {
    const { page, cup, pools } = data
    return [
      { at: '/display', shows: 'Code of this display' },
      { at: `${page}/display/queue-board`, shows: 'Next matches' },
      { at: `${page}/display/now-playing`, shows: 'Now playing' },
      { at: `${page}/display/bracket/${cup}`, shows: /Cup/ },
      { at: `${page}/display/bracket/${pools}`, shows: /Pools/ },
      { at: `${page}/display/cabinet/${app.north.id}`, shows: 'North' },
      { at: `${page}/display/cabinet/${app.south.id}`, shows: 'South' },
      { at: `${page}/overlay/${app.north.id}`, shows: /\d/ },
      { at: '/t/hive/nothing/display/now-playing', shows: 'There is no such tournament.' },
    ]
  }

  test('screens of officials', async () => {
    const role = 'tournament'
    const tablet = await checkAll({ device: 'tablet', role }, [...officialScreens(), ...menus()])
    const phone = await checkAll({ device: 'phone', role }, officialScreens())
    expect([tablet, phone]).toEqual([[], []])
  })

  test('screens of organisers', async () => {
    const options = { device: 'tablet', role: 'admin' } as const
    expect(await checkAll(options, [...organiserScreens(), ...emptyScreens()])).toEqual([])
  })

  test.each(['tablet', 'phone'] as const)('public pages on a %s', async (device) => {
    expect(await checkAll({ device }, [...publicScreens(), ...signedOutScreens()])).toEqual([])
  })

  test('displays and overlays', async () => {
    expect(await checkAll({ device: 'tablet' }, displayScreens())).toEqual([])
    const page = await app.open({ device: 'tablet' })
    for (const { at, shows } of displayScreens().filter((one) => one.at.includes('/display/'))) {
      await page.goto(at)
      await page.getByText(shows).first().waitFor()
      expect(await page.evaluate(tooSmall), `ux 44: on ${at}`).toEqual([])
    }
    await closePage(page)
  })

  test('while loading, and after a failed load', async () => {
    const page = await app.open({ device: 'tablet', role: 'admin' })
    const answer = Promise.withResolvers<void>()
    await page.route(/\/api\/tournament\/tournament\/\d+\/$/, async (route) => {
      await answer.promise
      await route.fulfill({ status: 500, json: {} })
    })
    await page.goto(`${data.admin}/dashboard`)
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    answer.resolve()
    await page.getByText('This page could not be loaded.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    // Not `closePage`: the browser logged the failed request as an error.
    await page.context().close()
  })

  test('while the connection is lost', async () => {
    const connection = await startBreakableConnection(app)
    const page = await app.open({ device: 'phone', role: 'tournament', at: connection.at })
    await page.goto(`${data.admin}/current-matches`)
    await page.getByText('Live', { exact: true }).waitFor()
    await connection.lose(page)
    await page.getByRole('button', { name: 'Try now' }).waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    expect(await page.evaluate(clippedTexts)).toEqual([])
    await closePage(page)
    await connection.close()
  })

  const phones = [
    { width: 390, height: 844 },
    { width: 360, height: 740 },
    { width: 320, height: 568 },
  ]
  // What a referee needs is in view on a phone, also with a refusal.
  const needed = ['+1 Blue', '+1 Gold', 'Match Complete', /^(Start M|Complete M|Next)/, 'Hold']
  test.each(phones)(
    'ux 14: on %o the notice of a refused press neither covers nor moves a control',
    async (size) => {
      const { admin } = data
      const page = await app.open({ device: 'phone', role: 'tournament' })
      await page.setViewportSize(size)
      const detail = 'Somebody else has changed this meanwhile. Look at it again before you go on.'
      await page.route('**/api/tournament/**', (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status: 409, json: { detail } }),
      )
      const queue = page.getByRole('region', { name: 'North', exact: true })
      const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
      const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true })
      const neededInView = {
        clock: dialog.getByText(/^(-:--|\d+:\d\d)$/).first(),
        ...Object.fromEntries(
          ['Blue score', 'Gold score'].map((label) => [label, dialog.getByLabel(label)]),
        ),
        ...Object.fromEntries(needed.map((name) => [String(name), button(name)])),
      }
      const fitsAll = size.height > 568
      const expectRefusal = async (at: string, within: Locator, control: Locator) => {
        await page.goto('about:blank')
        await page.goto(`${admin}/${at}`)
        await control.scrollIntoViewIfNeeded()
        // On a page, away from what is fixed at its edges.
        if (within === queue)
          await control.evaluate((one) =>
            (one as unknown as ScrollTarget).scrollIntoView({ block: 'center' }),
          )
        await page.getByText('Live', { exact: true }).first().waitFor()
        const before = await stableControls(page)
        await control.tap()
        await within.getByRole('alert').getByText(detail).first().waitFor()
        const { places, covered } = await controlsOf(page)
        // A pressed control moves down by a pixel.
        const moved = places.filter(([name, x, y], index) => {
          const [nameBefore, beforeX = 0, beforeY = 0] = before.places[index] ?? []
          return name !== nameBefore || Math.abs(x - beforeX) > 1 || Math.abs(y - beforeY) > 1
        })
        const hidden = within === dialog && fitsAll ? await outOfView(neededInView) : []
        expect({ at, moved, covered, hidden }).toEqual({ at, moved: [], covered: [], hidden: [] })
        expect(places).toHaveLength(before.places.length)
        await within.getByRole('alert').getByRole('button', { name: 'Dismiss' }).first().tap()
      }
      const north = `current-matches#${app.north.id}`
      // A refusal whose dialog was closed stays reachable in a list of its own.
      await page.goto(`${admin}/current-matches`)
      await page.getByRole('button', { name: 'Ref North' }).waitFor()
      await page.getByText('Live', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Protest on South' }).waitFor()
      const { places: before } = await stableControls(page)
      await page.getByRole('button', { name: 'Ref North' }).tap()
      await button('Swap Blue/Gold').tap()
      await dialog.getByRole('alert').getByText(detail).waitFor()
      await page.evaluate('scrollTo(0, 0)')
      await dialog.getByRole('button', { name: 'Close' }).first().tap()
      const pendingButton = page.getByRole('button', { name: '1 press needs you' })
      await pendingButton.waitFor()
      const { places: after } = await stableControls(page)
      const others = after.filter(([name]) => !/needs you/.test(name))
      expect(others).toEqual(before)
      await pendingButton.tap()
      const pendingDialog = page.getByRole('dialog', { name: '1 press needs you' })
      await pendingDialog.getByText(detail).waitFor()
      await pendingDialog.getByRole('button', { name: 'Dismiss' }).tap()
      await pendingButton.waitFor({ state: 'detached' })
      await expectRefusal(north, dialog, button('Hold'))
      await expectRefusal(north, dialog, button('Swap Blue/Gold'))
      await expectRefusal(
        'match-queue',
        queue,
        queue.locator('label').filter({ has: page.getByRole('switch') }),
      )
      await closePage(page)
    },
  )

  test('ux 27: one press selects the bright theme, and it is remembered', async () => {
    const page = await app.open({ device: 'tablet', role: 'admin' })
    await page.goto(`${data.admin}/match-queue`)
    const html = page.locator('html')
    const scheme = () => html.getAttribute('data-mantine-color-scheme').then(String)
    const background = () => page.evaluate<string>('getComputedStyle(document.body).background')
    await poll(scheme).toBe('dark')
    const dark = await background()
    await page.getByRole('button', { name: 'Bright theme' }).tap()
    await poll(scheme).toBe('light')
    await poll(background).not.toBe(dark)
    await page.reload()
    await page.getByRole('heading', { name: 'Match Queue', level: 1 }).waitFor()
    expect(await scheme()).toBe('light')
    expect(await background()).not.toBe(dark)
    // A public page is another program, with the same theme.
    await page.goto(data.page)
    await page.getByRole('button', { name: 'Dark theme' }).tap()
    await page.goto(`${data.admin}/match-queue`)
    await poll(scheme).toBe('dark')
    await closePage(page)
  })
})
