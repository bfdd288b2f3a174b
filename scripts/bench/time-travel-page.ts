// Runs in the page: the handle on a moment, and what kept the page from answering.
import type { Page } from 'playwright-core'

/** From the beginning of a page: every task that took longer than 50 ms. */
export const watchTasks = `
  globalThis.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`

/** The longest task since it was asked last; 0: none was longer than 50 ms. */
export async function tasks(page: Page): Promise<number> {
  // They are told some time later.
  await page.waitForTimeout(300)
  return page.evaluate<number>('Math.max(0, ...globalThis.tasks.splice(0))')
}

/** The handle as a hand puts it: its value, then the event. `settled` tells how long until nothing is waited for. */
export const set = `((version, effect) => {
  const handle = document.querySelector('input[type=range]')
  const holds = new Function('return ' + effect)
  const begun = performance.now()
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  set.call(handle, version)
  handle.dispatchEvent(new Event('input', { bubbles: true }))
  globalThis.settled = new Promise((done) => {
    const look = () => holds() && !document.querySelector('[aria-busy=true]')
      ? done(performance.now() - begun)
      : requestAnimationFrame(look)
    look()
  })
})`

/** What the main thread of a page has worked so far, in ms of its own: others' load is not in it. */
export async function meterOf(page: Page): Promise<() => Promise<number>> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await protocol.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

/** The whole line there and back by a mouse that is pressed; the longest task of it. */
export async function dragged(page: Page): Promise<number> {
  await page.bringToFront()
  await tasks(page)
  const box = await page.locator('input[type=range]').boundingBox()
  if (!box) throw new Error('there is no handle')
  const at = box.y + box.height / 2
  await page.locator('input[type=range]').fill('1')
  await page.mouse.move(box.x + 8, at)
  await page.mouse.down()
  for (const share of [1, 0.2, 0.7])
    await page.mouse.move(box.x + box.width * share, at, { steps: 60 })
  await page.mouse.up()
  return tasks(page)
}

/** As many rows, replaced as a whole at every input. */
export const bareRows = (rows: number) => `<input type="range" min="1" max="20000"><ul></ul><script>
  document.querySelector('input').addEventListener('input', ({ target: { value } }) => {
    const rows = Array.from({ length: ${rows} }, (_, i) => '<li>M' + i + ' of ' + value + '</li>')
    document.querySelector('ul').innerHTML = rows.join('')
    document.body.dataset.at = value
  })
</script>`
