import { roundNameOf, originOf } from '../../core/text/server-words.ts'
import { isOver } from '#events/rules/stage-over.ts'
import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'

/** One side of a match as public pages show it. */
export type Side = {
  team: number | null
  /** the team's name, or where it will come from */
  name: string
  score: number
  isWinner: boolean
  isLoser: boolean
}

/** Both sides, always in the same order: swapping colours does not move them (ux 3). */
export function sidesOf(rows: Tables, match: MatchRow): [Side, Side] {
  const side = (colour: 'blue' | 'gold'): Side => {
    const team = match[`${colour}Team`]
    const name = team === null ? originOf(match, colour) : rows.team[team]?.name
    return {
      team,
      name: name ?? text.match.unknown,
      score: match[`${colour}Score`],
      isWinner: match.isComplete && team !== null && match.winner === team,
      isLoser: match.isComplete && match.winner !== null && match.winner !== team,
    }
  }
  const [blue, gold] = [side('blue'), side('gold')]
  return match.isFlipped ? [gold, blue] : [blue, gold]
}

export function hasBegun(match: MatchRow): boolean {
  const points = match.blueScore + match.goldScore
  return match.isComplete || match.activeCabinet !== null || points > 0
}

export function hasTeam(match: MatchRow, team: number | null): boolean {
  return team !== null && (match.blueTeam === team || match.goldTeam === team)
}

/** The state of a match as text, so that it is never shown by colour alone. */
export function stateOf(match: MatchRow): string | null {
  if (match.protest?.state === 'open') return text.protest.open
  if (match.underReview) return text.match.frozen
  if (match.forfeit) return match.winner === null ? text.match.doubleForfeit : text.match.forfeit
  if (match.isComplete && match.winner === null) return text.match.tie
  if (match.activeCabinet !== null) return match.isWarmup ? text.match.warmup : text.match.playing
  return null
}

/** The match as one sentence, for screen readers. */
export function screenReaderText(rows: Tables, match: MatchRow): string {
  const [first, second] = sidesOf(rows, match)
  const teams = hasBegun(match)
    ? text.match.score(first.name, first.score, second.name, second.score)
    : text.match.versus(first.name, second.name)
  const state = stateOf(match) ?? (match.isComplete ? text.match.over : null)
  const words = [text.match.short(match.matchNum), roundNameOf(match), teams, state]
  return words.filter(Boolean).join(', ')
}

/** The cabinets a match waits for, or the one it is on. */
export function cabinetsOf(rows: Tables, match: MatchRow): number[] {
  if (match.activeCabinet !== null) return [match.activeCabinet]
  return queueOf(rows, match)?.cabinets ?? []
}

export function queueOf(rows: Tables, match: MatchRow): QueueRow | undefined {
  return Object.values(rows.queue).find(({ matches }) => matches.includes(match.id))
}

/** False once the organisers have marked the tournament as over. */
export function isTournamentActive(rows: Pick<Tables, 'tournament'>): boolean {
  return Object.values(rows.tournament)[0]?.isActive ?? true
}

/** Marked as over, or all its stages are complete. */
export function hasEnded(rows: Pick<Tables, 'tournament' | 'bracket'>): boolean {
  return !isTournamentActive(rows) || isOver(stagesOf(rows))
}

/**
 * Unfinished matches in the order in which they will probably be played. Once the tournament is
 * marked as over, those that have not begun will not be.
 */
export function upcomingMatches(
  rows: Tables,
  starts: Readonly<Record<number, { from: string; to: string }>>,
): MatchRow[] {
  const queueIndex = new Map<number, number>()
  for (const { matches } of Object.values(rows.queue)) {
    for (const [index, id] of matches.entries()) queueIndex.set(id, index)
  }
  // Sorts after every ISO time.
  const noStart = '9'
  const isActive = isTournamentActive(rows)
  return Object.values(rows.match)
    .filter((match) => !match.isComplete && (isActive || match.activeCabinet !== null))
    .toSorted((a, b) => {
      const active = Number(b.activeCabinet !== null) - Number(a.activeCabinet !== null)
      const [x, y] = [starts[a.id]?.from ?? noStart, starts[b.id]?.from ?? noStart]
      const queued = (queueIndex.get(a.id) ?? 9_999) - (queueIndex.get(b.id) ?? 9_999)
      return active || x.localeCompare(y) || queued || a.matchNum - b.matchNum
    })
}

/** Finished matches, newest first. */
export function finishedMatches(rows: Tables): MatchRow[] {
  return Object.values(rows.match)
    .filter((match) => match.isComplete)
    .toSorted((a, b) => {
      return (b.completedAt ?? '').localeCompare(a.completedAt ?? '') || b.matchNum - a.matchNum
    })
}

/** Takes only the stages, because these change rarely and other rows with every frame. */
export function stagesOf(rows: Pick<Tables, 'bracket'>) {
  return Object.values(rows.bracket).toSorted((a, b) => a.id - b.id)
}
