import { teamInPlace, teamsOf } from './bracket.ts'
import type { SlotIndex } from '../schema/event.ts'
import type { Match } from '../state/match.ts'
import { matchesOf } from './match-index.ts'
import { anyOpen, openProtest } from '../state/protest.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StageId } from '../ids.ts'

/**
 * What rests on a match under protest says so, and nothing waits for the ruling: an evening cannot
 * stand still, and a ruling that changes a result has R-ED-3 to say what follows (R-DI-1, R-PL-1).
 */
type TournamentParts = Pick<Tournament, 'matches' | 'stages' | 'protests'>

/** Whether a team stands in this match on the strength of a result that is under protest. */
export function isProvisional(t: TournamentParts, match: Match): boolean {
  if (!anyOpen(t.protests)) return false
  const teams = teamsOf(t, match)
  return ([0, 1] as const).some((index) => teams[index] !== null && isShaky(t, match, index))
}

function isShaky(t: TournamentParts, match: Match, index: SlotIndex): boolean {
  const slot = match.slots[index]
  if ('placeOf' in slot) return placesAreProvisional(t, slot.placeOf.stage)
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return false
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source) return false
  return openProtest(t.protests, source.id) !== undefined || isProvisional(t, source)
}

/** Whether the table and the places of a stage may still change by a ruling. */
export function placesAreProvisional(t: TournamentParts, stage: StageId): boolean {
  return anyOpen(t.protests) && mayChange(t, stage, new Set())
}

function mayChange(t: TournamentParts, id: StageId, seen: Set<StageId>): boolean {
  const stage = t.stages[id]
  // Stages that feed each other would never come to an end.
  if (!stage || seen.has(id)) return false
  seen.add(id)
  if (matchesOf(t.matches, id).some((match) => openProtest(t.protests, match.id))) return true
  const { seeds = [] } = stage
  const sources = seeds.flatMap((seed) => {
    return 'placeOf' in seed && teamInPlace(t, seed.placeOf) !== null ? [seed.placeOf.stage] : []
  })
  const deciding = Object.values(t.stages).filter(({ decides }) => decides?.stage === id)
  return [...sources, ...deciding.map((one) => one.id)].some((one) => mayChange(t, one, seen))
}
