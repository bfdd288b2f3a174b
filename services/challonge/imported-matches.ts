import type { Entrant, ImportedMatch } from '../../events/schema/external-bracket.ts'
import type { ExternalMatch, Bracket, Participant } from './external-bracket.ts'

/** The teams of a bracket outside in seed order, as the desk takes them. */
export function entrantsOf(participants: Participant[]): Entrant[] {
  const seed = (one: Participant) => one.seed ?? Infinity
  const sorted = participants.toSorted((a, b) => (seed(a) === seed(b) ? 0 : seed(a) - seed(b)))
  return sorted.flatMap(({ ids, name }) => (ids.length === 0 ? [] : [{ ids, name }]))
}

/** Its matches, as the desk takes them: groups are A, B … by ascending id (R-CL-2). */
export function matchesOf({ heading, participants, matches }: Bracket): ImportedMatch[] {
  const isOver = heading.state === 'over' || heading.state === 'complete'
  // Who is not waited for any more, such as a second final that nobody needs.
  const left = isOver ? matches.filter((external) => external.state !== 'pending') : matches
  const groups = [...new Set(matches.flatMap((external) => external.group ?? []))].toSorted(
    byNumber,
  )
  const own = ownIds(participants)
  return left.map((external) => {
    const { id, identifier, playOrder, state, isUnderway, drawAllowed, players, score, round } =
      external
    const place = { roundNum: round, roundName: roundName(external, groups) }
    const known = { id, identifier, playOrder, state, isUnderway, drawAllowed }
    return { ...known, ...place, winner: winnerOf(external, own), players, score }
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

/** Each id to the participant's first: a winner may be named by another id than the player. */
function ownIds(participants: Participant[]): Map<string, string> {
  return new Map(participants.flatMap(({ ids }) => ids.map((id) => [id, ids[0] ?? id] as const)))
}

function winnerOf({ winner, players }: ExternalMatch, own: Map<string, string>): 0 | 1 | null {
  if (winner === null) return null
  const same = (id: string | null) => id !== null && own.get(id) === own.get(winner)
  if (players[0] === winner) return 0
  if (players[1] === winner) return 1
  if (!own.has(winner)) return null
  return same(players[0]) ? 0 : same(players[1]) ? 1 : null
}

/** Whether somebody plays whom the last reading of the participants did not name. */
export function namesStranger({ participants, matches }: Bracket): boolean {
  const known = ownIds(participants)
  return matches.some(({ players }) => players.some((id) => id !== null && !known.has(id)))
}
