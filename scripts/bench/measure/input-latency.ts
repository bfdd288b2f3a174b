// Runs in the page: measures the time from an input to the frame that shows its effect.

/**
 * Latencies of one input in ms: to the next frame, to the frame with its effect, and as reported by
 * the browser (Event Timing).
 */
export type InputLatencies = { next: number; effect: number; reported: number }

/** The expected input, and a condition that is true once its effect is in the document. */
export type ExpectedInput = { input: string; effect: string }

/**
 * Arms the page for the next input; `globalThis.painted` then resolves with the latencies, or
 * rejects if the input has had no effect for a minute.
 */
export const armPage = `(({ input, effect }) => {
  const holds = new Function('return ' + effect)
  // After the frame's own work, when it has been submitted for painting, and before other queued
  // tasks.
  const framed = () => new Promise((done) => requestAnimationFrame(() => {
    scheduler.postTask(() => done(performance.now()), { priority: 'user-blocking' })
  }))
  let reported = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === input) reported = Math.max(reported, entry.duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 })
  globalThis.painted = new Promise((done, fail) => {
    // Otherwise the bench would wait for ever for an effect that does not come.
    setTimeout(() => fail(new Error(input + ' had no effect: ' + effect)), 60_000)
    addEventListener(input, async ({ timeStamp }) => {
      const next = framed()
      const effect = new Promise((seen) => {
        const look = () => holds() && (watch.disconnect(), seen(framed()))
        const watch = new MutationObserver(look)
        const all = { subtree: true, childList: true, characterData: true, attributes: true }
        watch.observe(document, all)
        look()
      })
      const [nextAt, effectAt] = await Promise.all([next, effect])
      // The browser reports Event Timing some time after the frame.
      setTimeout(() => {
        observer.disconnect()
        done({ next: nextAt - timeStamp, effect: effectAt - timeStamp, reported })
      }, 100)
    }, { capture: true, once: true })
  })
})`
