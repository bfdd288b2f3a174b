import { drawingOf } from './bracket-links.ts'
import type { Rounds } from './bracket-rounds.ts'
import type { ParsedMatch, ParsedStage } from './parsed-bracket.ts'

type Round = NonNullable<ReturnType<Rounds['get']>>

/**
 * A stage with its matches in order of play (R-BR-3): as the other site orders them, then by rounds
 * as in our own layouts, and never before a match they wait for.
 */
export function inPlayOrder(stage: ParsedStage): ParsedStage {
  const { rounds, sources } = drawingOf(stage)
  const step = (match: ParsedMatch) => stepOf(rounds.get(match)!)
  const sorted = stage.matches.toSorted((a, b) => {
    if (a.order !== null && b.order !== null) return a.order - b.order
    if (a.order !== null || b.order !== null) return a.order === null ? 1 : -1
    return step(a) - step(b)
  })
  const byId = new Map(sorted.map((match) => [match.id, match]))
  const matches = new Set<ParsedMatch>()
  const visited = new Set<ParsedMatch>()
  const visit = (match: ParsedMatch) => {
    if (visited.has(match)) return
    visited.add(match)
    for (const source of sources.get(match) ?? []) {
      const from = source && byId.get(source.match)
      if (from) visit(from)
    }
    matches.add(match)
  }
  for (const match of sorted) visit(match)
  return { ...stage, matches: [...matches] }
}

/** Each winners round is followed by the losers rounds that it feeds; the finals are last. */
function stepOf({ type, roundNum, level }: Round): number {
  if (type === 'first_final') return 1
  if (type === 'second_final') return 2
  if (type === 'winners') return -3 * level
  if (type === 'losers') return -3 * (Math.floor(level / 2) + 1) + (level % 2 === 1 ? 1 : 2)
  return level === 0 && roundNum !== null && roundNum > 1 ? roundNum : -level
}
