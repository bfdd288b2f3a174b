import { teamInPlace, teamsOf } from './bracket.ts'
import type { SlotIndex } from '../schema/parts/shapes.ts'
import type { Match } from '../state/match.ts'
import { matchesOf } from './match-index.ts'
import { anyOpen, openProtest } from '../state/protest.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StageId } from '../ids.ts'

/**
 * Teams and places that depend on a match under protest are marked as provisional. Play does not
 * wait for the ruling: if the ruling changes a result, R-ED-3 applies (R-DI-1, R-PL-1).
 */
type TournamentParts = Pick<Tournament, 'matches' | 'stages' | 'protests'>

/** Whether a team is in this match because of a result that is under protest. */
export function isProvisional(t: TournamentParts, match: Match): boolean {
  if (!anyOpen(t.protests)) return false
  const teams = teamsOf(t, match)
  return ([0, 1] as const).some(
    (index) => teams[index] !== null && dependsOnProtest(t, match, index),
  )
}

function dependsOnProtest(t: TournamentParts, match: Match, index: SlotIndex): boolean {
  const slot = match.slots[index]
  if ('placeOf' in slot) return placesAreProvisional(t, slot.placeOf.stage)
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return false
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source) return false
  return openProtest(t.protests, source.id) !== undefined || isProvisional(t, source)
}

/** Whether a ruling may still change the table and the places of a stage. */
export function placesAreProvisional(t: TournamentParts, stage: StageId): boolean {
  return anyOpen(t.protests) && mayChange(t, stage, new Set())
}

function mayChange(t: TournamentParts, id: StageId, visited: Set<StageId>): boolean {
  const stage = t.stages[id]
  // Ends the recursion if stages feed each other.
  if (!stage || visited.has(id)) return false
  visited.add(id)
  if (matchesOf(t.matches, id).some((match) => openProtest(t.protests, match.id))) return true
  const { seeds = [] } = stage
  const sources = seeds.flatMap((seed) => {
    return 'placeOf' in seed && teamInPlace(t, seed.placeOf) !== null ? [seed.placeOf.stage] : []
  })
  const tiebreaks = Object.values(t.stages).filter(({ decides }) => decides?.stage === id)
  return [...sources, ...tiebreaks.map((tiebreak) => tiebreak.id)].some((stageId) =>
    mayChange(t, stageId, visited),
  )
}
