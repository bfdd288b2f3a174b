// Measures the time from a press to the frame that shows it, on a referee's tablet with four times
// CPU throttling, 64 teams and eight playing cabinets. The baseline is an empty page with one
// button.
import type { Browser, Page } from 'playwright-core'
import { armPage } from './measure/input-latency.ts'
import type { ExpectedInput, InputLatencies } from './measure/input-latency.ts'
import { makeBracket } from './bracket-of-64.ts'
import { quantile, summaries } from './measure/numbers.ts'
import { openBrowser, queueActs, tabletActs } from './tablet-actions.ts'
import type { Act } from './tablet-actions.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Options = { short: boolean; report: (line: Measurement) => void }
const slowness = 4
const rounds = 20
const timeoutMs = 60_000
const screens = [
  { name: 'current-matches', until: 'article', actsOn: tabletActs },
  { name: 'match-queue', until: '[id^=drag-]', actsOn: queueActs },
]
type Both = { product: InputLatencies[]; baseline: InputLatencies[] }

export async function presses(servers: BenchServers, { short, report }: Options): Promise<void> {
  const bracket = await makeBracket(servers, 'press')
  const { productUrl: url, adminKey, load } = servers
  await load.ask('playOn', { url, adminKey, ...bracket.evening })
  const browser = await openBrowser()
  try {
    const baseline = await newTablet(browser)
    await baseline.page.setContent('<button style="width:10rem;height:5rem">0</button>')
    const times = new Map<string, Both>()
    // One screen at a time, because a second one would compete for the CPU.
    for (const { name, until, actsOn } of screens) {
      const product = await open(browser, servers, {
        scene: bracket.scene,
        path: `${bracket.path}/${name}`,
        until,
      })
      const acts = actsOn(product.page, bracket)
      for (let round = 0; round < (short ? 4 : rounds); round++)
        for (const act of acts) await measure({ product, baseline }, act, times)
      for (const { name: of } of acts) reportBoth(report, of, times.get(of)!)
      await product.page.context().close()
    }
    const all = [...times.values()]
    reportBoth(report, 'all of them', {
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
    // The preparation is not measured.
    await act.before?.()
    known.product.push(await painted(product.page, act))
  })
  await baseline.slow(async () => {
    known.baseline.push(await painted(baseline.page, baselineAct(baseline.page, act.awaited.input)))
  })
}

type Screen = { scene: number; path: string; until: string }

async function open(
  browser: Browser,
  servers: BenchServers,
  { scene, path, until }: Screen,
): Promise<Tablet> {
  const tablet = await newTablet(browser)
  const { page } = tablet
  await page.goto(await servers.product.ask('signInLink', scene))
  await page.goto(servers.productUrl + path)
  await page.locator(until).last().waitFor()
  return tablet
}

/** A page; `slow` runs code while the page is throttled to a quarter of its speed. */
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
      // A browser throttles a page by keeping a processor busy even while the page is idle, so two
      // throttled pages would slow each other down.
      await setRate(slowness)
      await run()
      await setRate(1)
    },
  }
}

/** Runs in the page: the button counts its next input and sets a flag. */
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
  const awaited: ExpectedInput = { input, effect: `document.body.dataset.done === 'yes'` }
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
  await page.evaluate(`${armPage}(${JSON.stringify(awaited)})`)
  await act()
  return page.evaluate<InputLatencies>('globalThis.painted')
}

function reportBoth(report: Options['report'], name: string, { product, baseline }: Both): void {
  for (const [words, of] of summaries)
    report({
      what: `${name} → painted, at ${slowness}× slower, ${words}`,
      unit: 'ms',
      product: of(product.map(({ effect }) => effect)),
      baseline: of(baseline.map(({ effect }) => effect)),
      ...(words === 'p95' && { aim: '< 100 ms' }),
    })
  if (name !== 'all of them') return
  const reportedP95 = (times: InputLatencies[]) =>
    quantile(
      times.map(({ reported }) => reported),
      0.95,
    )
  const what = 'the same as the browser itself says it (Event Timing), p95'
  report({
    what,
    unit: 'ms',
    product: reportedP95(product),
    baseline: reportedP95(baseline),
    aim: '< 100 ms',
  })
}
