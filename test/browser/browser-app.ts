// What browser tests run on: a server with its console, a scene of two cabinets, and Chromium.
import { randomBytes } from 'node:crypto'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { addBracket, addTeams, matchesOf as unsortedMatches } from '#scripts/support/bracket.ts'
import { builtConsole } from '#scripts/support/console-server.ts'
import { hashOf } from '#services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { limitMs } from '../support/limits.ts'
import { connectCabinet } from './cabinet-client.ts'
import { moveTo } from './client-navigation.ts'
import type { Cabinet } from './cabinet-client.ts'

export type BrowserApp = {
  server: App
  api: Api
  scene: number
  north: Cabinet
  south: Cabinet
  /** a page in a new browser context, signed in if a role is given; `at` overrides the base URL */
  open(pageOptions: { device: Device; role?: Role; at?: string; worker?: true }): Promise<Page>
  /** a pooled page, navigated to an address without a reload; `closePage` returns it to the pool */
  visit(pageOptions: { device: Device; role: Role }, at: string): Promise<Page>
  /** a sign-in link for a new person who has that role */
  linkFor(role: Role): Promise<string>
  stop(): Promise<void>
}
type Role = 'admin' | 'tournament'
type Device = keyof typeof devices

/** Why browser tests cannot run on this machine; null if they can. */
export function noChromium(): string | null {
  const found = inject('chromium')
  return 'missing' in found ? found.missing : null
}

const devices = {
  tablet: { viewport: { width: 1280, height: 800 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1280, height: 900 } },
}
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes to start; the renderer of a page is forked from one that is already loaded.
  '--in-process-gpu',
  '--disable-software-rasterizer',
  // A page of a test lives too short for optimised code to repay its compilation.
  '--js-flags=--no-opt --no-maglev --single-threaded-gc',
]
let launching: Promise<Browser> | undefined

/** One browser for all test files of a worker, with isolated contexts. It ends with the worker. */
async function browserOf(executablePath: string): Promise<Browser> {
  const running = await launching
  if (running?.isConnected()) return running
  launching = chromium.launch({ executablePath, args })
  return launching
}

const unlimitedRate = { perSecond: 1_000_000, burst: 1_000_000 }

/** `preview`: a client for link previews that may only reach the hosts which the test allows */
type Options = Pick<
  NonNullable<Parameters<typeof startApp>[0]>,
  | ('preview' | 'secret' | 'challonge' | 'challongeClock' | 'stripe' | 'practiceTimes')
  | ('network' | 'notifyTimes' | 'accounts')
>

/** A server without any data, and pages that are not signed in unless they get a sign-in link. */
export async function openEmptyApp(options: Options = {}) {
  const found = inject('chromium')
  if ('missing' in found) throw new Error(found.missing)
  const consoleDist = await builtConsole()
  const server = await startApp({ ...options, consoleDist, cabinetRateLimit: unlimitedRate })
  const browser = await browserOf(found.path)
  return {
    server,
    api: apiOf(server.url, server.adminKey),
    open: (pageOptions: Omit<PageOptions, 'at'> & { at?: string | undefined }) =>
      openPage(browser, { ...pageOptions, at: pageOptions.at ?? server.url }),
    async stop() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await server.stop()
    },
  }
}

export async function openApp(options: Options = {}): Promise<BrowserApp> {
  const { server, api, open, stop } = await openEmptyApp(options)
  const sceneName = 'hive'
  const body = { name: sceneName, displayName: 'The Hive' }
  const { id: scene } = await api.post<{ id: number }>('/api/game/scene/', body)
  const url = cabinetUrlOf(server)
  const cabinet = async (name: string) => {
    const { id, token } = await api.post<{ id: number; token: string }>('/api/game/cabinet/', {
      scene,
      name: name.toLowerCase(),
      displayName: name,
    })
    return connectCabinet({ id, name, sceneName, cabinetName: name.toLowerCase(), token, url })
  }
  const [north, south] = [await cabinet('North'), await cabinet('South')]
  const linkFor = (role: Role) => signInLink(server, scene, role)
  const openWithRole = ({ role, ...pageOptions }: Parameters<BrowserApp['open']>[0]) =>
    open({ ...pageOptions, ...(role && { link: () => linkFor(role) }) })
  const pagePool = new Map<string, Page[]>()
  return {
    server,
    api,
    scene,
    north,
    south,
    open: openWithRole,
    async visit(pageOptions, at) {
      const key = `${pageOptions.device} ${pageOptions.role}`
      const idlePages = pagePool.get(key) ?? []
      pagePool.set(key, idlePages)
      const page = idlePages.pop() ?? (await openWithRole(pageOptions))
      returnToPool.set(page, () => idlePages.push(page))
      await moveTo(page, at)
      return page
    },
    linkFor,
    async stop() {
      await Promise.all([north.sleep(), south.sleep()])
      await stop()
    },
  }
}

export const cabinetUrlOf = ({ wsUrl }: App) => `${wsUrl}/ws/stats_listener/v3`

type PageOptions = {
  device: Device
  at: string
  link?: () => Promise<string>
  /** enables the service worker, whose cached responses hide the connection's state from tests */
  worker?: true | undefined
}

async function openPage(
  browser: Browser,
  { device, at, link, worker }: PageOptions,
): Promise<Page> {
  const serviceWorkers = worker ? 'allow' : 'block'
  const context = await browser.newContext({ ...devices[device], baseURL: at, serviceWorkers })
  context.setDefaultTimeout(limitMs.wait)
  const page = await context.newPage()
  errorsOf.set(context, collectErrors(page))
  if (link) await context.request.get(await link(), { maxRedirects: 0 })
  return page
}

const errorsOf = new WeakMap<BrowserContext, string[]>()
/** Messages that the browser itself logs when it cannot connect. */
const expectedMessages =
  /ERR_|WebSocket connection|Failed to load resource|Service Worker registration blocked|error occurred when fetching the script/

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !expectedMessages.test(message.text())) errors.push(message.text())
  })
  // P2: a write whose answer is lost can be sent again only under its key.
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method())
    if (isWrite && pathname.startsWith('/api/') && !request.headers()['idempotency-key'])
      errors.push(`a write without a key: ${request.method()} ${pathname}`)
  })
  return errors
}

/** Returns a visited page to its pool; a page whose test failed is not returned. */
const returnToPool = new WeakMap<Page, () => void>()

/**
 * Closes the page, or returns it to its pool; asserts that it logged no errors and no warnings, and
 * that each of its writes had a key.
 */
export async function closePage(page: Page): Promise<void> {
  const errors = errorsOf.get(page.context()) ?? []
  const giveBack = returnToPool.get(page)
  if (giveBack) {
    expect(errors).toEqual([])
    await page.unrouteAll()
    giveBack()
    return
  }
  await page.context().close({ reason: 'the journey is over' })
  expect(errors).toEqual([])
}

export async function signInLink({ store }: App, scene: number, role: Role): Promise<string> {
  const [person = 0] = await store.nextIds('person', 1)
  const name = role === 'admin' ? 'Ada' : 'Olive'
  const code = randomBytes(18).toString('base64url')
  await store.db.insertInto('kept.person').values({ id: person, name, isOwner: false }).execute()
  await store.db.insertInto('kept.role').values({ person, scene, role }).execute()
  await store.db
    .insertInto('kept.signIn')
    .values({ codeHash: hashOf(code), person })
    .execute()
  return `/api/user/sign-in/${code}`
}

export type Fixture = { id: number; slug: string; path: string; matches: Match[]; queues: Queue[] }
export type Match = {
  id: number
  matchNum: number
  blueTeam: number
  goldTeam: number
  blueScore: number
  goldScore: number
  isComplete: boolean
  isFlipped: boolean
  activeCabinet: number | null
}
type Queue = { id: number; cabinets: number[]; matches: number[]; enabled: boolean }

type TournamentInput = {
  name: string
  teams: readonly string[]
  cabinets?: readonly { id: number }[]
  /** settings of its only stage */
  bracket: {
    name: string
    stageType: string
    winsPerMatch?: number
    roundsPerMatch?: number
    queueTimer?: number
  }
}

/** Creates a tournament with one stage and all its matches; nothing is queued or played. */
export async function newTournament(
  { api, scene, north, south }: BrowserApp,
  input: TournamentInput,
) {
  const { name, cabinets = [], bracket } = input
  await freeCabinets(api, [north, south])
  const cup = await api.post<{ id: number; slug: string }>('/api/tournament/tournament/', {
    scene,
    name,
    date: '2026-01-02',
    linkType: 'hivemind',
    assignedCabinets: cabinets.map(({ id }) => id),
  })
  const { id: tournament } = cup
  const teams = await addTeams(api, tournament, [...input.teams])
  await addBracket(api, tournament, { teams, ...bracket })
  return { ...cup, path: `/tournament/${tournament}/admin`, teams }
}

/** Stops matches of earlier tournaments: a cabinet has one active match across all tournaments. */
async function freeCabinets(api: Api, cabinets: { id: number }[]): Promise<void> {
  for (const { id } of cabinets) {
    const path = `/api/tournament/match/?activeCabinetId=${id}`
    const { results } = await api.get<{ results: { id: number; tournament: number }[] }>(path)
    for (const match of results) {
      for (const queue of await queuesOf(api, match.tournament))
        await api.patch(`/api/tournament/queue/${queue.id}/`, { enabled: false })
      await api.put(`/api/tournament/match/${match.id}/stop/`, {})
    }
  }
}

/** A round robin of four teams, with a queue for each cabinet. */
export async function newFixture(
  app: BrowserApp,
  name: string,
  { winsPerMatch = 2 } = {},
): Promise<Fixture> {
  const { api, north, south } = app
  const { id, slug, path } = await newTournament(app, {
    name,
    teams: ['Bees', 'Wasps', 'Badgers', 'Snails'],
    cabinets: [north, south],
    bracket: { name: 'Groups', stageType: 'round_robin', winsPerMatch, queueTimer: 120 },
  })
  await api.put(`/api/tournament/tournament/${id}/create-queues/`, {})
  const [matches, queues] = [await matchesOf(api, id), await queuesOf(api, id)]
  return { id, slug, path, matches, queues }
}

export async function matchesOf<Row extends Match = Match>(
  api: Api,
  tournament: number,
): Promise<Row[]> {
  const all = await unsortedMatches<Row>(api, tournament)
  return all.toSorted((a, b) => a.matchNum - b.matchNum)
}

/** The match with a number, such as 3 for M3. */
export async function matchOf<Row extends Match = Match>(
  api: Api,
  tournament: number,
  num: number,
): Promise<Row> {
  const all = await matchesOf<Row>(api, tournament)
  return all.find((match) => match.matchNum === num)!
}

export async function queuesOf(api: Api, tournament: number): Promise<Queue[]> {
  const path = `/api/tournament/queue/?tournamentId=${tournament}`
  const { results } = await api.get<{ results: Queue[] }>(path)
  return results.toSorted((a, b) => a.id - b.id)
}

/** Reads a text again and again until the matcher that follows accepts it. */
export function poll(read: () => Promise<string>) {
  return expect.poll(read)
}

/** Waits until the service worker has cached all that the page needs to open without a server. */
export async function waitUntilCached(page: Page, tournament: number): Promise<void> {
  const state = `/kept/tournament/${tournament}`
  const kept = async () => {
    const lookups = ['/display', state].map((name) => `caches.match('${name}')`).join()
    return page.evaluate<boolean>(`Promise.all([${lookups}]).then((all) => all.every(Boolean))`)
  }
  await expect.poll(kept).toBe(true)
}
