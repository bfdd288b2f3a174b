import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { Log } from '../log/index.ts'
import type { Acknowledge } from './batch.ts'
import { openGroupCommit } from './group-commit.ts'
import type { GroupCommit } from './group-commit.ts'
import { openRate } from './rate.ts'
import type { RateLimit, Rate } from './rate.ts'
import type { CabinetId } from '../../events/ids.ts'

/** What intake keeps per cabinet, whichever sockets its events come by. */
export type CabinetWriters = {
  take(cabinet: CabinetId, event: CabinetEvent, bytes: number, teller?: Acknowledge): void
  /** milliseconds the sender has to wait after this one */
  pace(cabinet: CabinetId): number
  held(cabinet: CabinetId): number
  idle(): Promise<void>
  forgetUnused(): void
}
type Options = {
  log: Pick<Log, 'appendFacts' | 'pairOfCabinet'>
  signal: AbortSignal
  pace: RateLimit
  failed?(error: unknown): void
  now?: () => number
}

const unusedMs = 10 * 60_000

export function openCabinetWriters({
  log,
  signal,
  pace,
  failed,
  now = Date.now,
}: Options): CabinetWriters {
  const lanes = new Map<number, { lane: GroupCommit; rate: Rate; usedAt: number }>()
  /** how far the commits have come, by pair of streams */
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
    let found = lanes.get(cabinet)
    if (!found) {
      const lane = openGroupCommit({
        cabinet,
        log,
        position: (fresh) => position(cabinet, fresh),
        signal,
        failed,
      })
      found = { lane, rate: openRate(pace, now), usedAt: 0 }
      lanes.set(cabinet, found)
    }
    found.usedAt = now()
    return found
  }

  return {
    take: (cabinet, event, bytes, teller) => of(cabinet).lane.take(event, bytes, teller),
    pace: (cabinet) => of(cabinet).rate.take(),
    held: (cabinet) => lanes.get(cabinet)?.lane.held() ?? 0,
    idle: async () => {
      await Promise.all([...lanes.values()].map(({ lane }) => lane.idle()))
    },
    forgetUnused() {
      for (const [cabinet, { lane, usedAt }] of lanes) {
        if (lane.held() === 0 && now() - usedAt > unusedMs) lanes.delete(cabinet)
      }
    },
  }
}
