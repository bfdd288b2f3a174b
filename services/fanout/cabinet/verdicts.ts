import { dropOldest } from '#events/drop-oldest.ts'
import type { CabinetId } from '#events/ids.ts'
import type { CountedGame, GameVerdict } from '#events/view/frames.ts'
import { pause } from '../../log/index.ts'
import type { Log } from '../../log/index.ts'

/** A missing referee delays messages by at most this long. */
const timeoutMs = 2_000
const maxVerdicts = 500

/**
 * The referee's verdicts on finished games. A verdict may arrive before the projector announces the
 * end of the game.
 */
export function openVerdicts(log: Log) {
  const verdicts = new Map<string, PromiseWithResolvers<CountedGame | null>>()
  const stopped = new AbortController()

  function of(key: string): PromiseWithResolvers<CountedGame | null> {
    const verdict = verdicts.get(key) ?? Promise.withResolvers<CountedGame | null>()
    verdicts.set(key, verdict)
    dropOldest(verdicts, maxVerdicts)
    return verdict
  }

  const unsubscribe = log.subscribe('judged.*', (message) => {
    const { cabinet, game, counted } = message as GameVerdict
    of(`${cabinet}/${game}`).resolve(counted)
  })

  return {
    /** Waits for the verdict and, if the game counts, for `onCounted`; gives up after a timeout. */
    async awaitVerdict(
      { cabinet, game }: { cabinet: CabinetId; game: string },
      onCounted: (commit: CountedGame) => Promise<void>,
    ): Promise<void> {
      const done = new AbortController()
      const signal = AbortSignal.any([done.signal, stopped.signal])
      const timeout = pause(timeoutMs, signal)
      const verdict = of(`${cabinet}/${game}`).promise.then((commit) => commit && onCounted(commit))
      await Promise.race([verdict, timeout]).finally(() => done.abort())
    },
    stop(): void {
      unsubscribe()
      stopped.abort()
    },
  }
}
