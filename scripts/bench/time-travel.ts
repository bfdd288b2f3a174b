// Measures time travel in a real browser: opens an evening of ten thousand commits and moves the
// handle to random moments. The baseline is a bare page that replaces the same number of rows at
// every input.
import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { lcg } from '#test/support/random.ts'
import { longEvening } from './bracket-of-64.ts'
import { armPage } from './measure/input-latency.ts'
import type { InputLatencies } from './measure/input-latency.ts'
import { summaries } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'
import { openBrowser } from './tablet-actions.ts'

/** Code for the page: records every task longer than 50 ms from the start of the page. */
const watchTasks = `
  globalThis.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`

/**
 * Code for the page: sets the handle like a user: the value, then the event. `settled` resolves with the time until
 * idle, or rejects after a minute.
 */
const setHandle = `((version, effect) => {
  const handle = document.querySelector('input[type=range]')
  const holds = new Function('return ' + effect)
  const begun = performance.now()
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  set.call(handle, version)
  handle.dispatchEvent(new Event('input', { bubbles: true }))
  globalThis.settled = new Promise((done, fail) => {
    setTimeout(() => fail(new Error('still busy at ' + version)), 60_000)
    const look = () => holds() && !document.querySelector('[aria-busy=true]')
      ? done(performance.now() - begun)
      : requestAnimationFrame(look)
    look()
  })
})`

/** A page with the same number of rows, all replaced at every input. */
const bareRows = (rows: number) => `<input type="range" min="1" max="20000"><ul></ul><script>
  document.querySelector('input').addEventListener('input', ({ target: { value } }) => {
    const rows = Array.from({ length: ${rows} }, (_, i) => '<li>M' + i + ' of ' + value + '</li>')
    document.querySelector('ul').innerHTML = rows.join('')
    document.body.dataset.at = value
  })
</script>`

type Options = { short: boolean; report: (line: Measurement) => void }
/** Time until painted, time until the differences are shown, and CPU time of the page. */
type Times = { painted: number[]; settled: number[]; worked: number[] }
type Both = { product: Times; baseline: Times }
const commits = 10_000
const jumps = 200
const seed = 64
const screens = ['cabinets', 'queue', 'results', 'bracket']
const restMs = 150
const timeoutMs = 120_000
const viewport = { width: 1280, height: 800 }

export async function scrub(servers: BenchServers, { short, report }: Options): Promise<void> {
  const { scene, path, length } = await longEvening(servers, {
    sceneName: 'scrub',
    commits: short ? commits / 10 : commits,
  })
  const browser = await openBrowser()
  try {
    const page = await newPage(browser)
    const baseline = await newPage(browser)
    await page.goto(await servers.product.ask('signInLink', scene))
    const opening = await opened(page, `${servers.productUrl}${path}/as-it-was`)
    const about = `${length.toLocaleString('en')} commits`
    report({ what: `as it was: ${about} opened`, unit: 'ms', product: opening.ms })
    report({ what: '  the longest task meanwhile', unit: 'ms', product: opening.longest })
    const all = noTimes()
    for (const screen of screens) {
      await page.goto(`${servers.productUrl}${path}/as-it-was/${length}/${screen}`)
      await isThere(page)
      const times = await scrubbed({ page, baseline }, { length, jumps: jumps / screens.length })
      reportBoth(report, screen, times)
      for (const side of ['product', 'baseline'] as const)
        for (const key of keys) all[side][key].push(...times[side][key])
      const drag = await dragHandle(page)
      report({ what: `${screen}: the handle dragged, longest task`, unit: 'ms', product: drag })
    }
    reportBoth(report, 'all of them', all)
    report({ what: 'load of the machine meanwhile', unit: 'processes', product: loadavg()[0] ?? 0 })
  } finally {
    await browser.close()
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  await page.addInitScript(watchTasks)
  return page
}

const isThere = (page: Page) => page.locator('[data-side=then] > h2').waitFor()

/** Time from the address to the screens of the moment, and the longest task. */
async function opened(page: Page, url: string): Promise<{ ms: number; longest: number }> {
  await page.goto(url, { waitUntil: 'commit' })
  await isThere(page)
  const ms = await page.evaluate('performance.now()')
  return { ms: Number(ms), longest: await longestTask(page) }
}

type Pages = { page: Page; baseline: Page }

async function scrubbed({ page, baseline }: Pages, of: { length: number; jumps: number }) {
  const random = lcg(seed)
  const times = noTimes()
  const rows = await page.locator('[data-side] :is(tr, li, article)').count()
  await baseline.setContent(bareRows(rows))
  const meters = { product: await meterOf(page), baseline: await meterOf(baseline) }
  const heading = `document.querySelector('[data-side=then] > h2')?.textContent`
  for (let jump = 0; jump < of.jumps; jump++) {
    const version = 1 + Math.floor(random() * of.length)
    const sides = [
      { side: 'product', on: page, effect: `${heading}?.endsWith('step ${version}')` },
      { side: 'baseline', on: baseline, effect: `document.body.dataset.at === '${version}'` },
    ] as const
    for (const { side, on, effect } of sides) {
      await on.bringToFront()
      await on.waitForTimeout(restMs)
      const before = await meters[side]()
      const took = await jumped(on, version, effect)
      times[side].worked.push((await meters[side]()) - before)
      times[side].painted.push(took.painted)
      times[side].settled.push(took.settled)
    }
  }
  return times
}

async function jumped(page: Page, version: number, effect: string) {
  await page.evaluate(`${armPage}(${JSON.stringify({ input: 'input', effect })})`)
  await page.evaluate(`${setHandle}(${version}, ${JSON.stringify(effect)})`)
  const { effect: painted } = await page.evaluate<InputLatencies>('globalThis.painted')
  return { painted, settled: await page.evaluate<number>('globalThis.settled') }
}

const keys = ['painted', 'settled', 'worked'] as const

function noTimes(): Both {
  const none = (): Times => ({ painted: [], settled: [], worked: [] })
  return { product: none(), baseline: none() }
}

function reportBoth(report: Options['report'], name: string, { product, baseline }: Both): void {
  const labels = {
    painted: 'painted',
    settled: 'and what has changed since',
    worked: 'worked for it',
  }
  for (const key of keys)
    for (const [words, of] of summaries) {
      if (key === 'settled' && words !== 'p95') continue
      report({
        what: `${name}: a moment → ${labels[key]}, ${words}`,
        unit: key === 'worked' ? 'ms CPU' : 'ms',
        product: of(product[key]),
        baseline: of(baseline[key]),
        ...(key === 'painted' && words === 'p95' && { aim: '< 100 ms' }),
      })
    }
}

/** The longest task since the previous call; 0 if none was longer than 50 ms. */
async function longestTask(page: Page): Promise<number> {
  // The browser reports them with a delay.
  await page.waitForTimeout(300)
  return page.evaluate<number>('Math.max(0, ...globalThis.tasks.splice(0))')
}

/** CPU time of the page's main thread so far, in ms; other load is not included. */
async function meterOf(page: Page): Promise<() => Promise<number>> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await protocol.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

/** Drags the handle along the whole line and back; returns the longest task. */
async function dragHandle(page: Page): Promise<number> {
  await page.bringToFront()
  await longestTask(page)
  const box = await page.locator('input[type=range]').boundingBox()
  if (!box) throw new Error('there is no handle')
  const at = box.y + box.height / 2
  await page.locator('input[type=range]').fill('1')
  await page.mouse.move(box.x + 8, at)
  await page.mouse.down()
  for (const share of [1, 0.2, 0.7])
    await page.mouse.move(box.x + box.width * share, at, { steps: 60 })
  await page.mouse.up()
  return longestTask(page)
}
