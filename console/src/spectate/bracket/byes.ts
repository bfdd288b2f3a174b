import type { MatchRow } from '../../../../events/schema/rows.ts'

type ByeMatch = Pick<
  MatchRow,
  'id' | 'matchNum' | 'matchType' | 'roundNum' | 'blueTeam' | 'goldTeam' | 'blueFrom' | 'goldFrom'
>

/**
 * Teams that came into their first match without one in the round before (R-BR-2), by that match.
 * A bye is no match, so no row tells of it: a team is there, and nothing leads to its place.
 */
export function byesOf(matches: ByeMatch[]): Map<number, number[]> {
  const first = Math.max(
    ...matches.map(({ matchType, roundNum }) => {
      return isEntry(matchType) ? (roundNum ?? 0) : 0
    }),
  )
  const met = new Set<number>()
  const byes = new Map<number, number[]>()
  for (const match of matches.toSorted((a, b) => a.matchNum - b.matchNum)) {
    for (const [team, from] of [
      [match.blueTeam, match.blueFrom],
      [match.goldTeam, match.goldFrom],
    ] as const) {
      if (team === null || met.has(team)) continue
      met.add(team)
      const isLater = isEntry(match.matchType) && match.roundNum !== null && match.roundNum < first
      if (isLater && from === null) byes.set(match.id, [...(byes.get(match.id) ?? []), team])
    }
  }
  return byes
}

function isEntry(type: string | null): boolean {
  return type === null || type === 'winners'
}
