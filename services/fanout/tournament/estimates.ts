import type { EstimatesFrame } from '../../../events/view/frames.ts'
import type { Estimates } from '../../../events/estimate/publish.ts'
import type { Log } from '../../log/index.ts'
import { encode } from '../socket/encode.ts'
import { Listeners } from '../socket/listeners.ts'
import type { TournamentId } from '../../../events/ids.ts'

/** The latest estimate of every tournament that is watched: live state, never queued. */
export type EstimateFrames = {
  /** the whole of it, made once for all who come; undefined: there is none */
  whole(tournament: TournamentId): Promise<Buffer | undefined>
  /** with what has changed, for those who have the one before */
  listenTo(tournament: TournamentId, listener: (change: Buffer) => void): () => void
  /** what was heard may have been missed: read anew when it is asked for */
  forget(): void
  stop(): void
}
type Read = (tournament: TournamentId) => Promise<Estimates | null>

export function openEstimates(log: Pick<Log, 'subscribe'>, read: Read): EstimateFrames {
  const latest = new Map<number, Estimates | null>()
  const wholes = new Map<TournamentId, Buffer>()
  const listeners = new Listeners<TournamentId, [Buffer]>()

  const stop = log.subscribe('estimates.*', (message) => {
    const next = message as Estimates
    const { tournament } = next
    const before = latest.get(tournament) ?? null
    latest.set(tournament, next)
    wholes.delete(tournament)
    if (listeners.has(tournament)) listeners.tell(tournament, encode(changeOf(before, next)))
  })

  return {
    async whole(tournament) {
      if (!latest.has(tournament)) {
        const found = await read(tournament)
        // What was heard while it was read is newer.
        if (!latest.has(tournament)) latest.set(tournament, found)
        if (latest.size > maxKept) latest.delete(latest.keys().next().value!)
      }
      const now = latest.get(tournament)
      if (!now) return undefined
      const made = wholes.get(tournament) ?? encode(changeOf(null, now))
      if (wholes.size >= maxKept) wholes.clear()
      wholes.set(tournament, made)
      return made
    },
    listenTo: (tournament, listener) => listeners.add(tournament, listener),
    forget() {
      latest.clear()
      wholes.clear()
    },
    stop,
  }
}

const maxKept = 500

/** Matches that were not published anew are left out, unless there is nothing to compare with. */
function changeOf(before: Estimates | null, next: Estimates): EstimatesFrame {
  const had = new Map(before?.matches.map((one) => [one.match, one]))
  const has = new Set(next.matches.map((one) => one.match))
  return {
    type: 'estimates',
    ...next,
    whole: before === null,
    matches: next.matches.filter((one) => had.get(one.match)?.publishedAt !== one.publishedAt),
    gone: [...had.keys()].filter((match) => !has.has(match)),
  }
}
