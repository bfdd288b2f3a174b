// What the journeys stand on: a Waggle with its console, a scene of two cabinets, real browsers.
import { randomBytes } from 'node:crypto'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { apiOf } from '../../scripts/support/rest-client.ts'
import type { Api } from '../../scripts/support/rest-client.ts'
import { builtConsole } from '../../scripts/support/console-server.ts'
import { hashOf } from '../../services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { connectCabinet } from './cabinet-client.ts'
import { moveTo } from './client-navigation.ts'
import type { Cabinet } from './cabinet-client.ts'

export type BrowserApp = {
  rig: App
  api: Api
  scene: number
  north: Cabinet
  south: Cabinet
  /** a browser of its own, signed in when it has a role; `at` another address than the server's */
  open(who: { device: Device; role?: Role; at?: string; worker?: true }): Promise<Page>
  /** a page that tests use one after the other, gone to an address as by a link; `leave` gives it back */
  visit(who: { device: Device; role: Role }, at: string): Promise<Page>
  /** signs a new person in who has that role */
  linkFor(role: Role): Promise<string>
  stop(): Promise<void>
}
type Role = 'admin' | 'tournament'
type Device = keyof typeof devices

/** Why the journeys cannot be made here; null where they can. */
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
  // Fewer processes to start and to wake; a page's own is a copy of one that is loaded already.
  '--in-process-gpu',
  '--disable-software-rasterizer',
]
let launched: Promise<Browser> | undefined

/** One for all files of a worker; contexts share nothing. It ends with the worker. */
async function browserOf(executablePath: string): Promise<Browser> {
  const running = await launched
  if (running?.isConnected()) return running
  launched = chromium.launch({ executablePath, args })
  return launched
}

/** Ends what hangs; a slow machine must not decide. */
const seenWithinMs = 90_000
const asFastAsTaken = { perSecond: 1_000_000, burst: 1_000_000 }

/** `preview`: what link previews may speak to, in place of the world */
type Options = Pick<
  NonNullable<Parameters<typeof startApp>[0]>,
  | ('preview' | 'secret' | 'challonge' | 'challongeClock' | 'stripe' | 'practiceTimes')
  | ('outside' | 'notifyTimes')
>

/** A server that nothing was done on, and a browser for whoever comes first. */
export async function openEmptyApp(options: Options = {}) {
  const found = inject('chromium')
  if ('missing' in found) throw new Error(found.missing)
  const consoleDist = await builtConsole()
  const rig = await startApp({ ...options, consoleDist, cabinetPace: asFastAsTaken })
  const browser = await browserOf(found.path)
  return {
    rig,
    api: apiOf(rig.url, rig.adminKey),
    open: (wanted: Omit<Wanted, 'at'> & { at?: string | undefined }) =>
      openPage(browser, { ...wanted, at: wanted.at ?? rig.url }),
    async stop() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await rig.stop()
    },
  }
}

export async function openBrowserApp(options: Options = {}): Promise<BrowserApp> {
  const { rig, api, open, stop } = await openEmptyApp(options)
  const sceneName = 'hive'
  const made = { name: sceneName, displayName: 'The Hive' }
  const { id: scene } = await api.post<{ id: number }>('/api/game/scene/', made)
  const url = cabinetUrlOf(rig)
  const cabinet = async (name: string) => {
    const { id, token } = await api.post<{ id: number; token: string }>('/api/game/cabinet/', {
      scene,
      name: name.toLowerCase(),
      displayName: name,
    })
    return connectCabinet({ id, name, sceneName, cabinetName: name.toLowerCase(), token, url })
  }
  const [north, south] = [await cabinet('North'), await cabinet('South')]
  const linkFor = (role: Role) => signInLink(rig, scene, role)
  const opened = ({ role, ...who }: Parameters<BrowserApp['open']>[0]) =>
    open({ ...who, ...(role && { link: () => linkFor(role) }) })
  const idle = new Map<string, Page[]>()
  return {
    rig,
    api,
    scene,
    north,
    south,
    open: opened,
    async visit(who, at) {
      const key = `${who.device} ${who.role}`
      const free = idle.get(key) ?? []
      idle.set(key, free)
      const page = free.pop() ?? (await opened(who))
      comesBack.set(page, () => free.push(page))
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

type Wanted = {
  device: Device
  at: string
  link?: () => Promise<string>
  /** with the service worker, whose answers hide from a test what it says about the line */
  worker?: true | undefined
}

async function openPage(browser: Browser, { device, at, link, worker }: Wanted): Promise<Page> {
  const serviceWorkers = worker ? 'allow' : 'block'
  const context = await browser.newContext({ ...devices[device], baseURL: at, serviceWorkers })
  context.setDefaultTimeout(seenWithinMs)
  const page = await context.newPage()
  complaintsOf.set(context, listen(page))
  if (link) await context.request.get(await link(), { maxRedirects: 0 })
  return page
}

const complaintsOf = new WeakMap<BrowserContext, string[]>()
/** A browser says so itself when it cannot connect. */
const expected =
  /ERR_|WebSocket connection|Failed to load resource|Service Worker registration blocked|error occurred when fetching the script/

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !expected.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** What a page that is visited goes back to; one whose test failed is used no more. */
const comesBack = new WeakMap<Page, () => void>()

/** Ends a browser, or the visit; it may not have complained about anything. */
export async function leave(page: Page): Promise<void> {
  const complaints = complaintsOf.get(page.context()) ?? []
  const giveBack = comesBack.get(page)
  if (giveBack) {
    expect(complaints).toEqual([])
    await page.unrouteAll()
    giveBack()
    return
  }
  await page.context().close({ reason: 'the journey is over' })
  expect(complaints).toEqual([])
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

type Cup = {
  name: string
  teams: readonly string[]
  cabinets?: readonly { id: number }[]
  /** what its only stage is made of */
  bracket: { name: string; stageType: string; winsPerMatch?: number; queueTimer?: number }
}

/** A tournament of one stage with all its matches; nothing is queued or played. */
export async function newCup({ api, scene, north, south }: BrowserApp, wanted: Cup) {
  const { name, cabinets = [], bracket } = wanted
  await freeCabinets(api, [north, south])
  const cup = await api.post<{ id: number; slug: string }>('/api/tournament/tournament/', {
    scene,
    name,
    date: '2026-01-02',
    linkType: 'hivemind',
    assignedCabinets: cabinets.map(({ id }) => id),
  })
  const { id: tournament } = cup
  const teams: number[] = []
  for (const team of wanted.teams) {
    const { id } = await api.post<{ id: number }>('/api/tournament/team/', {
      tournament,
      name: team,
    })
    teams.push(id)
  }
  const { id } = await api.post<{ id: number }>('/api/tournament/bracket/', {
    tournament,
    ...bracket,
  })
  await api.put(`/api/tournament/bracket/${id}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${id}/create-matches/`, {})
  return { ...cup, path: `/tournament/${tournament}/admin`, teams }
}

/** Takes earlier tournaments off their cabinets for good: one match a cabinet, over all of them. */
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

/** A tournament of four teams, each against each, with a queue for each cabinet. */
export async function newFixture(stage: BrowserApp, name: string): Promise<Fixture> {
  const { api, north, south } = stage
  const { id, slug, path } = await newCup(stage, {
    name,
    teams: ['Bees', 'Wasps', 'Badgers', 'Snails'],
    cabinets: [north, south],
    bracket: { name: 'Groups', stageType: 'round_robin', winsPerMatch: 2, queueTimer: 120 },
  })
  await api.put(`/api/tournament/tournament/${id}/create-queues/`, {})
  const [matches, queues] = [await matchesOf(api, id), await queuesOf(api, id)]
  return { id, slug, path, matches, queues }
}

export async function matchesOf(api: Api, tournament: number): Promise<Match[]> {
  const path = `/api/tournament/match/?tournamentId=${tournament}&rowsPerPage=1000`
  const { results } = await api.get<{ results: Match[] }>(path)
  return results.toSorted((a, b) => a.matchNum - b.matchNum)
}

export async function queuesOf(api: Api, tournament: number): Promise<Queue[]> {
  const path = `/api/tournament/queue/?tournamentId=${tournament}`
  const { results } = await api.get<{ results: Queue[] }>(path)
  return results.toSorted((a, b) => a.id - b.id)
}

/** Waits for what a person would read. */
export function reads(read: () => Promise<string>) {
  return expect.poll(read)
}

/** Waits until the worker has all that this page needs to be opened without the server. */
export async function isKept(page: Page, tournament: number): Promise<void> {
  const state = `/kept/tournament/${tournament}`
  const kept = async () => {
    const found = ['/display', state].map((name) => `caches.match('${name}')`).join()
    return page.evaluate<boolean>(`Promise.all([${found}]).then((all) => all.every(Boolean))`)
  }
  await expect.poll(kept).toBe(true)
}
