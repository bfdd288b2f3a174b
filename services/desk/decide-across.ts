import type { Tournament } from '#events/state/tournament.ts'
import { decide } from './decide.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { DecisionInputs, Decision, Refusal } from './decide/decision.ts'
import { cabinetTakenRefusal, newlyTakenCabinets } from './decide/displacement.ts'
import type { ActiveMatch } from '#events/view/frames.ts'
import type { OtherActiveMatches } from './other-active-matches.ts'
import type { Answer, Done, Request } from './request.ts'
import type { CabinetId } from '#events/ids.ts'

/** The answers of the `StopMatch` commands already sent for a request, by match. */
export type Displaced = Map<string, Done>
type DecisionAcross = {
  decision: Decision
  /** matches that have to leave their cabinets first */
  displaces?: ActiveMatch[]
  /** the decision is valid only while this is the last position of the log of all tournaments */
  upTo?: number
}
type DeciderContext = {
  inputs: DecisionInputs
  displaced: Displaced
  findOtherActiveMatches: (cabinets: CabinetId[]) => Promise<OtherActiveMatches>
}

/** Decides a command, taking into account the matches of other tournaments on the same cabinets. */
export async function decideAcross(
  t: Tournament,
  { command, expectedVersion = t.version }: Request,
  { inputs, displaced, findOtherActiveMatches }: DeciderContext,
): Promise<DecisionAcross> {
  if (expectedVersion !== t.version) return { decision: staleVersion(t.version) }
  const alone = decide(t, command, inputs)
  const cabinets = isRefusal(alone) ? [] : newlyTakenCabinets(t, alone.events)
  if (cabinets.length === 0) return { decision: alone }
  const { matches: otherActiveMatches, upTo } = await findOtherActiveMatches(cabinets)
  if (otherActiveMatches.length === 0) return { decision: alone, upTo }
  // A displaced match that is back on the cabinet was started again: a person has to confirm again.
  const restarted = otherActiveMatches.filter((match) => displaced.has(keyOf(match)))
  if (restarted.length > 0) return { decision: cabinetTakenRefusal(t, restarted) }
  const decision = decide(t, command, { ...inputs, otherActiveMatches })
  const isNeeded = !isRefusal(decision) && newlyTakenCabinets(t, decision.events).length > 0
  return isNeeded ? { decision, displaces: otherActiveMatches } : { decision }
}

/** An answer, or the matches that have to leave their cabinets before there can be one. */
export type DeskOutcome = Answer | { displaces: ActiveMatch[] }

export function keyOf({ tournament, match }: ActiveMatch): string {
  return `${tournament}/${match}`
}

export function staleVersion(version: number): Refusal {
  return refuse('STALE', undefined, { version })
}
