// Reproducible pictures for README and handbook: npm run screenshots
// One of them, into a folder: npm run screenshots -- folder --only status
// Every screen in all its states, on tablet and phone, for review: npm run screenshots -- folder
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argumentsOf } from '../support/arguments.ts'
import { builtConsole } from '../support/console-server.ts'
import { findChromium } from '../support/chromium.ts'
import { readmePictures } from './readme.ts'
import { seed } from '../seed.ts'
import type { SeedResult } from '../seed.ts'
import { startServers } from '../servers/index.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { apiOf } from '../support/rest-client.ts'
import { simulate } from '../simulator/simulate.ts'
import { chromiumArgs, devices } from './devices.ts'

const gameSeconds = 40
const transitionMs = 300

const { values, words } = argumentsOf('npm run screenshots [-- <folder> [--only <name>]]', {
  values: ['only'],
  words: [0, 1],
})
const { only } = values
const [target] = words
const isEveryScreen = target !== undefined && only === undefined
const folder = target ?? join(import.meta.dirname, '../../docs/pictures')
const unlimited = { perSecond: 1_000_000, burst: 1_000_000 }

const found = findChromium()
if ('missing' in found) throw new Error(found.missing)
mkdirSync(folder, { recursive: true })
const dir = mkdtempSync(join(tmpdir(), 'waggle-screens-'))
const [servers, consoleDist] = await Promise.all([
  startServers({ dir, fsync: false }),
  builtConsole(),
])
const adminKey = randomBytes(24).toString('base64url')
const { databaseUrl, natsUrl } = servers
const waggle = await startWaggle({
  databaseUrl,
  natsUrl,
  port: 0,
  adminKey,
  consoleDist,
  oneClick: true,
  cabinetRateLimit: unlimited,
  quiet: true,
})
const options = { waggle, adminKey, chromium: found.path, folder }
try {
  if (!isEveryScreen) await readmePictures({ ...options, only })
  else await photograph({ ...options, seeded: await seed({ waggle, adminKey, empty: false }) })
} finally {
  await waggle.stop()
  await servers.stop()
  rmSync(dir, { recursive: true, force: true })
}
console.log(`Pictures are in ${folder}`)

type PhotographOptions = {
  waggle: Waggle
  adminKey: string
  seeded: SeedResult
  chromium: string
  folder: string
}

type Shot = (page: Page, name: string) => Promise<void>
type Device = keyof typeof devices

async function photograph(options: PhotographOptions): Promise<void> {
  const { waggle, seeded, folder } = options
  const stopping = new AbortController()
  const playing = simulate({
    cabinets: seeded.cabinets,
    url: `${waggle.url.replace('http', 'ws')}/ws/stats_listener/v3`,
    signal: stopping.signal,
    gameSeconds,
    pauseSeconds: 3,
  })
  const browser = await chromium.launch({ executablePath: options.chromium, args: chromiumArgs })
  try {
    // The link works only once.
    const signIn = await browser.newContext()
    await signIn.request.get(seeded.signIns[0]?.link ?? '')
    const cookies = await signIn.cookies()
    for (const device of ['tablet', 'phone'] as const) {
      await everyScreen(options, { browser, cookies, device, shot: shooter(folder, device) })
    }
  } finally {
    await browser.close()
    stopping.abort()
    await playing
  }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]
type Camera = { browser: Browser; cookies: Cookies; device: Device; shot: Shot }

async function everyScreen(options: PhotographOptions, camera: Camera): Promise<void> {
  const { waggle, adminKey, seeded } = options
  const { shot } = camera
  const api = apiOf(waggle.url, adminKey)
  const page = await newPage(waggle.url, camera)
  const admin = `/tournament/${seeded.tournament}/admin`
  await page.goto(`${admin}/current-matches`)
  await page.getByRole('heading', { name: 'Not Authorized' }).waitFor()
  await shot(page, 'not-authorized')
  await page.goto('/')
  await page.getByRole('heading', { name: 'Tournaments' }).waitFor()
  await shot(page, 'home-signed-out')
  await page.goto(`/t/hive/friday-night-brackets`)
  await running(page)
  await shot(page, 'public')
  await page.context().addCookies(camera.cookies)
  await page.goto('/')
  await page.getByRole('link', { name: 'Officiate' }).waitFor()
  await shot(page, 'home')
  await page.goto(`${admin}/current-matches`)
  await running(page)
  await shot(page, 'current-matches')
  await page.goto(`${admin}/dashboard`)
  await running(page)
  await shot(page, 'dashboard')
  await page.goto(`${admin}/match-queue`)
  await page.getByRole('heading', { name: 'Match Queue' }).waitFor()
  await page.getByRole('region', { name: 'North' }).waitFor()
  await shot(page, 'match-queue')
  await page.goto(`${admin}/templates`)
  await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
  await shot(page, 'templates')
  const { results } = await api.get<{ results: { id: number; name: string }[] }>(
    '/api/game/cabinet/',
  )
  const north = results.find(({ name }) => name === 'north')
  await page.goto(`${admin}/current-matches#${north?.id}`)
  const dialog = page.getByRole('dialog', { name: /^Referee: / })
  await dialog.waitFor()
  await refereeing(page, shot)
  await page.context().close()
}

/** The states of the referee's screen, in the order in which they occur in an evening. */
async function refereeing(page: Page, shot: Shot): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Referee: / })
  const api = /\/api\/tournament\/(match|tournament)\/\d+\//
  await dialog.getByRole('button', { name: '+1 Blue', exact: true }).tap()
  await dialog.getByText(/^0:[123]\d$/).waitFor()
  await dialog.getByText(/^Undo: /).waitFor()
  await shot(page, 'referee')
  // The previous device may have left the cabinet held.
  const release = dialog.getByRole('button', { name: 'Release', exact: true })
  if (await release.isVisible()) await release.tap()

  await page.route(api, (route) => sleep(5_000).then(() => route.continue().catch(() => {})))
  await dialog.getByRole('button', { name: '+1 Gold', exact: true }).tap()
  await sleep(1_500)
  await shot(page, 'referee-pending')
  await sleep(2_500)
  await shot(page, 'referee-not-saved-yet')
  await page.unroute(api)

  await dialog.getByText('Not saved yet').first().waitFor({ state: 'detached' })
  const json = { detail: 'M6 is already complete.' }
  await page.route(api, (route) => route.fulfill({ status: 409, json }))
  await dialog.getByRole('button', { name: '-1 Gold', exact: true }).tap()
  await dialog.getByRole('alert').waitFor()
  await shot(page, 'referee-refused')
  await page.unroute(api)
  await dialog.getByRole('button', { name: 'Dismiss' }).first().tap()

  const complete = dialog.getByRole('button', { name: /^Complete M\d+/ })
  if (!(await complete.isVisible()))
    await dialog.getByRole('button', { name: '+1 Blue', exact: true }).tap()
  await complete.waitFor()
  await shot(page, 'referee-decided')
  await complete.tap()
  const doubts = page.getByRole('dialog', { name: /complete\?$/ })
  await doubts.waitFor()
  await shot(page, 'referee-doubts')
  await doubts.getByRole('button', { name: 'Complete anyway' }).tap()
  await dialog.getByRole('button', { name: 'Hold', disabled: false }).waitFor()
  await shot(page, 'referee-timer')
  await dialog.getByRole('button', { name: 'Hold' }).tap()
  await dialog.getByRole('button', { name: 'Release' }).waitFor()
  const available = dialog.getByRole('region', { name: 'Available matches' })
  await available.getByRole('button', { name: /^M\d/ }).first().tap()
  await available.getByText('On this cabinet', { exact: true }).waitFor()

  await page.context().setOffline(true)
  await sleep(14_000)
  await dialog.getByRole('button', { name: '+1 Gold', exact: true }).tap()
  await sleep(1_000)
  await shot(page, 'referee-offline')
  await dialog.getByRole('button', { name: 'Close' }).last().tap()
  await shot(page, 'current-matches-offline')
  await page.context().setOffline(false)
  await page.getByText('Live', { exact: true }).first().waitFor()
}

async function running(page: Page): Promise<void> {
  await page
    .getByText(/^[0-2]:\d\d$/)
    .first()
    .waitFor()
}

/** Takes the same moment in both themes. */
function shooter(folder: string, device: Device): Shot {
  return async (page, name) => {
    for (const scheme of ['light', 'dark']) {
      await page.locator('html').evaluate((html, to) => {
        html.setAttribute('data-mantine-color-scheme', to)
      }, scheme)
      await sleep(transitionMs)
      await page.screenshot({ path: join(folder, `${device}-${scheme}-${name}.png`) })
    }
  }
}

async function newPage(baseURL: string, { browser, device }: Camera): Promise<Page> {
  const context = await browser.newContext({
    ...devices[device],
    baseURL,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error.message))
  return page
}
