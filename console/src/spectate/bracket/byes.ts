import type { MatchRow } from '#events/schema/rows.ts'

type ByeMatch = Pick<
  MatchRow,
  'id' | 'matchNum' | 'matchType' | 'roundNum' | 'blueTeam' | 'goldTeam' | 'blueFrom' | 'goldFrom'
>

/**
 * Teams that had a bye, by their first match (R-BR-2). A bye is not a match and has no row: it
 * shows as a team in a later round to whose slot no match leads.
 */
export function byesOf(matches: ByeMatch[]): Map<number, number[]> {
  const first = Math.max(
    ...matches.map(({ matchType, roundNum }) => {
      return isEntry(matchType) ? (roundNum ?? 0) : 0
    }),
  )
  const playedBefore = new Set<number>()
  const byes = new Map<number, number[]>()
  for (const match of matches.toSorted((a, b) => a.matchNum - b.matchNum)) {
    for (const [team, from] of [
      [match.blueTeam, match.blueFrom],
      [match.goldTeam, match.goldFrom],
    ] as const) {
      if (team === null || playedBefore.has(team)) continue
      playedBefore.add(team)
      const isLater = isEntry(match.matchType) && match.roundNum !== null && match.roundNum < first
      if (isLater && from === null) byes.set(match.id, [...(byes.get(match.id) ?? []), team])
    }
  }
  return byes
}

function isEntry(type: string | null): boolean {
  return type === null || type === 'winners'
}
