import { fetchInTime } from '../fetch-in-time.ts'
import { Failure, numberOf, read, rest, withNumber } from '../rest.ts'
import { text } from '../text/text.ts'
import type { CommitHistory } from './commit-history.ts'

type Ports = {
  fetch: (path: string) => Promise<Response>
  /** lets the page draw and answer */
  breathe: () => Promise<void>
  now: () => number
  /** by stage, as their rows have them */
  hashes: () => Readonly<Record<number, string | null>>
  grew: (length: number) => void
}
const sliceMs = 12
/** A log of ten thousand commits is megabytes. */
const logLimitMs = 180_000

export const here: Pick<Ports, 'fetch' | 'breathe' | 'now'> = {
  fetch: (path) => fetchInTime(path, {}, logLimitMs),
  breathe: () => new Promise((resolve) => setTimeout(resolve)),
  now: () => performance.now(),
}

/** What of the log an evening does not have yet, in slices: a page with ten thousand goes on. */
export async function readOn(
  evening: CommitHistory,
  tournament: number,
  ports: Ports,
): Promise<void> {
  const of = { id: tournament, after: evening.length }
  const response = await ports.fetch(rest.get('/api/tournament/tournament/:id/log/', of))
  if (!response.ok) {
    throw new Failure(response.status, withNumber(text.apiFailed, numberOf(response)))
  }
  const lines = (await response.text()).split('\n').filter(Boolean)
  // Asked for after the commits: whatever their tables showed is in it.
  const at = rest.get('/api/tournament/tournament/:id/log/rolls/', { id: tournament })
  const { rolls } = await read(at)
  evening.seals.learn(rolls, ports.hashes())
  let begun = ports.now()
  for (const line of lines) {
    evening.add(JSON.parse(line))
    if (ports.now() - begun < sliceMs) continue
    ports.grew(evening.length)
    await ports.breathe()
    begun = ports.now()
  }
  ports.grew(evening.length)
}
