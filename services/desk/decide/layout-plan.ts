import { say } from '#events/messages/message.ts'
import { wasPlayed, seedsOf, seedTeams, matchIn } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { MatchPlan, Slot } from '#events/schema/parts/shapes.ts'
import type { Match } from '#events/state/match.ts'
import { matchesOf } from '#events/bracket/match-index.ts'
import type { LayoutMatch, LayoutSlot } from '#events/rules/layout/layout-match.ts'
import { layout, layoutProblem, matchCount } from '#events/rules/stage-types/layouts.ts'
import { groupProblems } from '#events/bracket/stage-problems.ts'
import { maxEntrants, maxMatches } from '#events/rules/stage-settings.ts'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import type { Seed, Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { matchSummary } from './match-summary.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import type { StageId } from '#events/ids.ts'

/** The layout for the seeds of a stage, or the refusal if there is none. */
export function layoutOf(stage: Stage): LayoutMatch[] | Refusal {
  const { stageType } = stage
  const entrants = seedsOf(stage).length
  if (stageType === null || isByHand(stage)) {
    return refuse('NOTHING_TO_GENERATE')
  }
  if (entrants < 2) return refuse('TOO_FEW_TEAMS', `${stage.name} needs at least two teams.`)
  const rules = { ...stage, stageType }
  const problem = layoutProblem(rules, entrants)
  if (problem) return refuse(problem.code, problem.detail)
  const count = matchCount(rules, entrants)
  return count > maxMatches ? tooManyMatches(stage, count) : layout(rules, entrants)
}

export function tooManyMatches(stage: Stage, count: number): Refusal {
  const detail = `${stage.name} would have ${count} matches; at most ${maxMatches} are possible.`
  return refuse('TOO_MANY_MATCHES', detail)
}

export function tooManyTeams(stage: Stage, count: number): Refusal | null {
  if (count <= maxEntrants) return null
  const detail = `${stage.name} would have ${count} teams; at most ${maxEntrants} are possible.`
  return refuse('TOO_MANY_TEAMS', detail)
}

/**
 * Refuses matches of a team that also plays in another group of the set (R-RR-2). Seeds alone are
 * not refused: while teams are dealt to groups again, group by group, a team may be in two.
 */
export function otherGroupRefusal(t: Tournament, stage: Stage, seeds?: Seed[]): Refusal | null {
  const problems = groupProblems(t, stage, seeds)
  return problems.length === 0 ? null : refuse('TEAM_IN_OTHER_GROUP', problems.join(' '))
}

/** The teams of a tie-break are those that are level; with others it would decide nothing (R-TB-1). */
export function tiebreakTeamsRefusal(t: Tournament, stage: Stage, seeds: Seed[]): Refusal | null {
  const decided = t.stages[stage.decides?.stage ?? 0]
  if (!decided) return null
  const teams = seeds.map((seed) => ('team' in seed ? seed.team : 0))
  const isSame =
    teams.length === stage.teams.length && stage.teams.every((id) => teams.includes(id))
  return isSame
    ? null
    : refuse(
        'TIEBREAK_TEAMS',
        `${stage.name} decides places of ${decided.name} among its teams. Delete it to play for them in another way.`,
      )
}

/** Converts the layout's own numbers to ids and teams. */
export function plansOf(stage: Stage, layout: LayoutMatch[], ids: number[]): MatchPlan[] {
  const seeds = seedsOf(stage)
  const id = (at: number) => ids[at] ?? 0
  const slot = (from: LayoutSlot): Slot => {
    if ('seed' in from) return seeds[from.seed - 1] ?? { open: true }
    return 'winnerOf' in from ? { winnerOf: id(from.winnerOf) } : { loserOf: id(from.loserOf) }
  }
  const target = (to: LayoutMatch['winnerTo']) =>
    to ? { match: id(to.match), slot: to.slot } : null
  return layout.map((match, index) => ({
    match: id(index),
    num: match.num,
    type: match.type,
    roundNum: match.roundNum,
    roundName: match.roundName,
    slots: [slot(match.slots[0]), slot(match.slots[1])],
    winnerTo: target(match.winnerTo),
    loserTo: target(match.loserTo),
    winnerPlace: match.winnerPlace,
    loserPlace: match.loserPlace,
    ifNeeded: match.ifNeeded,
    isFlipped: false,
  }))
}

/** The event that sets a stage's seeds; seeds that are all teams use the older, simpler event. */
export function seedEvent(stage: StageId, seeds: Seed[]): Event {
  const teams = seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
  if (teams.length === seeds.length) return { type: 'StageSeeded', v: 1, stage, teams }
  return { type: 'StagePlaced', v: 1, stage, seeds }
}

/**
 * Sets the seeds of a stage that keeps its matches, if it has any. A team that left and has no seed
 * any more can come back like any other: `StageSeeded` forgets it, `StagePlaced` would not (R-RR-5).
 */
export function seedEvents(t: Tournament, stage: Stage, seeds: Seed[]): Event[] {
  const teams = seedTeams(t, withSeeds(stage, seeds)).filter((team) => team !== null)
  const isGone = stage.withdrawn?.some((team) => !teams.includes(team))
  const forgotten: Event[] = isGone ? [{ type: 'StageSeeded', v: 1, stage: stage.id, teams }] : []
  return [...forgotten, seedEvent(stage.id, seeds)]
}

/** The stage after the event of `seedEvent`. */
export function withSeeds(stage: Stage, seeds: Seed[]): Stage {
  const teams = seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
  return { ...stage, teams, seeds }
}

export function matchesIn(t: Tournament, stage: Stage): Match[] {
  return matchesOf(t.matches, stage.id)
}

/** The highest match number of a stage, or 0; new matches are numbered after it. */
export function lastNum(t: Tournament, stage: Stage): number {
  return Math.max(0, ...matchesIn(t, stage).map((match) => match.num))
}

export function playedIn(t: Tournament, stage: Stage): Match[] {
  return matchesIn(t, stage).filter(wasPlayed)
}

/** Played, or played in an archived attempt, which stays readable (R-ST-9). */
export function hasRecord(match: Match): boolean {
  return wasPlayed(match) || match.attempts.length > 0
}

/** The matches whose games or archived attempts would be lost without their stage's matches. */
export function recordedIn(t: Tournament, stage: Stage): Match[] {
  return matchesIn(t, stage).filter(hasRecord)
}

/** Refuses to reset a started stage and lists the lost matches; the caller may confirm (R-PL-3). */
export function startedRefusal(t: Tournament, stage: Stage, lost: Match[]): Refusal | null {
  if (lost.length === 0) return null
  return refuse('STAGE_STARTED', startedText(stage, lost), {
    matches: lost.map((match) => matchSummary(t, match)),
  })
}

export function startedText(stage: Stage, played: Match[]): string {
  return `${stage.name} has started: M${played[0]?.num} has been played.`
}

/** A match that is on a cabinet is never removed. */
export function activeMatchRefusal(t: Tournament, lost: Match[], own?: StageId): Refusal | null {
  const active = lost.find((match) => match.cabinet !== null)
  if (!active) return null
  return refuse('MATCH_ACTIVE', say('beingPlayed', { match: matchIn(t, active, own) }))
}
