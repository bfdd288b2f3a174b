// Commands of officials on a match, rule by rule.
import { createHmac } from 'node:crypto'
import type { CommandOf } from '#events/schema/command.ts'
import {
  correct,
  archive,
  completeMatch,
  forfeitScore,
  losersOf,
  mayBeDrawn,
  playedDependents,
  scoreQuestion,
} from './match-end.ts'
import { changeAndUnqueue, winnerOf } from './match-end.ts'
import type { Model, ModelMatch, Side } from './model.ts'
import { unqueue } from './model.ts'
import { bothSides, isElimination, isMatch, matchesIn, matchOf } from './derived-state.ts'
import { scoreOf, teamsOn, wasPlayed } from './derived-state.ts'
import { cancelTimer, done, findMatch, teamProblem, nothing, unknownTeam } from './verdict.ts'
import type { Context, Verdict } from './verdict.ts'

/** R-ST-1: why a match cannot start on a cabinet; null if it can. */
export function startBlocked(model: Model, match: ModelMatch, cabinet: number): Verdict | null {
  if (match.result) return 'MATCH_COMPLETE'
  if (match.cabinet !== null) return 'MATCH_ACTIVE'
  if (!model.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  const problem = teamProblem(model, match)
  if (problem) return problem
  const [one, two] = teamsOn(model, match)
  if (one === two) return 'TEAM_TWICE'
  const elsewhere = model.matches.filter((m) => m.cabinet !== null && m.cabinet !== cabinet)
  const isBusy = elsewhere.some((m) => teamsOn(model, m).some((t) => t === one || t === two))
  return isBusy ? 'TEAM_BUSY' : null
}

/** R-ST-1: the effects of a start. */
export function startOn(model: Model, match: ModelMatch, cabinet: number): void {
  const stage = model.stages.find((one) => one.id === match.stage)
  match.isWarmup = beginsWithWarmup(model, match, cabinet)
  // R-SD-1: sides are drawn once, before anything is played
  if (stage?.settings.randomizeSides && !match.wasStarted && match.games.length === 0) {
    const roll = createHmac('sha256', Buffer.from(stage.dice, 'hex'))
    match.isFlipped = (roll.update(`sides of match ${match.id}`).digest()[0] ?? 0) % 2 === 1
  }
  for (const other of model.matches) if (other.cabinet === cabinet) other.cabinet = null
  match.cabinet = cabinet
  match.wasStarted = true
  match.startedOn.push(cabinet)
  unqueue(model, match.id)
  cancelTimer(model, cabinet)
}

/** R-WU-1 */
function beginsWithWarmup(model: Model, match: ModelMatch, cabinet: number): boolean {
  const rule = model.stages.find((one) => one.id === match.stage)?.settings.autoWarmup ?? 'never'
  if (rule === 'never') return false
  if (rule === 'always') return true
  return teamsOn(model, match).some((team) => {
    const own = model.matches.filter((one) => one.wasStarted && teamsOn(model, one).includes(team))
    if (rule === 'first_set') return own.length === 0
    return own.every((one) => !one.startedOn.includes(cabinet))
  })
}

export function start(model: Model, command: CommandOf<'StartMatch'>, context: Context): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!match.result && match.cabinet === command.cabinet) return nothing
  const blocked = startBlocked(model, match, command.cabinet)
  if (blocked) return blocked
  if (!command.force && context.offline.includes(command.cabinet)) return 'CABINET_OFFLINE'
  startOn(model, match, command.cabinet)
  return done
}

/** R-QT-3 */
export function replace(model: Model, command: CommandOf<'ReplaceMatch'>): Verdict {
  const [wrong, match] = [findMatch(model, command.match), findMatch(model, command.by)]
  if (!wrong || !match) return 'NO_SUCH_MATCH'
  const { cabinet } = wrong
  if (cabinet === null) return 'MATCH_NOT_ACTIVE'
  if (wrong === match) return nothing
  const blocked = startBlocked(model, match, cabinet)
  if (blocked) return blocked
  for (const queue of model.queues) {
    queue.matches = queue.matches.map((id) => (id === match.id ? wrong.id : id))
  }
  const isPlayed = wrong.games.length > 0 || wrong.typed.some((by) => by !== 0)
  if (!isPlayed && new Set(wrong.startedOn).size === 1) {
    Object.assign(wrong, { cabinet: null, isWarmup: false, wasStarted: false, startedOn: [] })
  }
  startOn(model, match, cabinet)
  return done
}

/** R-ST-2 */
export function stop(model: Model, command: CommandOf<'StopMatch'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.cabinet === null) return nothing
  match.cabinet = null
  return done
}

/** R-ST-4 */
export function complete(model: Model, command: CommandOf<'CompleteMatch'>, now: string): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.result) return nothing
  const problem = teamProblem(model, match)
  if (problem) return problem
  const running = model.games.find((one) => one.match === match.id && one.status === 'running')
  if (running && running.cabinet === match.cabinet && !command.force) return 'GAME_RUNNING'
  if (winnerOf(scoreOf(match)) === null && !mayBeDrawn(model, match)) return 'TIE_NOT_ALLOWED'
  completeMatch(model, match, null, now)
  return done
}

/** R-ST-7: scores follow the teams, so that only the colours change. */
export function setSides(model: Model, command: CommandOf<'SetSides'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.isFlipped === command.isFlipped) return nothing
  match.isFlipped = command.isFlipped
  return done
}

export function setWarmup(model: Model, command: CommandOf<'SetWarmup'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.isWarmup === command.on) return nothing
  if (match.result) return 'MATCH_COMPLETE'
  match.isWarmup = command.on
  return done
}

export function addScore(model: Model, command: CommandOf<'AddScore'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const side = bothSides.find((one) => teamsOn(model, match)[one] === command.team)
  if (side === undefined) return unknownTeam(model, command.team)
  if (command.by < 0 && scoreOf(match)[side] === 0) return 'SCORE_AT_ZERO'
  if (match.result?.forfeit) return teamProblem(model, match) ?? 'MATCH_COMPLETE'
  return adjustScore(model, match, side === 0 ? [command.by, 0] : [0, command.by], command)
}

export function setScore(model: Model, command: CommandOf<'SetScore'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const score = match.result?.score ?? scoreOf(match)
  const [blue, gold]: [Side, Side] = match.isFlipped ? [1, 0] : [0, 1]
  const by: [number, number] = [0, 0]
  if (command.blueScore !== undefined) by[blue] = command.blueScore - score[blue]
  if (command.goldScore !== undefined) by[gold] = command.goldScore - score[gold]
  return adjustScore(model, match, by, command)
}

/**
 * Adjusts the score (R-CMD-3); the result of a complete match follows the score (R-ED-1 to R-ED-4).
 */
function adjustScore(
  model: Model,
  match: ModelMatch,
  by: [number, number],
  options: Pick<CommandOf<'SetScore'>, 'cascade' | 'reason' | 'force' | 'ends'>,
): Verdict {
  if (by[0] === 0 && by[1] === 0) return nothing
  const problem = teamProblem(model, match)
  if (problem) return problem
  const { result } = match
  const previous = scoreOf(match)
  // The score of a forfeit becomes an adjusted score.
  const from = result?.forfeit ? result.score : previous
  const score: [number, number] = [from[0] + by[0], from[1] + by[1]]
  const isResult = options.ends ?? result !== null
  const question = scoreQuestion(model, match, { score, isResult })
  if (question && !options.force) return question
  const applyAdjustment = () => {
    const [one, two] = match.typed
    match.typed = [one + score[0] - previous[0], two + score[1] - previous[1]]
  }
  if (!result) {
    applyAdjustment()
    return done
  }
  const winner = winnerOf(score)
  if (winner === null && !mayBeDrawn(model, match)) return 'TIE_NOT_ALLOWED'
  const change = () => {
    applyAdjustment()
    match.result = { ...result, winner, score, forfeit: false }
  }
  return correct(model, match, change, { ...options, sameWinner: winner === result.winner })
}

/** R-ST-8 */
export function reopen(model: Model, command: CommandOf<'ReopenMatch'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!match.result) return nothing
  return correct(model, match, (one) => (one.result = null), command)
}

/** R-ST-9 */
export function replay(model: Model, command: CommandOf<'ReplayMatch'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!wasPlayed(match)) return nothing
  return correct(model, match, (one) => archive(model, one), command)
}

/** R-ST-10 */
export function forfeit(model: Model, command: CommandOf<'ForfeitMatch'>, now: string): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const problem = teamProblem(model, match)
  if (problem) return problem
  const stranger = command.teams.find((team) => !teamsOn(model, match).includes(team))
  if (stranger !== undefined) return unknownTeam(model, stranger)
  const score = forfeitScore(model, match, losersOf(model, match, command.teams))
  if (match.result) {
    if (!match.result.forfeit) return 'MATCH_COMPLETE'
    const { at } = match.result
    const winner = winnerOf(score)
    if (match.result.winner === winner) return nothing
    const change = (one: ModelMatch) => {
      one.result = { winner, score, forfeit: true, at }
    }
    return correct(model, match, change, command)
  }
  changeAndUnqueue(model, () => completeMatch(model, match, score, now))
  return done
}

export function setTeams(model: Model, command: CommandOf<'SetTeams'>): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const teams = teamsOn(model, match)
  const [blue, gold]: [Side, Side] = match.isFlipped ? [1, 0] : [0, 1]
  const newTeams = [...teams]
  if (command.blueTeam !== undefined) newTeams[blue] = command.blueTeam
  if (command.goldTeam !== undefined) newTeams[gold] = command.goldTeam
  const changed = bothSides.filter((side) => newTeams[side] !== teams[side])
  if (changed.length === 0) return nothing
  const isKnown = (team: number | null | undefined) => team === null || model.teams.includes(team!)
  if (changed.some((side) => !isKnown(newTeams[side]))) return 'NO_SUCH_TEAM'
  if (newTeams[0] !== null && newTeams[0] === newTeams[1]) return 'TEAM_TWICE'
  if (match.result)
    return playedDependents(model, match).length > 0 ? 'RESULT_IN_USE' : 'MATCH_COMPLETE'
  if (wasPlayed(match)) return 'MATCH_STARTED'
  if (changed.some((side) => isIn(model, newTeams[side] ?? null, match))) return 'TEAM_TWICE'
  changeAndUnqueue(model, () => {
    for (const side of changed) {
      const team = newTeams[side]
      match.sides[side] = team ? { team } : { open: true }
    }
  })
  return done
}

/** R-CU-1: whether a team of an elimination has another open match that is not on its way here. */
function isIn(model: Model, team: number | null, match: ModelMatch): boolean {
  const stage = model.stages.find((one) => one.id === match.stage)
  if (team === null || !stage || !isElimination(stage)) return false
  return matchesIn(model, stage).some((one) => {
    const isOpen = one !== match && !one.result && isMatch(model, one)
    return isOpen && teamsOn(model, one).includes(team) && !isBefore(model, one, match)
  })
}

function isBefore(model: Model, one: ModelMatch | undefined, later: ModelMatch): boolean {
  if (!one) return false
  return [one.winnerTo, one.loserTo].some(
    (id) => id === later.id || isBefore(model, matchOf(model, id), later),
  )
}
