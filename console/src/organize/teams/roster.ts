import { folded } from '../../../../events/text/folded.ts'
import type { MemberRow, TeamRow } from '../../../../events/schema/rows.ts'

export type Named = { id: number; name: string }
/** null: the free agents */
export type Squad<P> = { team: Named | null; players: P[] }
type Rows = {
  team: Readonly<Record<string, TeamRow>>
  member: Readonly<Record<string, MemberRow>>
}

/**
 * Who is where: the free agents first, then the teams by name. The teams are live, the players are
 * read: a player of a team that is not there any more is free.
 */
export function squadsOf<P extends Named>(
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
    .map((one) => ({ team: one, players: inTeam.get(one.id) ?? [] }))
  return [{ team: null, players: free }, ...teams]
}

/** Those whose name has the words in it; of a team that is called so all. */
export function found<P extends Named>(squads: readonly Squad<P>[], search: string): Squad<P>[] {
  const wanted = folded(search.trim())
  if (wanted === '') return [...squads]
  return squads.flatMap(({ team, players }) => {
    if (team && folded(team.name).includes(wanted)) return [{ team, players }]
    const own = players.filter(({ name }) => folded(name).includes(wanted))
    return own.length > 0 || !team ? [{ team, players: own }] : []
  })
}

/** In parts that are drawn only near the screen. */
export function partsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  )
}

export function byName(a: Named, b: Named): number {
  return a.name.localeCompare(b.name, 'en', { numeric: true }) || a.id - b.id
}
