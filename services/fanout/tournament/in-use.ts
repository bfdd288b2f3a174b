import type { Change, InUse } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'

/** What is played on every cabinet, of whichever tournament: one match a cabinet over all of them. */
export type CabinetsInUse = {
  latest(): Promise<readonly InUse[]>
  listen(listener: () => void): () => void
  /** what was heard may have been missed */
  refresh(): Promise<void>
  stop(): void
}

export function openInUse(
  log: Pick<Log, 'subscribe'>,
  store: Store,
  failed: (error: unknown) => void,
): CabinetsInUse {
  let latest: Promise<readonly InUse[]> | undefined
  /** the cabinets of matches, as last read */
  let known = new Map<number, number>()
  const listeners = new Set<() => void>()

  async function read(): Promise<readonly InUse[]> {
    const inUse = await matchesOnCabinets(store)
    known = new Map(inUse.map(({ match, cabinet }) => [match, cabinet]))
    return inUse
  }
  async function refresh(): Promise<void> {
    if (listeners.size === 0) {
      latest = undefined
      return
    }
    const before = await latest
    latest = read().catch((error) => {
      latest = undefined
      failed(error)
      return before ?? []
    })
    if (JSON.stringify(before) === JSON.stringify(await latest)) return
    for (const listener of listeners) listener()
  }
  const stop = log.subscribe('frame.*', (message) => {
    const { rows } = message as Change
    const moves = ({ id, activeCabinet }: { id: number; activeCabinet: number | null }) =>
      (known.get(id) ?? null) !== activeCabinet
    if (rows.match?.put.some(moves) || rows.match?.gone.length) void refresh()
  })
  return {
    latest: () => (latest ??= read()),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    stop,
  }
}

async function matchesOnCabinets({ db }: Store): Promise<InUse[]> {
  const rows = await db
    .selectFrom('view.match as match')
    .innerJoin('view.tournament as tournament', 'tournament.id', 'match.tournament')
    .leftJoin('view.team as blue', 'blue.id', 'match.blueTeam')
    .leftJoin('view.team as gold', 'gold.id', 'match.goldTeam')
    .where('match.activeCabinet', 'is not', null)
    .select(['match.id', 'match.activeCabinet', 'match.matchNum', 'match.tournament'])
    .select(['tournament.name as tournamentName', 'blue.name as blue', 'gold.name as gold'])
    .orderBy('match.id')
    .execute()
  return rows.map(({ id, activeCabinet, matchNum, tournament, tournamentName, blue, gold }) => ({
    cabinet: activeCabinet ?? 0,
    tournament,
    tournamentName,
    match: id,
    matchName: `M${matchNum} (${blue ?? 'a team'} v ${gold ?? 'a team'})`,
  }))
}
