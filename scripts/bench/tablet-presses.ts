// A referee's tablet that is four times too slow, at 64 teams and eight cabinets playing: from a
// press to the frame that shows it, beside an empty page with one button on the same tablet.
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { findChromium } from '../support/chromium.ts'
import { arm } from './measure/input-latency.ts'
import type { Awaited, Painted } from './measure/input-latency.ts'
import { makeBracket } from './bracket-of-64.ts'
import { median, quantile } from './measure/numbers.ts'
import { browserFlags, queueActs, tabletActs } from './tablet-actions.ts'
import type { Act } from './tablet-actions.ts'
import type { BenchServers } from './servers/index.ts'
import type { Line } from './measure/table.ts'

type Options = { short: boolean; tell: (line: Line) => void }
const slowness = 4
const rounds = 20
const timeoutMs = 60_000
const screens = [
  { name: 'current-matches', until: 'article', actsOn: tabletActs },
  { name: 'match-queue', until: '[id^=drag-]', actsOn: queueActs },
]
type Both = { product: Painted[]; baseline: Painted[] }

export async function presses(servers: BenchServers, { short, tell }: Options): Promise<void> {
  const found = findChromium()
  if ('missing' in found) throw new Error(found.missing)
  const bracket = await makeBracket(servers)
  const { productUrl: url, adminKey, load } = servers
  await load.ask('playOn', { url, adminKey, ...bracket.evening })
  const browser = await chromium.launch({ executablePath: found.path, args: browserFlags })
  try {
    const baseline = await newTablet(browser)
    await baseline.page.setContent('<button style="width:10rem;height:5rem">0</button>')
    const times = new Map<string, Both>()
    // One screen at a time: a second one would take of the same processor.
    for (const { name, until, actsOn } of screens) {
      const product = await open(browser, servers, { path: `${bracket.path}/${name}`, until })
      const acts = actsOn(product.page, bracket)
      for (let round = 0; round < (short ? 4 : rounds); round++)
        for (const act of acts) await measure({ product, baseline }, act, times)
      for (const { name: of } of acts) tellOf(tell, of, times.get(of)!)
      await product.page.context().close()
    }
    const all = [...times.values()]
    tellOf(tell, 'all of them', {
      product: all.flatMap(({ product }) => product),
      baseline: all.flatMap(({ baseline: beside }) => beside),
    })
  } finally {
    await browser.close()
    await load.ask('endEvening')
  }
}

async function measure(
  { product, baseline }: { product: Tablet; baseline: Tablet },
  act: Act,
  times: Map<string, Both>,
): Promise<void> {
  const known = times.get(act.name) ?? { product: [], baseline: [] }
  times.set(act.name, known)
  await product.slow(async () => {
    // Not all of it is measured: a dialog is open before it is closed.
    await act.before?.()
    known.product.push(await painted(product.page, act))
  })
  await baseline.slow(async () => {
    known.baseline.push(await painted(baseline.page, baselineAct(baseline.page, act.awaited.input)))
  })
}

type Screen = { path: string; until: string }

async function open(
  browser: Browser,
  servers: BenchServers,
  { path, until }: Screen,
): Promise<Tablet> {
  const tablet = await newTablet(browser)
  const { page } = tablet
  await page.goto(await servers.product.ask('signInLink', servers.prepared.scene))
  await page.goto(servers.productUrl + path)
  await page.locator(until).last().waitFor()
  return tablet
}

/** A page, and what runs on it at a fourth of its speed. */
type Tablet = { page: Page; slow(run: () => Promise<void>): Promise<void> }

async function newTablet(browser: Browser): Promise<Tablet> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ viewport, hasTouch: true })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  const protocol = await context.newCDPSession(page)
  const setRate = (rate: number) => protocol.send('Emulation.setCPUThrottlingRate', { rate })
  return {
    page,
    async slow(run) {
      await page.bringToFront()
      // A browser slows a page down by keeping a processor busy, even while the page does nothing:
      // of two slow pages each would slow the other.
      await setRate(slowness)
      await run()
      await setRate(1)
    },
  }
}

/** In the page: the button counts its next input and says so. */
const counting = (input: string) => `(() => {
  delete document.body.dataset.done
  const button = document.querySelector('button')
  const count = () => {
    button.textContent = Number(button.textContent) + 1
    document.body.dataset.done = 'yes'
  }
  button.addEventListener('${input}', count, { once: true })
})()`

function baselineAct(page: Page, input: string): Pick<Act, 'awaited' | 'act'> {
  const awaited: Awaited = { input, effect: `document.body.dataset.done === 'yes'` }
  return {
    awaited,
    async act() {
      await page.evaluate(counting(input))
      if (input === 'click') await page.locator('button').tap()
      else await page.locator('button').press('a')
    },
  }
}

async function painted(page: Page, { awaited, act }: Pick<Act, 'awaited' | 'act'>) {
  await page.evaluate(`${arm}(${JSON.stringify(awaited)})`)
  await act()
  return page.evaluate<Painted>('globalThis.painted')
}

function tellOf(tell: Options['tell'], name: string, { product, baseline }: Both): void {
  const parts: [words: string, of: (times: number[]) => number][] = [
    ['median', median],
    ['p95', (times) => quantile(times, 0.95)],
    ['max', (times) => Math.max(...times)],
  ]
  for (const [words, of] of parts)
    tell({
      what: `${name} → painted, at ${slowness}× slower, ${words}`,
      unit: 'ms',
      product: of(product.map(({ effect }) => effect)),
      baseline: of(baseline.map(({ effect }) => effect)),
      ...(words === 'p95' && { aim: '< 100 ms' }),
    })
  if (name !== 'all of them') return
  const said = (times: Painted[]) =>
    quantile(
      times.map((one) => one.said),
      0.95,
    )
  const what = 'the same as the browser itself says it (Event Timing), p95'
  tell({ what, unit: 'ms', product: said(product), baseline: said(baseline), aim: '< 100 ms' })
}
