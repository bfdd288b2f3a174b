// What officials press on a match, rule by rule.
import { createHmac } from 'node:crypto'
import type { CommandOf } from '../../../events/schema/command.ts'
import { correct, archive, end, forfeitScore, losersOf, mayBeDrawn, playedOn } from './match-end.ts'
import { settle, winnerOf } from './match-end.ts'
import type { Model, PaperMatch, Side } from './model.ts'
import { unqueue } from './model.ts'
import { bothSides, scoreOf, teamsOn, wasPlayed } from './who-plays.ts'
import { cancelTimer, done, find, wrongTeams, nothing, strangerIn } from './verdict.ts'
import type { Around, Verdict } from './verdict.ts'

/** R-ST-1: why a match cannot go on a cabinet. */
export function startBlocked(paper: Model, match: PaperMatch, cabinet: number): Verdict | null {
  if (match.result) return 'MATCH_COMPLETE'
  if (match.cabinet !== null) return 'MATCH_ACTIVE'
  if (!paper.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  const unfit = wrongTeams(paper, match)
  if (unfit) return unfit
  const [one, two] = teamsOn(paper, match)
  if (one === two) return 'TEAM_TWICE'
  const elsewhere = paper.matches.filter((m) => m.cabinet !== null && m.cabinet !== cabinet)
  const isBusy = elsewhere.some((m) => teamsOn(paper, m).some((t) => t === one || t === two))
  return isBusy ? 'TEAM_BUSY' : null
}

/** R-ST-1: what a start does. */
export function putOn(paper: Model, match: PaperMatch, cabinet: number): void {
  const stage = paper.stages.find((one) => one.id === match.stage)
  match.isWarmup = beginsWithWarmup(paper, match, cabinet)
  // R-SD-1: drawn once, before anything was played
  if (stage?.settings.randomizeSides && !match.wasStarted && match.games.length === 0) {
    const roll = createHmac('sha256', Buffer.from(stage.dice, 'hex'))
    match.isFlipped = (roll.update(`sides of match ${match.id}`).digest()[0] ?? 0) % 2 === 1
  }
  for (const other of paper.matches) if (other.cabinet === cabinet) other.cabinet = null
  match.cabinet = cabinet
  match.wasStarted = true
  match.startedOn.push(cabinet)
  unqueue(paper, match.id)
  cancelTimer(paper, cabinet)
}

/** R-WU-1 */
function beginsWithWarmup(paper: Model, match: PaperMatch, cabinet: number): boolean {
  const rule = paper.stages.find((one) => one.id === match.stage)?.settings.autoWarmup ?? 'never'
  if (rule === 'never') return false
  if (rule === 'always') return true
  return teamsOn(paper, match).some((team) => {
    const own = paper.matches.filter((one) => one.wasStarted && teamsOn(paper, one).includes(team))
    if (rule === 'first_set') return own.length === 0
    return own.every((one) => !one.startedOn.includes(cabinet))
  })
}

export function start(paper: Model, command: CommandOf<'StartMatch'>, around: Around): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!match.result && match.cabinet === command.cabinet) return nothing
  const blocked = startBlocked(paper, match, command.cabinet)
  if (blocked) return blocked
  if (!command.force && around.offline.includes(command.cabinet)) return 'CABINET_OFFLINE'
  putOn(paper, match, command.cabinet)
  return done
}

/** R-QT-3 */
export function replace(paper: Model, command: CommandOf<'ReplaceMatch'>): Verdict {
  const [wrong, match] = [find(paper, command.match), find(paper, command.by)]
  if (!wrong || !match) return 'NO_SUCH_MATCH'
  const { cabinet } = wrong
  if (cabinet === null) return 'MATCH_NOT_ACTIVE'
  if (wrong === match) return nothing
  const blocked = startBlocked(paper, match, cabinet)
  if (blocked) return blocked
  for (const queue of paper.queues) {
    queue.matches = queue.matches.map((id) => (id === match.id ? wrong.id : id))
  }
  putOn(paper, match, cabinet)
  return done
}

/** R-ST-2 */
export function stop(paper: Model, command: CommandOf<'StopMatch'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.cabinet === null) return nothing
  match.cabinet = null
  return done
}

/** R-ST-4 */
export function complete(paper: Model, command: CommandOf<'CompleteMatch'>, now: string): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.result) return nothing
  const unfit = wrongTeams(paper, match)
  if (unfit) return unfit
  const running = paper.games.find((one) => one.match === match.id && one.status === 'running')
  if (running && running.cabinet === match.cabinet && !command.force) return 'GAME_RUNNING'
  if (winnerOf(scoreOf(match)) === null && !mayBeDrawn(paper, match)) return 'TIE_NOT_ALLOWED'
  end(paper, match, null, now)
  return done
}

/** R-ST-7: scores follow the teams, so that only the colours change. */
export function setSides(paper: Model, command: CommandOf<'SetSides'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.isFlipped === command.isFlipped) return nothing
  match.isFlipped = command.isFlipped
  return done
}

export function setWarmup(paper: Model, command: CommandOf<'SetWarmup'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (match.isWarmup === command.on) return nothing
  if (match.result) return 'MATCH_COMPLETE'
  match.isWarmup = command.on
  return done
}

export function addScore(paper: Model, command: CommandOf<'AddScore'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const side = bothSides.find((one) => teamsOn(paper, match)[one] === command.team)
  if (side === undefined) return strangerIn(paper, command.team)
  if (command.by < 0 && scoreOf(match)[side] === 0) return 'SCORE_AT_ZERO'
  if (match.result?.forfeit) return wrongTeams(paper, match) ?? 'MATCH_COMPLETE'
  return type(paper, match, side === 0 ? [command.by, 0] : [0, command.by], command)
}

export function setScore(paper: Model, command: CommandOf<'SetScore'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const score = match.result?.score ?? scoreOf(match)
  const [blue, gold]: [Side, Side] = match.isFlipped ? [1, 0] : [0, 1]
  const by: [number, number] = [0, 0]
  if (command.blueScore !== undefined) by[blue] = command.blueScore - score[blue]
  if (command.goldScore !== undefined) by[gold] = command.goldScore - score[gold]
  return type(paper, match, by, command)
}

/** R-CMD-3, and R-ED-1 to R-ED-4 where the match is complete: the result follows the score. */
function type(
  paper: Model,
  match: PaperMatch,
  by: [number, number],
  how: { cascade?: boolean | undefined; reason?: string | undefined },
): Verdict {
  if (by[0] === 0 && by[1] === 0) return nothing
  const unfit = wrongTeams(paper, match)
  if (unfit) return unfit
  const { result } = match
  const was = scoreOf(match)
  // What a forfeit gave is no score that was typed: it becomes one.
  const from = result?.forfeit ? result.score : was
  const score: [number, number] = [from[0] + by[0], from[1] + by[1]]
  const add = () => {
    const [one, two] = match.typed
    match.typed = [one + score[0] - was[0], two + score[1] - was[1]]
  }
  if (!result) {
    add()
    return done
  }
  const winner = winnerOf(score)
  if (winner === null && !mayBeDrawn(paper, match)) return 'TIE_NOT_ALLOWED'
  const change = () => {
    add()
    match.result = { ...result, winner, score, forfeit: false }
  }
  return correct(paper, match, change, { ...how, sameWinner: winner === result.winner })
}

/** R-ST-8 */
export function reopen(paper: Model, command: CommandOf<'ReopenMatch'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!match.result) return nothing
  return correct(paper, match, (one) => (one.result = null), command)
}

/** R-ST-9 */
export function replay(paper: Model, command: CommandOf<'ReplayMatch'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!wasPlayed(match)) return nothing
  return correct(paper, match, (one) => archive(paper, one), command)
}

/** R-ST-10 */
export function forfeit(paper: Model, command: CommandOf<'ForfeitMatch'>, now: string): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const unfit = wrongTeams(paper, match)
  if (unfit) return unfit
  const stranger = command.teams.find((team) => !teamsOn(paper, match).includes(team))
  if (stranger !== undefined) return strangerIn(paper, stranger)
  const score = forfeitScore(paper, match, losersOf(paper, match, command.teams))
  if (match.result) {
    if (!match.result.forfeit) return 'MATCH_COMPLETE'
    const { at } = match.result
    const winner = winnerOf(score)
    if (match.result.winner === winner) return nothing
    const change = (one: PaperMatch) => {
      one.result = { winner, score, forfeit: true, at }
    }
    return correct(paper, match, change, command)
  }
  settle(paper, () => end(paper, match, score, now))
  return done
}

export function setTeams(paper: Model, command: CommandOf<'SetTeams'>): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  const teams = teamsOn(paper, match)
  const [blue, gold]: [Side, Side] = match.isFlipped ? [1, 0] : [0, 1]
  const wanted = [...teams]
  if (command.blueTeam !== undefined) wanted[blue] = command.blueTeam
  if (command.goldTeam !== undefined) wanted[gold] = command.goldTeam
  const changed = bothSides.filter((side) => wanted[side] !== teams[side])
  if (changed.length === 0) return nothing
  const isKnown = (team: number | null | undefined) => team === null || paper.teams.includes(team!)
  if (changed.some((side) => !isKnown(wanted[side]))) return 'NO_SUCH_TEAM'
  if (wanted[0] !== null && wanted[0] === wanted[1]) return 'TEAM_TWICE'
  if (match.result) return playedOn(paper, match).length > 0 ? 'RESULT_IN_USE' : 'MATCH_COMPLETE'
  if (wasPlayed(match)) return 'MATCH_STARTED'
  settle(paper, () => {
    for (const side of changed) {
      const team = wanted[side]
      match.sides[side] = team ? { team } : { open: true }
    }
  })
  return done
}
