/** Before a supervisor's five seconds are over (P21). */
const mostMs = 4_000

/**
 * On a signal to stop, a process finishes what it took and ends. One whose neighbours are away cannot
 * finish: what it holds is seen again by the next (P2), so it does not wait for them.
 */
export function onShutdown(stop: () => Promise<void>): void {
  const end = () => {
    setTimeout(() => process.exit(0), mostMs).unref()
    void stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}
