import { setTimeout as sleep } from 'node:timers/promises'
import { dropOldest } from '../../../events/drop-oldest.ts'
import type { CabinetId } from '../../../events/ids.ts'
import type { CountedGame, GameVerdict } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'

/** A referee that is away delays nobody longer. */
const limitMs = 2_000
const maxKnown = 500

/** What the referee made of games that ended. It may be known before the projector tells the end. */
export function openVerdicts(log: Log) {
  const known = new Map<string, PromiseWithResolvers<CountedGame | null>>()
  const stopped = new AbortController()

  function of(key: string): PromiseWithResolvers<CountedGame | null> {
    const judged = known.get(key) ?? Promise.withResolvers<CountedGame | null>()
    known.set(key, judged)
    dropOldest(known, maxKnown)
    return judged
  }

  const end = log.subscribe('judged.*', (message) => {
    const { cabinet, game, counted } = message as GameVerdict
    of(`${cabinet}/${game}`).resolve(counted)
  })

  return {
    /** Calls `counted` once it is known that the game counts, and ends when that is done. */
    async settled(
      { cabinet, game }: { cabinet: CabinetId; game: string },
      counted: (commit: CountedGame) => Promise<void>,
    ): Promise<void> {
      const done = new AbortController()
      const signal = AbortSignal.any([done.signal, stopped.signal])
      const late = sleep(limitMs, undefined, { signal }).catch(() => {})
      const judged = of(`${cabinet}/${game}`).promise.then((commit) => commit && counted(commit))
      await Promise.race([judged, late]).finally(() => done.abort())
    },
    stop(): void {
      end()
      stopped.abort()
    },
  }
}
