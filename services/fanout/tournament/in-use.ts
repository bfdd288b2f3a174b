import type { CabinetId, MatchId } from '../../../events/ids.ts'
import type { Change, InUse } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import { Listeners } from '../socket/listeners.ts'

/** What is played on the cabinets that are watched, of whichever tournament. */
export type CabinetsInUse = {
  /** when it is answered, `on` knows these cabinets; they are followed from then on */
  load(cabinets: readonly CabinetId[]): Promise<void>
  on(cabinets: readonly CabinetId[]): InUse[]
  /** after what is played on it has changed */
  listenTo(cabinet: CabinetId, listener: () => void): () => void
  /** what was heard may have been missed */
  refresh(): Promise<void>
  stop(): void
}
type Read = (cabinets: CabinetId[]) => Promise<readonly InUse[]>
type Cabinet = { inUse: readonly InUse[]; turn: number; loaded: Promise<void> }

export function openInUse(
  log: Pick<Log, 'subscribe'>,
  read: Read,
  failed: (error: unknown) => void,
): CabinetsInUse {
  const cabinets = new Map<CabinetId, Cabinet>()
  const cabinetOf = new Map<MatchId, CabinetId>()
  const listeners = new Listeners<CabinetId, []>()
  let turns = 0

  function reread(ids: CabinetId[]): Promise<void> {
    if (ids.length === 0) return Promise.resolve()
    const turn = ++turns
    return read(ids).then((rows) => {
      const changed = ids.filter((id) => take(id, rows, turn))
      for (const id of changed) listeners.tell(id)
    }, failed)
  }

  /** True when it is news: of two reads under way the one that began later counts. */
  function take(id: CabinetId, rows: readonly InUse[], turn: number): boolean {
    const cabinet = cabinets.get(id)
    if (!cabinet || turn < cabinet.turn) return false
    const before = cabinet.inUse
    const inUse = rows.filter((one) => one.cabinet === id)
    for (const { match } of before) if (cabinetOf.get(match) === id) cabinetOf.delete(match)
    for (const { match } of inUse) cabinetOf.set(match, id)
    cabinets.set(id, { ...cabinet, inUse, turn })
    return JSON.stringify(before) !== JSON.stringify(inUse)
  }

  const stop = log.subscribe('frame.*', (message) => {
    const { put = [], gone = [] } = (message as Change).rows.match ?? {}
    const touched = new Set<CabinetId | null | undefined>()
    for (const { id, activeCabinet } of put) {
      const before = cabinetOf.get(id) ?? null
      if (before !== activeCabinet) touched.add(before).add(activeCabinet)
    }
    for (const key of gone) touched.add(cabinetOf.get(Number(key)))
    void reread([...touched].flatMap((id) => (id && cabinets.has(id) ? id : [])))
  })

  return {
    async load(ids) {
      const missing = ids.filter((id) => !cabinets.has(id))
      // Known before they are read, so that a frame meanwhile has them read again.
      const loaded = Promise.resolve().then(() => reread(missing))
      for (const id of missing) cabinets.set(id, { inUse: [], turn: 0, loaded })
      await Promise.all(ids.map(async (id) => cabinets.get(id)?.loaded))
    },
    on: (ids) => ids.flatMap((id) => cabinets.get(id)?.inUse ?? []),
    listenTo: (cabinet, listener) => listeners.add(cabinet, listener),
    async refresh() {
      for (const [id, { inUse }] of cabinets) {
        if (listeners.has(id)) continue
        cabinets.delete(id)
        for (const { match } of inUse) cabinetOf.delete(match)
      }
      await reread([...cabinets.keys()])
    },
    stop,
  }
}
