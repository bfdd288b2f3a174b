import type { Link } from '../../events/state/external-bracket.ts'
import type { Entry } from './outbox.ts'
import type { Adapter, ExternalMatch, BracketSummary } from './external-bracket.ts'
import { ApiError } from './external-bracket.ts'
import type { TeamId } from '../../events/ids.ts'

type DeliveryContext = { adapter: Adapter; heading: BracketSummary; link: Link }

/** Sends one entry. An `ApiError` that no retry can solve is shown to a person. */
export async function deliver(round: DeliveryContext, entry: Entry): Promise<void> {
  const { adapter } = round
  const match = round.link.matches[entry.match]?.id
  if (match === undefined) throw refused('The match is not linked any more.')
  if (entry.kind === 'mark') {
    return entry.content.underway ? adapter.markUnderway(match) : adapter.unmark(match)
  }
  const there = await adapter.look(match, round.heading)
  if (entry.kind === 'live') {
    // Somebody entered a result there meanwhile: nothing is live any more.
    if (there.state !== 'open') return
    const { teams, scores } = entry.content
    return adapter.report({ match, players: playersOf(round, there, teams), scores })
  }
  await deliverResult(round, entry, there)
}

async function deliverResult(
  round: DeliveryContext,
  entry: Entry & { kind: 'result' },
  there: ExternalMatch,
): Promise<void> {
  const { adapter } = round
  const { what, teams, scores, winner, told, insist } = entry.content
  if (what === 'reopen') {
    // One before it may have been reopened too, and reset it.
    if (there.state === 'complete') await adapter.reopen(there.id)
    return
  }
  if (winner === null && !there.drawAllowed) {
    throw refused('Challonge needs a winner here.')
  }
  const players = playersOf(round, there, teams)
  const has = winnerThere(there)
  if (there.state === 'complete' && has !== winner && !insist && has !== told?.winner) {
    throw refused('Challonge has another winner. Report it again, insisting, to change that.')
  }
  // The result is there already: an earlier request got through and only its answer was lost.
  const isThere = there.state === 'complete' && has === winner && sameTotal(there, scores)
  if (isThere && entry.attempts > 0) return
  await adapter.report({ match: there.id, players, scores, winner })
}

/** By the ids the outside uses for this match, if our two teams still play it there. */
function playersOf(
  { link }: DeliveryContext,
  there: ExternalMatch,
  teams: [TeamId, TeamId],
): [string, string] {
  const [one, two] = there.players
  if (one !== null && two !== null) {
    if (link.teams[one] === teams[0] && link.teams[two] === teams[1]) return [one, two]
  }
  throw refused('On Challonge other teams play this match now.')
}

function winnerThere({ winner, players }: ExternalMatch): 0 | 1 | null {
  if (winner === null) return null
  return players[0] === winner ? 0 : 1
}

function sameTotal({ score }: ExternalMatch, scores: [number, number][]): boolean {
  const total = (side: 0 | 1) => scores.reduce((sum, pair) => sum + pair[side], 0)
  return score !== null && score[0] === total(0) && score[1] === total(1)
}

function refused(text: string): ApiError {
  return new ApiError(409, null, text)
}
