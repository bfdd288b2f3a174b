import type { Entrant, ImportedMatch } from '#events/schema/nouns/external-bracket.ts'
import type { ExternalMatch, Bracket, Participant } from './external-bracket.ts'

/** Converts the teams of an external bracket, in seed order, for the desk. */
export function entrantsOf(participants: Participant[]): Entrant[] {
  const seed = (one: Participant) => one.seed ?? Infinity
  const sorted = participants.toSorted((a, b) => (seed(a) === seed(b) ? 0 : seed(a) - seed(b)))
  return sorted.flatMap(({ ids, name }) => (ids.length === 0 ? [] : [{ ids, name }]))
}

/** Converts the matches for the desk; groups are named A, B … by ascending id (R-CL-2). */
export function matchesOf({ heading, participants, matches }: Bracket): ImportedMatch[] {
  const isOver = heading.state === 'over' || heading.state === 'complete'
  // A match still pending at the end, such as an unneeded second final, is left out.
  const remaining = isOver ? matches.filter((external) => external.state !== 'pending') : matches
  const groups = [...new Set(matches.flatMap((external) => external.group ?? []))].toSorted(
    byNumber,
  )
  const ownIdOf = ownIds(participants)
  return remaining.map((external) => {
    const { id, identifier, playOrder, state, isUnderway, drawAllowed, players, score, round } =
      external
    const roundFields = { roundNum: round, roundName: roundName(external, groups) }
    const fields = { id, identifier, playOrder, state, isUnderway, drawAllowed }
    return { ...fields, ...roundFields, winner: winnerOf(external, ownIdOf), players, score }
  })
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : 1)
}

function roundName({ round, group }: ExternalMatch, groups: string[]): string {
  const name = round === null ? '' : round < 0 ? `Losers Round ${-round}` : `Round ${round}`
  if (group === null) return name
  const letter = String.fromCodePoint(65 + (groups.indexOf(group) % 26))
  return [`Group ${letter}`, name].filter(Boolean).join(', ')
}

/** Maps every id to the participant's first id, because a winner may be named by any of its ids. */
function ownIds(participants: Participant[]): Map<string, string> {
  return new Map(participants.flatMap(({ ids }) => ids.map((id) => [id, ids[0] ?? id] as const)))
}

function winnerOf({ winner, players }: ExternalMatch, ownIdOf: Map<string, string>): 0 | 1 | null {
  if (winner === null) return null
  const same = (id: string | null) => id !== null && ownIdOf.get(id) === ownIdOf.get(winner)
  if (players[0] === winner) return 0
  if (players[1] === winner) return 1
  if (!ownIdOf.has(winner)) return null
  return same(players[0]) ? 0 : same(players[1]) ? 1 : null
}

/** Whether a match has a player who is not among the participants read last. */
export function hasUnknownPlayer({ participants, matches }: Bracket): boolean {
  const known = ownIds(participants)
  return matches.some(({ players }) => players.some((id) => id !== null && !known.has(id)))
}
