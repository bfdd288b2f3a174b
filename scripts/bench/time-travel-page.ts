// Code for the page: moves the time handle, and records long tasks.
import type { Page } from 'playwright-core'

/** Records every task longer than 50 ms from the start of the page. */
export const watchTasks = `
  globalThis.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`

/** The longest task since the previous call; 0 if none was longer than 50 ms. */
export async function longestTask(page: Page): Promise<number> {
  // The browser reports them with a delay.
  await page.waitForTimeout(300)
  return page.evaluate<number>('Math.max(0, ...globalThis.tasks.splice(0))')
}

/**
 * Sets the handle like a user: the value, then the event. `settled` resolves with the time until
 * idle, or rejects after a minute.
 */
export const setHandle = `((version, effect) => {
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

/** CPU time of the page's main thread so far, in ms; other load is not included. */
export async function meterOf(page: Page): Promise<() => Promise<number>> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await protocol.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

/** Drags the handle along the whole line and back; returns the longest task. */
export async function dragHandle(page: Page): Promise<number> {
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

/** A page with the same number of rows, all replaced at every input. */
export const bareRows = (rows: number) => `<input type="range" min="1" max="20000"><ul></ul><script>
  document.querySelector('input').addEventListener('input', ({ target: { value } }) => {
    const rows = Array.from({ length: ${rows} }, (_, i) => '<li>M' + i + ' of ' + value + '</li>')
    document.querySelector('ul').innerHTML = rows.join('')
    document.body.dataset.at = value
  })
</script>`
