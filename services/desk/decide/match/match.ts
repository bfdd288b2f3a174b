import { say } from '#events/messages/message.ts'
import { isInBracket, matchLabel, sidesOf, teamsOf, wasPlayed } from '#events/bracket/bracket.ts'
import { matchesOf } from '#events/bracket/match-index.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { SlotIndex } from '#events/schema/parts/shapes.ts'
import { lengthByExternalBracket } from '#events/state/external-bracket.ts'
import { leadingSlot, blueSlot, otherSlot, score, scoreDebt } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { canEndLevel } from '#events/rules/match-length.ts'
import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { Decision, Refusal } from '../decision.ts'
import {
  correctResult,
  matchForfeited,
  resultInUse,
  playedDependents,
  withUnqueued,
} from './correct.ts'
import { matchComplete, missingTeamRefusal, notInMatch, noSuchTeam, ofMatch } from '../lookups.ts'
import { armTimerEvents } from '../queue/timer.ts'
import { repeatedPointRefusal } from './repeated-point.ts'
import { scoreRefusal } from './score-check.ts'
import type { TeamId } from '#events/ids.ts'

export const completeMatch = ofMatch<'CompleteMatch'>((t, match, command, { now }) => {
  if (match.result) return accept()
  const missing = missingTeamRefusal(t, match)
  if (missing) return missing
  const game = Object.values(t.games).find((g) => g.match === match.id && g.status === 'running')
  if (game && match.cabinet === game.cabinet && !command.force) {
    return refuse('GAME_RUNNING', say('gameRunning', { match: matchLabel(match) }))
  }
  return completeWithScore(t, match, { points: score(match), now })
})

/** Completes a match and arms the timer of the cabinet that becomes free (R-ST-4). */
export function completeWithScore(
  t: Tournament,
  match: Match,
  { points, now }: { points: [number, number]; now: string },
): Decision {
  const winner = leadingSlot(points)
  const stage = t.stages[match.stage]
  if (winner === null && !(stage && canEndLevel(lengthByExternalBracket(t, stage, match)))) {
    return refuse(
      'TIE_NOT_ALLOWED',
      `${matchLabel(match)} is tied ${points[0]}-${points[1]}; one team has to win.`,
    )
  }
  return accept(
    { type: 'MatchCompleted', v: 1, match: match.id, winner, score: points, at: now },
    ...(match.cabinet === null ? [] : armTimerEvents(t, match, match.cabinet, now)),
  )
}

export const addScore = ofMatch<'AddScore'>((t, match, command, inputs) => {
  const slot = teamsOf(t, match).indexOf(command.team)
  if (slot !== 0 && slot !== 1) {
    return notInMatch(t, match, command.team)
  }
  if (command.by < 0 && score(match)[slot] === 0) {
    return refuse('SCORE_AT_ZERO')
  }
  // A forfeit has no games to add one to; only a whole score can replace it.
  if (match.result?.forfeit) return missingTeamRefusal(t, match) ?? matchForfeited(match)
  const by: [number, number] = slot === 0 ? [command.by, 0] : [0, command.by]
  const repeated =
    command.by > 0 ? repeatedPointRefusal(t, match, { ...inputs, slot, command }) : null
  return repeated ?? adjust(t, match, { ...command, by, now: inputs.now })
})

export const setScore = ofMatch<'SetScore'>((t, match, command, { now }) => {
  const blue = blueSlot(match)
  const by: [number, number] = [0, 0]
  // The score of a forfeit is only in its result; typing the same score changes nothing.
  const points = match.result?.score ?? score(match)
  if (command.blueScore !== undefined) by[blue] = command.blueScore - points[blue]
  if (command.goldScore !== undefined)
    by[otherSlot(blue)] = command.goldScore - points[otherSlot(blue)]
  return adjust(t, match, { ...command, by, now })
})

type ScoreChange = Pick<CommandOf<'SetScore'>, 'ends' | 'force' | 'cascade' | 'reason'> & {
  by: [number, number]
  now: string
}

/** Scores are derived from games; a typed score is stored as the difference (R-CMD-3). */
function adjust(t: Tournament, match: Match, change: ScoreChange): Decision {
  const { by, ends, force } = change
  const indexes: SlotIndex[] = [0, 1]
  const events = indexes
    .filter((slot) => by[slot] !== 0)
    .map((slot): Event => {
      const full = by[slot] + scoreDebt(match, slot)
      return { type: 'ScoreAdjusted', v: 1, match: match.id, slot, by: full }
    })
  if (events.length === 0) return accept()
  const before = match.result?.score ?? score(match)
  const points: [number, number] = [before[0] + by[0], before[1] + by[1]]
  const refusal =
    missingTeamRefusal(t, match) ??
    scoreRefusal(t, match, { points, force, isResult: Boolean(ends ?? match.result) })
  if (refusal) return refusal
  if (!match.result) return accept(...events)
  if (match.result.forfeit) {
    return scoreInsteadOfForfeit(t, match, { ...change, points })
  }
  // The result of a complete match follows the new score and keeps its time (R-ED-1, R-ED-2).
  const again = completeWithScore(t, match, { points, now: match.result.at })
  if ('refused' in again) return again
  const result = [...events, ...again.events]
  const sameWinner = leadingSlot(points) === match.result.winner
  return correctResult(t, match, { ...change, events: result, sameWinner })
}

/** Replaces a forfeit by a score: its games count again, the rest is adjusted (R-ED-1, R-ED-3). */
export function scoreInsteadOfForfeit(
  t: Tournament,
  match: Match,
  { points, ...how }: { points: [number, number]; now: string; cascade?: boolean; reason?: string },
): Decision {
  const { at, winner } = match.result!
  const was = score(match)
  const again = completeWithScore(t, match, { points, now: at })
  if ('refused' in again) return again
  const adjusted = ([0, 1] as const).flatMap((slot): Event[] => {
    const by = points[slot] - was[slot] + scoreDebt(match, slot)
    return by === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match: match.id, slot, by }]
  })
  const reopened: Event = { type: 'MatchReopened', v: 1, match: match.id }
  const events = [reopened, ...adjusted, ...again.events]
  return correctResult(t, match, { ...how, events, sameWinner: leadingSlot(points) === winner })
}

export const setSides = ofMatch<'SetSides'>((t, match, command) => {
  if (match.isFlipped === command.isFlipped) return accept()
  return accept({ type: 'SidesSet', v: 1, match: match.id, isFlipped: command.isFlipped })
})

export const setWarmup = ofMatch<'SetWarmup'>((t, match, command) => {
  if (match.isWarmup === command.on) return accept()
  if (match.result) return matchComplete(match)
  return accept({ type: 'WarmupSet', v: 1, match: match.id, on: command.on })
})

export const setTeams = ofMatch<'SetTeams'>((t, match, command) => {
  const now = sidesOf(t, match)
  const blue = blueSlot(match)
  const wanted: { slot: SlotIndex; team: TeamId | null; was: TeamId | null }[] = []
  if (command.blueTeam !== undefined) {
    wanted.push({ slot: blue, team: command.blueTeam, was: now.blue })
  }
  if (command.goldTeam !== undefined) {
    wanted.push({ slot: otherSlot(blue), team: command.goldTeam, was: now.gold })
  }
  const changes = wanted.filter(({ team, was }) => team !== was)
  if (changes.length === 0) return accept()
  const unknown = changes.find(({ team }) => team !== null && !t.teams[team])
  if (unknown) return noSuchTeam(unknown.team ?? 0)
  const after = teamsOf(t, match)
  for (const { slot, team } of changes) after[slot] = team
  if (after[0] !== null && after[0] === after[1]) {
    return refuse('TEAM_TWICE')
  }
  if (match.result) {
    const hit = playedDependents(t, match)
    return hit.length > 0 ? resultInUse(t, match, hit) : matchComplete(match)
  }
  if (wasPlayed(match))
    return refuse('MATCH_STARTED', say('alreadyStarted', { match: matchLabel(match) }))
  const elsewhere = playsElsewhere(t, match, changes)
  if (elsewhere) return elsewhere
  // A match whose other slot stays empty becomes a bye, which leaves its queue.
  return withUnqueued(
    t,
    changes.map(({ slot, team }) => ({ type: 'SlotFilled', v: 1, match: match.id, slot, team })),
  )
})

/**
 * In an elimination a team that still plays another match could meet itself (R-CU-1). A team that
 * was eliminated may replace another one, and a team may be set for a match after its own.
 */
function playsElsewhere(
  t: Tournament,
  match: Match,
  changes: { team: TeamId | null }[],
): Refusal | null {
  const stage = t.stages[match.stage]
  if (!stage || !isElimination(stage)) return null
  const others = matchesOf(t.matches, stage.id).filter(
    (one) => one !== match && !one.result && isInBracket(t.matches, one),
  )
  for (const { team } of changes) {
    if (team === null) continue
    const other = others.find((one) => teamsOf(t, one).includes(team) && !leadsTo(t, one, match))
    if (!other) continue
    const detail = `${t.teams[team]?.name} already play ${matchLabel(other)}.`
    return refuse('TEAM_TWICE', detail)
  }
  return null
}

function leadsTo(t: Tournament, from: Match, to: Match): boolean {
  const targets = [from.winnerTo, from.loserTo].flatMap(
    (target) => t.matches[target?.match ?? 0] ?? [],
  )
  return targets.some((next) => next === to || leadsTo(t, next, to))
}
