import type { EstimatesFrame } from '#events/view/frames.ts'
import type { Estimates } from '#events/estimate/publish.ts'
import type { Log } from '../../log/index.ts'
import { encode } from '../socket/encode.ts'
import { Listeners } from '../socket/listeners.ts'
import type { TournamentId } from '#events/ids.ts'

/** The latest estimates of every watched tournament; only the newest are sent, none are queued. */
export type EstimateFrames = {
  /** all estimates of a tournament, encoded once for all viewers; undefined if there are none */
  full(tournament: TournamentId): Promise<Buffer | undefined>
  /** called with the changes since the previous message */
  listenTo(tournament: TournamentId, listener: (change: Buffer) => void): () => void
  /** clears the cache, because messages may have been lost; estimates are read again on demand */
  forget(): void
  stop(): void
}
type Read = (tournament: TournamentId) => Promise<Estimates | null>

export function openEstimates(log: Pick<Log, 'subscribe'>, read: Read): EstimateFrames {
  const latest = new Map<number, Estimates | null>()
  const fullFrames = new Map<TournamentId, Buffer>()
  const listeners = new Listeners<TournamentId, [Buffer]>()

  const stop = log.subscribe('estimates.*', (message) => {
    const next = message as Estimates
    const { tournament } = next
    const before = latest.get(tournament) ?? null
    latest.set(tournament, next)
    fullFrames.delete(tournament)
    if (listeners.has(tournament)) listeners.notify(tournament, encode(changeOf(before, next)))
  })

  return {
    async full(tournament) {
      if (!latest.has(tournament)) {
        const stored = await read(tournament)
        // A message that arrived during the read is newer.
        if (!latest.has(tournament)) latest.set(tournament, stored)
        if (latest.size > maxCached) latest.delete(latest.keys().next().value!)
      }
      const now = latest.get(tournament)
      if (!now) return undefined
      const frame = fullFrames.get(tournament) ?? encode(changeOf(null, now))
      if (fullFrames.size >= maxCached) fullFrames.clear()
      fullFrames.set(tournament, frame)
      return frame
    },
    listenTo: (tournament, listener) => listeners.add(tournament, listener),
    forget() {
      latest.clear()
      fullFrames.clear()
    },
    stop,
  }
}

const maxCached = 500

/** Leaves out matches that were not published again, unless there is no previous message. */
function changeOf(before: Estimates | null, next: Estimates): EstimatesFrame {
  const previous = new Map(before?.matches.map((estimate) => [estimate.match, estimate]))
  const current = new Set(next.matches.map(({ match }) => match))
  return {
    type: 'estimates',
    ...next,
    whole: before === null,
    matches: next.matches.filter(
      ({ match, publishedAt }) => previous.get(match)?.publishedAt !== publishedAt,
    ),
    gone: [...previous.keys()].filter((match) => !current.has(match)),
  }
}
