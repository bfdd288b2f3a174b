import { fetchInTime } from '../connection/fetch-in-time.ts'
import { Failure, numberOf, read, rest, withNumber } from '../rest.ts'
import { text } from '../text/text.ts'
import type { CommitHistory } from './commit-history.ts'

type Ports = {
  fetch: (path: string) => Promise<Response>
  /** lets the page render and respond between slices */
  breathe: () => Promise<void>
  now: () => number
  /** the hashes of the dice by stage, from their rows */
  hashes: () => Readonly<Record<number, string | null>>
  grew: (length: number) => void
}
const sliceMs = 12
/** A log of ten thousand commits is several megabytes. */
const logLimitMs = 180_000

export const browserPorts: Pick<Ports, 'fetch' | 'breathe' | 'now'> = {
  fetch: (path) => fetchInTime(path, {}, logLimitMs),
  breathe: () => new Promise((resolve) => setTimeout(resolve)),
  now: () => performance.now(),
}

/** Reads the commits that the history lacks, in slices so that the page stays responsive. */
export async function readNewCommits(
  history: CommitHistory,
  tournament: number,
  ports: Ports,
): Promise<void> {
  const values = { id: tournament, after: history.length }
  const response = await ports.fetch(rest.get('/api/tournament/tournament/:id/log/', values))
  if (!response.ok) {
    throw new Failure(response.status, withNumber(text.apiFailed, numberOf(response)))
  }
  const lines = (await response.text()).split('\n').filter(Boolean)
  // Read after the commits, so that it has every roll that their standings have shown.
  const rollsPath = rest.get('/api/tournament/tournament/:id/log/rolls/', { id: tournament })
  const { rolls } = await read(rollsPath)
  history.seals.learn(rolls, ports.hashes())
  let sliceStart = ports.now()
  for (const line of lines) {
    history.add(JSON.parse(line))
    if (ports.now() - sliceStart < sliceMs) continue
    ports.grew(history.length)
    await ports.breathe()
    sliceStart = ports.now()
  }
  ports.grew(history.length)
}
