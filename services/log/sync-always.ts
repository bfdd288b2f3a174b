/**
 * Checks that a server writes every message to disk before it acknowledges it (P1). Clients cannot
 * ask for that setting; the monitoring address (`http:` in its configuration) has it.
 */
export async function requireSyncAlways(monitorUrl: string): Promise<void> {
  const url = new URL('/jsz', monitorUrl)
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(
    (cause: unknown) => {
      throw new Error(`NATS_MONITOR_URL: nothing answers at ${url.origin}`, { cause })
    },
  )
  const said = (await answer.json()) as { config?: { sync_always?: boolean } }
  if (said.config?.sync_always === true) return
  throw new Error(
    'The NATS server acknowledges messages before they are on its disk: a power cut would lose ' +
      'results. Set sync_interval: always in the jetstream part of its configuration.',
  )
}
