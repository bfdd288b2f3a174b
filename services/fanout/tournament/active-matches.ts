import type { CabinetId, MatchId } from '#events/ids.ts'
import type { Change, ActiveMatch } from '#events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import { Listeners } from '../socket/listeners.ts'

/** Matches in progress on the watched cabinets, of any tournament. */
export type ActiveMatches = {
  /** loads the cabinets' matches, after which `on` returns them and they are kept up to date */
  load(cabinets: readonly CabinetId[]): Promise<void>
  on(cabinets: readonly CabinetId[]): ActiveMatch[]
  /** called after the match on the cabinet has changed */
  listenTo(cabinet: CabinetId, listener: () => void): () => void
  /** reads all cabinets again, because messages may have been lost */
  refresh(): Promise<void>
  stop(): void
}
type Read = (cabinets: CabinetId[]) => Promise<readonly ActiveMatch[]>
type Cabinet = { matches: readonly ActiveMatch[]; readId: number; loaded: Promise<void> }

export function openActiveMatches(
  log: Pick<Log, 'subscribe'>,
  read: Read,
  onError: (error: unknown) => void,
): ActiveMatches {
  const cabinets = new Map<CabinetId, Cabinet>()
  const cabinetOf = new Map<MatchId, CabinetId>()
  const listeners = new Listeners<CabinetId, []>()
  let reads = 0

  function reread(ids: CabinetId[]): Promise<void> {
    if (ids.length === 0) return Promise.resolve()
    const readId = ++reads
    return read(ids).then((rows) => {
      const changed = ids.filter((id) => update(id, rows, readId))
      for (const id of changed) listeners.notify(id)
    }, onError)
  }

  /** Returns true if the match changed. Of two concurrent reads the one that began later wins. */
  function update(id: CabinetId, rows: readonly ActiveMatch[], readId: number): boolean {
    const cabinet = cabinets.get(id)
    if (!cabinet || readId < cabinet.readId) return false
    const before = cabinet.matches
    const matches = rows.filter(({ cabinet: rowCabinet }) => rowCabinet === id)
    for (const { match } of before) if (cabinetOf.get(match) === id) cabinetOf.delete(match)
    for (const { match } of matches) cabinetOf.set(match, id)
    cabinets.set(id, { ...cabinet, matches, readId })
    return JSON.stringify(before) !== JSON.stringify(matches)
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
      // Registered before the read, so that a frame in the meantime triggers another read.
      const loaded = Promise.resolve().then(() => reread(missing))
      for (const id of missing) cabinets.set(id, { matches: [], readId: 0, loaded })
      await Promise.all(ids.map(async (id) => cabinets.get(id)?.loaded))
    },
    on: (ids) => ids.flatMap((id) => cabinets.get(id)?.matches ?? []),
    listenTo: (cabinet, listener) => listeners.add(cabinet, listener),
    async refresh() {
      for (const [id, { matches }] of cabinets) {
        if (listeners.has(id)) continue
        cabinets.delete(id)
        for (const { match } of matches) cabinetOf.delete(match)
      }
      await reread([...cabinets.keys()])
    },
    stop,
  }
}
