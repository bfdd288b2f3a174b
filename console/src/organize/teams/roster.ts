import { foldForSearch } from '#events/text/fold-for-search.ts'
import type { MemberRow, TeamRow } from '#events/schema/rows.ts'
import { byName } from '../../core/by-name.ts'

export type IdAndName = { id: number; name: string }
/** null: the free agents */
export type Squad<P> = { team: IdAndName | null; players: P[] }
type Rows = {
  team: Readonly<Record<string, TeamRow>>
  member: Readonly<Record<string, MemberRow>>
}

/**
 * The free agents first, then the teams by name. Teams are live and players are polled, so a player
 * may refer to a deleted team; such players count as free agents.
 */
export function squadsOf<P extends IdAndName>(
  players: readonly P[],
  { team, member }: Rows,
): Squad<P>[] {
  const free: P[] = []
  const inTeam = new Map<number, P[]>(Object.values(team).map(({ id }) => [id, []]))
  for (const player of players.toSorted(byName)) {
    const squad = inTeam.get(member[player.id]?.team ?? 0) ?? free
    squad.push(player)
  }
  const teams = Object.values(team)
    .toSorted(byName)
    .map((row) => ({ team: row, players: inTeam.get(row.id) ?? [] }))
  return [{ team: null, players: free }, ...teams]
}

/** The players whose name contains the text; all players of a team whose name contains it. */
export function searchSquads<P extends IdAndName>(
  squads: readonly Squad<P>[],
  search: string,
): Squad<P>[] {
  const text = foldForSearch(search.trim())
  if (text === '') return [...squads]
  return squads.flatMap(({ team, players }) => {
    if (team && foldForSearch(team.name).includes(text)) return [{ team, players }]
    const matching = players.filter(({ name }) => foldForSearch(name).includes(text))
    return matching.length > 0 || !team ? [{ team, players: matching }] : []
  })
}

/** Chunks, each of which is rendered only near the viewport. */
export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, chunk) =>
    all.slice(chunk * size, (chunk + 1) * size),
  )
}
