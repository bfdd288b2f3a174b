// Runs in the page: from an input to the frame that shows what it did.

/** What is told of one input, in ms: until the next frame at all, and until its effect is in one. */
export type Painted = { next: number; effect: number; said: number }

/** The input that is looked for, and what is true once its effect is in the document. */
export type Awaited = { input: string; effect: string }

/** Arms the page for the next input; `painted()` then tells. */
export const arm = `(({ input, effect }) => {
  const holds = new Function('return ' + effect)
  // After the frame's own work, once it has been handed on to be painted, and before anything else
  // that waits for its turn.
  const framed = () => new Promise((done) => requestAnimationFrame(() => {
    scheduler.postTask(() => done(performance.now()), { priority: 'user-blocking' })
  }))
  let said = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === input) said = Math.max(said, entry.duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 })
  globalThis.painted = new Promise((done) => {
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
      // What the browser says of an event is told some time after its frame.
      setTimeout(() => {
        observer.disconnect()
        done({ next: nextAt - timeStamp, effect: effectAt - timeStamp, said })
      }, 100)
    }, { capture: true, once: true })
  })
})`
