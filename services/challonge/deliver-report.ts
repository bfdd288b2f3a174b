import type { BracketLink } from '#events/state/external-bracket.ts'
import type { Entry } from './outbox.ts'
import type { Adapter, ExternalMatch, BracketSummary } from './external-bracket.ts'
import { ApiError } from './external-bracket.ts'
import type { TeamId } from '#events/ids.ts'

type DeliveryContext = { adapter: Adapter; heading: BracketSummary; link: BracketLink }

/** Sends one entry. An `ApiError` that is not retryable has to be resolved by a person. */
export async function deliver(context: DeliveryContext, entry: Entry): Promise<void> {
  const { adapter } = context
  const match = context.link.matches[entry.match]?.id
  if (match === undefined) throw refused('The match is no longer linked.')
  if (entry.kind === 'mark') {
    return entry.content.underway ? adapter.markUnderway(match) : adapter.unmark(match)
  }
  const external = await adapter.readMatch(match, context.heading)
  if (entry.kind === 'live') {
    // Somebody entered a result on Challonge in the meantime, so there is no live score to send.
    if (external.state !== 'open') return
    const { teams, scores } = entry.content
    return adapter.report({ match, players: playersOf(context, external, teams), scores })
  }
  await deliverResult(context, entry, external)
}

async function deliverResult(
  context: DeliveryContext,
  entry: Entry & { kind: 'result' },
  external: ExternalMatch,
): Promise<void> {
  const { adapter } = context
  const { what, teams, scores, winner, told, insist } = entry.content
  if (what === 'reopen') {
    // Reopening an earlier match may already have reset this one.
    if (external.state === 'complete') await adapter.reopen(external.id)
    return
  }
  if (winner === null && !external.drawAllowed) {
    throw refused('Challonge needs a winner here.')
  }
  const players = playersOf(context, external, teams)
  const externalWinner = winnerSideOf(external)
  if (
    external.state === 'complete' &&
    externalWinner !== winner &&
    !insist &&
    externalWinner !== told?.winner
  ) {
    throw refused(
      'Challonge has another winner. To change that, send the result again and let Challonge take our winner.',
    )
  }
  // An earlier request succeeded and only its response was lost.
  const isReported =
    external.state === 'complete' && externalWinner === winner && sameTotal(external, scores)
  if (isReported && entry.attempts > 1) return
  await adapter.report({ match: external.id, players, scores, winner })
}

/** The ids that Challonge uses for the players of this match, if they are still our two teams. */
function playersOf(
  { link }: DeliveryContext,
  external: ExternalMatch,
  teams: [TeamId, TeamId],
): [string, string] {
  const [first, second] = external.players
  if (first !== null && second !== null) {
    if (link.teams[first] === teams[0] && link.teams[second] === teams[1]) return [first, second]
  }
  throw refused('Other teams now play this match on Challonge.')
}

function winnerSideOf({ winner, players }: ExternalMatch): 0 | 1 | null {
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
