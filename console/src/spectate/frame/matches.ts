import { said } from '../../core/text/catalogue.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText as text } from '../../core/text/public.ts'

/** One side of a match as the public reads it. */
export type Side = {
  team: number | null
  /** the team's name, or where it will come from */
  name: string
  score: number
  isWinner: boolean
  isLoser: boolean
}

/** Both sides, always in the same order: a swap of colours does not move them (ux 3). */
export function sidesOf(rows: Tables, match: MatchRow): [Side, Side] {
  const side = (team: number | null, from: string | null, score: number): Side => ({
    team,
    name: (team === null ? from && said(from) : rows.team[team]?.name) ?? text.match.unknown,
    score,
    isWinner: match.isComplete && team !== null && match.winner === team,
    isLoser: match.isComplete && match.winner !== null && match.winner !== team,
  })
  const blue = side(match.blueTeam, match.blueFrom, match.blueScore)
  const gold = side(match.goldTeam, match.goldFrom, match.goldScore)
  return match.isFlipped ? [gold, blue] : [blue, gold]
}

export function hasBegun(match: MatchRow): boolean {
  const points = match.blueScore + match.goldScore
  return match.isComplete || match.activeCabinet !== null || points > 0
}

export function isOf(match: MatchRow, team: number | null): boolean {
  return team !== null && (match.blueTeam === team || match.goldTeam === team)
}

/** What a match is besides its score, in a word; the colour never says it alone. */
export function stateOf(match: MatchRow): string | null {
  if (match.protest?.state === 'open') return text.protest.open
  if (match.underReview) return text.match.frozen
  if (match.forfeit) return match.winner === null ? text.match.doubleForfeit : text.match.forfeit
  if (match.isComplete && match.winner === null) return text.match.tie
  if (match.activeCabinet !== null) return match.isWarmup ? text.match.warmup : text.match.playing
  return null
}

/** In one sentence, for those who hear it. */
export function spokenOf(rows: Tables, match: MatchRow): string {
  const [one, two] = sidesOf(rows, match)
  const teams = hasBegun(match)
    ? text.match.score(one.name, one.score, two.name, two.score)
    : text.match.versus(one.name, two.name)
  const state = stateOf(match) ?? (match.isComplete ? text.match.over : null)
  const words = [text.match.short(match.matchNum), said(match.roundName), teams, state]
  return words.filter(Boolean).join(', ')
}

/** The cabinets a match waits for, or the one it is on. */
export function cabinetsOf(rows: Tables, match: MatchRow): number[] {
  if (match.activeCabinet !== null) return [match.activeCabinet]
  const queue = Object.values(rows.queue).find(({ matches }) => matches.includes(match.id))
  return queue?.cabinets ?? []
}

/** Open matches in the order in which they will probably be played. */
export function coming(
  rows: Tables,
  starts: Readonly<Record<number, { from: string; to: string }>>,
): MatchRow[] {
  const places = new Map<number, number>()
  for (const { matches } of Object.values(rows.queue)) {
    for (const [place, id] of matches.entries()) places.set(id, place)
  }
  const late = '9'
  return Object.values(rows.match)
    .filter((match) => !match.isComplete)
    .toSorted((a, b) => {
      const on = Number(b.activeCabinet !== null) - Number(a.activeCabinet !== null)
      const [x, y] = [starts[a.id]?.from ?? late, starts[b.id]?.from ?? late]
      const queued = (places.get(a.id) ?? 9_999) - (places.get(b.id) ?? 9_999)
      return on || x.localeCompare(y) || queued || a.matchNum - b.matchNum
    })
}

/** Newest first. */
export function results(rows: Tables): MatchRow[] {
  return Object.values(rows.match)
    .filter((match) => match.isComplete)
    .toSorted((a, b) => {
      return (b.completedAt ?? '').localeCompare(a.completedAt ?? '') || b.matchNum - a.matchNum
    })
}

/** The rows of a page change with every frame; a tournament's stages hardly ever. */
export function stagesOf(rows: Pick<Tables, 'bracket'>) {
  return Object.values(rows.bracket).toSorted((a, b) => a.id - b.id)
}
