import { matchLabelIn } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import type { Protest } from '#events/state/protest.ts'
import type { PersonId } from '#events/ids.ts'
import { sameValue } from '#events/same-value.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'

/**
 * Refuses any command that would change a result which two officials have signed (R-DI-4). Only
 * another ruling signed by two can change it, with its own public sentence. Each of the two may
 * take back their own signature, which visibly puts the match under protest again; nobody can take
 * back another's.
 */
export function signedResultRefusal(
  t: Tournament,
  { command, events, person }: { command: Command; events: Event[]; person?: PersonId | null },
): Refusal | null {
  const signed = lastRulings(t).filter(({ ended }) => isSignedByTwo(ended))
  if (signed.length === 0 || events.length === 0 || command.type === 'DeleteTournament') return null
  if (events.some((event) => event.type === 'ProtestRuled' && event.signedBy.length > 1))
    return null
  const after = events.reduce(evolve, t)
  for (const { id, match: on, ended } of signed) {
    const match = t.matches[on]
    if (!match) continue
    if (after.protests[id]?.ended?.how !== 'ruled') {
      if (isSigner(ended, person)) continue
      return signedByTwo(t, match)
    }
    // A match that is replayed gets a new result, which was not signed.
    const isPlayedAgain = ended?.how === 'ruled' && ended.ruling.kind === 'replay'
    if (match.result === null || isPlayedAgain) continue
    // A result after the ruling was not signed, so it may be taken back.
    const isLater = ended !== null && match.result.at > ended.at
    if (isLater && after.matches[on]?.result === null) continue
    if (!hasSameResult(match, after.matches[on])) return signedByTwo(t, match)
  }
  return null
}

/** Whether two officials have signed the result of a match. */
export function isSigned(t: Tournament, match: Match): boolean {
  return lastRulings(t).some((one) => one.match === match.id && isSignedByTwo(one.ended))
}

/** The last ruling of each match is the valid one. */
function lastRulings({ protests }: Tournament): Protest[] {
  const ruled = Object.values(protests).filter(({ ended }) => ended?.how === 'ruled')
  return [...new Map(ruled.map((protest) => [protest.match, protest])).values()]
}

function isSignedByTwo(ended: Protest['ended']): boolean {
  return ended?.how === 'ruled' && ended.signedBy.length > 1
}

function isSigner(ended: Protest['ended'], person: PersonId | null | undefined): boolean {
  return ended?.how === 'ruled' && ended.signedBy.some((one) => one === person)
}

function hasSameResult(was: Match, is: Match | undefined): boolean {
  const resultOf = (match: Match) => {
    const { winner, score, forfeit } = match.result ?? {}
    return { attempt: match.attempt, winner, score, forfeit }
  }
  return is !== undefined && sameValue(resultOf(was), resultOf(is))
}

function signedByTwo(t: Tournament, match: Match): Refusal {
  const name = matchLabelIn(t, match)
  const detail =
    `Two officials have signed the ruling on ${name}, and each may take back the own signature. ` +
    `Others mark ${name} as under protest: what changes it is signed by two again, and told in public.`
  return refuse('RULING_SIGNED', detail)
}
