// How matches of the model end, and how a changed result affects later matches (R-ED-1 to R-ED-4).
import type { Model, ModelMatch, Side } from './model.ts'
import { unqueue } from './model.ts'
import { bothSides, isMatch, matchOf, scoreOf, teamsOn, wasPlayed } from './derived-state.ts'
import { done, addSeconds } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** R-GM-1 to R-GM-4: no draw if a team has to advance or if the games always decide. */
export function mayBeDrawn(model: Model, match: ModelMatch): boolean {
  const settings = model.stages.find((stage) => stage.id === match.stage)?.settings
  if (!settings) return false
  const { stageType, winsPerMatch, roundsPerMatch, addTiebreaker } = settings
  if (stageType !== 'round_robin' && stageType !== 'custom' && stageType !== null) return false
  if (winsPerMatch > 0 || match.winnerTo !== null || match.loserTo !== null) return false
  return roundsPerMatch === 0 || (roundsPerMatch % 2 === 0 && !addTiebreaker)
}

/** R-GM-1, R-GM-2, R-GM-4: whether this score ends the match by itself. */
export function isDecided(model: Model, match: ModelMatch, [one, two]: [number, number]): boolean {
  const stage = model.stages.find(({ id }) => id === match.stage)
  const { winsPerMatch = 0, roundsPerMatch = 0 } = stage?.settings ?? {}
  if (winsPerMatch > 0) return one !== two && Math.max(one, two) >= winsPerMatch
  if (roundsPerMatch === 0 || one + two < roundsPerMatch) return false
  return one !== two || mayBeDrawn(model, match)
}

/** R-GM-5: why a score has to be confirmed; null if it can be right. */
export function scoreQuestion(
  model: Model,
  match: ModelMatch,
  { score: [one, two], isResult }: { score: [number, number]; isResult: boolean },
): Verdict | null {
  const stage = model.stages.find(({ id }) => id === match.stage)
  const { winsPerMatch = 0, roundsPerMatch = 0 } = stage?.settings ?? {}
  if (winsPerMatch === 0 && roundsPerMatch === 0) return null
  const decides = isDecided(model, match, [one, two])
  if (winsPerMatch > 0) {
    const isTooMuch = one > winsPerMatch || two > winsPerMatch
    if (isTooMuch || (one === winsPerMatch && two === winsPerMatch)) return 'SCORE_IMPOSSIBLE'
  } else {
    const needsTiebreak = roundsPerMatch % 2 === 0 && !mayBeDrawn(model, match)
    const isTiebreak = needsTiebreak && Math.abs(one - two) === 1
    if (one + two > roundsPerMatch + (isTiebreak ? 1 : 0)) return 'SCORE_IMPOSSIBLE'
  }
  return isResult && one !== two && !decides ? 'MATCH_UNDECIDED' : null
}

export function winnerOf([one, two]: [number, number]): Side | null {
  return one === two ? null : one > two ? 0 : 1
}

/**
 * R-ST-4: completes a match, removes it from cabinet and queues, and arms the queue timer (R-QT-1).
 */
export function completeMatch(
  model: Model,
  match: ModelMatch,
  forfeit: [number, number] | null,
  now: string,
) {
  const score = forfeit ?? scoreOf(match)
  armTimer(model, match, match.cabinet, now)
  match.result = { winner: winnerOf(score), score, forfeit: forfeit !== null, at: now }
  match.cabinet = null
  match.isWarmup = false
  unqueue(model, match.id)
}

/**
 * R-QT-1: if an enabled queue of this cabinet has more matches; R-QT-2: unless the cabinet is held.
 */
export function armTimer(
  model: Model,
  { id: match, stage: id }: ModelMatch,
  cabinet: number | null,
  now: string,
): void {
  if (cabinet === null || model.held.includes(cabinet)) return
  if (model.protests.some((one) => one.isOpen && one.match === match)) return
  const hasMore = model.queues.some(
    (queue) => queue.isEnabled && queue.cabinets.includes(cabinet) && queue.matches.length > 0,
  )
  if (!hasMore) return
  const seconds = model.stages.find((stage) => stage.id === id)?.settings.queueTimer ?? 0
  model.timers.push({ cabinet, after: match, dueAt: addSeconds(now, seconds), waits: false })
}

type CascadeOptions = { cascade?: boolean | undefined; reason?: string | undefined }

/**
 * R-ED-1 to R-ED-4: refused while later matches depend on the result; with `cascade` they are
 * archived.
 */
export function correct(
  model: Model,
  match: ModelMatch,
  change: (match: ModelMatch) => void,
  options: CascadeOptions & { sameWinner?: boolean },
): Verdict {
  const dependents = options.sameWinner ? [] : playedDependents(model, match)
  if (dependents.length > 0 && !options.cascade) return 'RESULT_IN_USE'
  if (dependents.length > 0 && !options.reason) return 'REASON_MISSING'
  changeAndUnqueue(model, () => {
    for (const next of dependents) archive(model, next)
    change(match)
  })
  return done
}

/** R-ED-2: all played matches that depend on this one, directly or indirectly. */
export function playedDependents(model: Model, match: ModelMatch): ModelMatch[] {
  const reached: ModelMatch[] = []
  const visit = (from: ModelMatch) => {
    for (const next of [matchOf(model, from.winnerTo), matchOf(model, from.loserTo)]) {
      if (!next || reached.includes(next)) continue
      const isWaiting = next.sides.some(
        (slot) =>
          ('winnerOf' in slot && slot.winnerOf === from.id) ||
          ('loserOf' in slot && slot.loserOf === from.id),
      )
      if (!isWaiting && !next.isSecondFinal) continue
      reached.push(next)
      visit(next)
    }
  }
  visit(match)
  return reached.filter((next) => isMatch(model, next) && wasPlayed(next))
}

/** R-ST-9: resets the match for another attempt. */
export function archive(model: Model, match: ModelMatch): void {
  for (const game of model.games) if (game.match === match.id) game.status = 'void'
  Object.assign(match, {
    cabinet: null,
    isWarmup: false,
    wasStarted: false,
    startedOn: [],
    games: [],
    typed: [0, 0],
    result: null,
    attempt: match.attempt + 1,
  })
}

/** R-ED-2: a match that lost a team or became a bye leaves its queue. */
export function changeAndUnqueue(model: Model, change: () => void): void {
  const hasBothTeams = (match: ModelMatch) => !teamsOn(model, match).includes(null)
  const before = model.matches.filter(hasBothTeams)
  change()
  for (const { id } of model.queues.flatMap((queue) => queue.matches.map((id) => ({ id })))) {
    const match = matchOf(model, id)
    if (!match || !isMatch(model, match) || (before.includes(match) && !hasBothTeams(match))) {
      unqueue(model, id)
    }
  }
}

/** R-ST-10: as many wins as a match takes, to 0. */
export function forfeitScore(model: Model, match: ModelMatch, losers: Side[]): [number, number] {
  if (losers.length === 2) return [0, 0]
  const { winsPerMatch = 0, roundsPerMatch = 0 } =
    model.stages.find((stage) => stage.id === match.stage)?.settings ?? {}
  const wins = winsPerMatch > 0 ? winsPerMatch : Math.floor(roundsPerMatch / 2) + 1
  return losers.includes(0) ? [0, wins] : [wins, 0]
}

export function losersOf(model: Model, match: ModelMatch, teams: number[]): Side[] {
  const playing = teamsOn(model, match)
  return bothSides.filter((side) => teams.includes(playing[side] ?? 0))
}
