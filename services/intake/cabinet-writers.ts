import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Log } from '../log/index.ts'
import type { Acknowledge } from './batch.ts'
import { openGroupCommit } from './group-commit.ts'
import type { GroupCommit } from './group-commit.ts'
import { openTokenBucket } from './rate.ts'
import type { RateLimit, TokenBucket } from './rate.ts'
import type { CabinetId } from '#events/ids.ts'

/** Group commit and rate limit for each cabinet, shared by all sockets that send its events. */
export type CabinetWriters = {
  take(cabinet: CabinetId, event: CabinetEvent, bytes: number, sender?: Acknowledge): void
  /** milliseconds the sender has to wait after this event */
  waitMs(cabinet: CabinetId): number
  held(cabinet: CabinetId): number
  idle(): Promise<void>
  forgetUnused(): void
}
type Options = {
  log: Pick<Log, 'appendFacts' | 'pairOfCabinet'>
  signal: AbortSignal
  rateLimit: RateLimit
  onError?(error: unknown): void
  now?: () => number
}

const unusedMs = 10 * 60_000

export function openCabinetWriters({
  log,
  signal,
  rateLimit,
  onError,
  now = () => performance.now(),
}: Options): CabinetWriters {
  const writers = new Map<number, { groupCommit: GroupCommit; rate: TokenBucket; usedAt: number }>()
  /** last known end of the commits, by pair of streams */
  const last = new Map<number, number>()

  async function position(cabinet: CabinetId, fresh: boolean): Promise<number> {
    const { index, tail } = await log.pairOfCabinet(cabinet)
    const before = last.get(index) ?? 0
    if (!fresh) return before
    const after = Math.max(before, await tail(), last.get(index) ?? 0)
    last.set(index, after)
    return after
  }

  function of(cabinet: CabinetId) {
    let writer = writers.get(cabinet)
    if (!writer) {
      const groupCommit = openGroupCommit({
        cabinet,
        log,
        position: (fresh) => position(cabinet, fresh),
        signal,
        onError,
      })
      writer = { groupCommit, rate: openTokenBucket(rateLimit, now), usedAt: 0 }
      writers.set(cabinet, writer)
    }
    writer.usedAt = now()
    return writer
  }

  return {
    take: (cabinet, event, bytes, sender) => of(cabinet).groupCommit.take(event, bytes, sender),
    waitMs: (cabinet) => of(cabinet).rate.take(),
    held: (cabinet) => writers.get(cabinet)?.groupCommit.held() ?? 0,
    idle: async () => {
      await Promise.all([...writers.values()].map(({ groupCommit }) => groupCommit.idle()))
    },
    forgetUnused() {
      for (const [cabinet, { groupCommit, usedAt }] of writers) {
        if (groupCommit.held() === 0 && now() - usedAt > unusedMs) writers.delete(cabinet)
      }
    },
  }
}
