import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { hashOf } from '#services/web/index.ts'
import { apiOf } from '../support/rest-client.ts'
import type { Waggle } from '#services/index.ts'
import { chromiumArgs, devices } from './devices.ts'
import { startNextGames, stageEvening } from './evening.ts'
import type { Evening } from './evening.ts'

/** The time shown in every picture, whenever it is taken. */
const fixedTime = Date.UTC(2026, 0, 2, 20, 45)

type ReadmeOptions = {
  waggle: Pick<Waggle, 'url' | 'store'>
  adminKey: string
  chromium: string
  folder: string
  /** the name of one picture; without it all are taken */
  only?: string | undefined
}
type Picture = {
  name: string
  device: keyof typeof devices
  path: string
  official?: true
  ready: (page: Page) => Promise<unknown>
  /** the game clock at the time of the picture */
  clock?: string
}

const maxBytes = 150_000
const maxWide = 1_280
const settledMs = 400

/** The pictures of the README and the handbook, each as its users see the screen. */
export async function readmePictures(options: ReadmeOptions): Promise<void> {
  const evening = await stageEvening(options.waggle, options.adminKey)
  const browser = await chromium.launch({ executablePath: options.chromium, args: chromiumArgs })
  try {
    const signedIn = await signIn(browser, options.waggle)
    await startNextGames(evening)
    const all = await picturesOf(evening, options)
    const taken = all.filter(({ name }) => options.only === undefined || name === options.only)
    if (taken.length === 0) throw new Error(`there is no picture ${options.only}`)
    for (const picture of taken) {
      await take(browser, { picture, signedIn, ...options })
    }
  } finally {
    await browser.close()
    await evening.close()
  }
}

async function picturesOf(
  evening: Evening,
  { waggle, adminKey }: ReadmeOptions,
): Promise<Picture[]> {
  const admin = `/tournament/${evening.tournament}/admin`
  const north = evening.cabinets['North']!.id
  const games = `/api/game/game/?tournamentMatchId=${evening.match}`
  const api = apiOf(waggle.url, adminKey)
  const { results } = await api.get<{ results: { id: number; endTime: string | null }[] }>(games)
  const game = results.find(({ endTime }) => endTime !== null)
  return [
    {
      name: 'referee',
      device: 'tablet',
      path: `${admin}/current-matches#${north}`,
      official: true,
      ready: async (page) => {
        const dialog = page.getByRole('dialog', { name: 'Referee: North' })
        await dialog.getByRole('group', { name: 'Last action' }).waitFor()
        await dialog.getByRole('region', { name: 'Available matches' }).waitFor()
      },
      clock: '0:40',
    },
    {
      name: 'matches',
      device: 'tablet',
      path: `${admin}/current-matches`,
      official: true,
      ready: (page) => page.getByRole('article', { name: 'West' }).waitFor(),
      clock: '0:55',
    },
    ...handbookPictures(admin),
    {
      name: 'bracket',
      device: 'phone',
      path: `${evening.path}/bracket`,
      ready: (page) => page.getByText('M10').first().waitFor(),
    },
    {
      name: 'board',
      device: 'display',
      path: `${evening.path}/display/queue-board`,
      ready: (page) => page.getByText('M10').first().waitFor(),
    },
    {
      name: 'replay',
      device: 'tablet',
      path: `/game/${game?.id}?at=63`,
      ready: (page) => page.getByRole('img', { name: /^The map / }).waitFor(),
    },
  ]
}

/** Pictures that only the handbook uses. */
function handbookPictures(admin: string): Picture[] {
  return [
    {
      name: 'queues',
      device: 'tablet',
      path: `${admin}/match-queue`,
      official: true,
      ready: (page) => page.getByRole('region', { name: 'West' }).waitFor(),
    },
    {
      name: 'stream',
      device: 'tablet',
      path: `${admin}/stream`,
      official: true,
      ready: (page) => page.getByRole('switch', { name: 'On air: Lower third' }).waitFor(),
    },
    {
      name: 'status',
      device: 'tablet',
      path: '/status',
      official: true,
      ready: (page) => page.getByRole('heading', { name: 'Is it all right?' }).waitFor(),
    },
  ]
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>
type Taken = ReadmeOptions & { picture: Picture; signedIn: SignedIn }

async function take(browser: Browser, { picture, signedIn, waggle, folder }: Taken): Promise<void> {
  const { name, device, path, official, ready, clock } = picture
  const context = await browser.newContext({
    ...devices[device],
    baseURL: waggle.url,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(official && { storageState: signedIn }),
  })
  const page = await context.newPage()
  await makeReproducible(page)
  await page.goto(path)
  await ready(page)
  // The menus load a moment after the page; behind a dialog they are not visible.
  const hasMenus = path.includes('/admin/') && !path.includes('#')
  if (hasMenus) await page.getByRole('button', { name: 'Organize' }).waitFor()
  await page.evaluate('document.fonts.ready')
  await sleep(settledMs)
  if (clock) await page.getByText(clock, { exact: true }).last().waitFor()
  await save(await page.screenshot(), join(folder, `${name}.png`))
  await context.close()
}

/** A small palette is enough for a screen and keeps the files small. */
async function save(shot: Buffer, file: string): Promise<void> {
  const small = sharp(shot).resize({ width: maxWide, withoutEnlargement: true })
  await small.png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 }).toFile(file)
  const { size } = statSync(file)
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes`)
}

async function signIn(
  browser: Browser,
  { store, url }: ReadmeOptions['waggle'],
): Promise<SignedIn> {
  const [id = 0] = await store.nextIds('person', 1)
  const code = randomBytes(18).toString('base64url')
  await store.db.insertInto('kept.person').values({ id, name: 'Olive', isOwner: true }).execute()
  await store.db
    .insertInto('kept.signIn')
    .values({ codeHash: hashOf(code), person: id })
    .execute()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/api/user/sign-in/${code}`)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  const signedIn = await context.storageState()
  await context.close()
  return signedIn
}

/**
 * Makes a page reproducible: shifts times of this run to a fixed evening, drops estimates, which
 * change every minute, and fixes the response times on "Is it all right?".
 */
async function makeReproducible(page: Page): Promise<void> {
  await page.addInitScript(`(${shiftClocks.toString()})(${fixedTime - Date.now()})`)
  await page.route('**/api/status/', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: text.replaceAll(/answers in \d+ ms/g, 'answers in 5 ms'),
    })
  })
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"type":"estimates"')) socket.send(message)
    })
  })
}

/** Runs in the page before its scripts, so it cannot use anything from this module. */
function shiftClocks(byMs: number): void {
  const minuteMs = 60_000
  const dayMs = 1_440 * minuteMs
  const at = (given?: Date | number) => {
    const ms = Number(given ?? Date.now())
    if (Math.abs(ms - Date.now()) > dayMs / 2) return new Date(ms)
    return new Date(Math.round((ms + byMs) / minuteMs) * minuteMs)
  }
  const formats = Intl.DateTimeFormat.prototype
  const { get } = Object.getOwnPropertyDescriptor(formats, 'format')!
  Object.defineProperty(formats, 'format', {
    get(this: Intl.DateTimeFormat) {
      const format = get!.call(this) as (date: Date) => string
      return (given?: Date | number) => format(at(given))
    },
  })
  const parts = formats.formatToParts
  formats.formatToParts = function (given) {
    return parts.call(this, at(given))
  }
  const time = Date.prototype.toLocaleTimeString
  Reflect.set(
    Date.prototype,
    'toLocaleTimeString',
    function (this: Date, ...how: Parameters<typeof time>) {
      return time.apply(at(this), how)
    },
  )
}
