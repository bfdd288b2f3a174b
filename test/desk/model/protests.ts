// Protests and rulings in the model, with one official (R-DI-1, R-DI-4).
import type { CommandOf } from '#events/schema/command.ts'
import {
  archive,
  armTimer,
  correct,
  completeMatch,
  mayBeDrawn,
  scoreQuestion,
  winnerOf,
} from './match-end.ts'
import type { Model, ModelMatch, ModelProtest, Side } from './model.ts'
import * as matches from './match-commands.ts'
import { bothSides, matchOf, scoreOf, teamsOn, wasPlayed } from './derived-state.ts'
import { cancelTimer, done, findMatch, teamProblem, nothing, unknownTeam } from './verdict.ts'
import type { Context, Verdict } from './verdict.ts'

/** Always lodged by an admin, so deadlines do not apply; another test covers them. */
export function lodge(model: Model, command: CommandOf<'LodgeProtest'>, { ids }: Context): Verdict {
  const match = findMatch(model, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!wasPlayed(match)) return 'MATCH_NOT_PLAYED'
  if (model.protests.some((one) => one.isOpen && one.match === match.id)) return 'PROTEST_OPEN'
  const cabinet = match.cabinet ?? lastCabinet(model, match)
  const isFree = cabinet !== null && !model.held.includes(cabinet)
  const holds = isFree && model.cabinets.includes(cabinet) ? cabinet : null
  if (holds !== null) {
    model.held.push(holds)
    cancelTimer(model, holds)
  }
  model.protests.push({ id: ids[0]!, match: match.id, isOpen: true, ruling: null, holds })
  return done
}

/** The open protest about the match on the cabinet, or about the last match that ended there. */
export function protestAt(model: Model, cabinet: number): ModelProtest | undefined {
  if (!model.cabinets.includes(cabinet)) return undefined
  return model.protests.find((one) => {
    const match = matchOf(model, one.match)
    return one.isOpen && match && (match.cabinet ?? lastCabinet(model, match)) === cabinet
  })
}

/** The cabinet on which this match was the last to end. */
function lastCabinet(model: Model, match: ModelMatch): number | null {
  const cabinet = match.startedOn.at(-1) ?? null
  return cabinet !== null && lastOn(model, cabinet) === match ? cabinet : null
}

function lastOn(model: Model, cabinet: number): ModelMatch | undefined {
  if (model.matches.some((match) => match.cabinet === cabinet)) return undefined
  const ended = model.matches.filter((one) => one.result && one.startedOn.at(-1) === cabinet)
  return ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
}

export function withdraw(
  model: Model,
  command: CommandOf<'WithdrawProtest'>,
  now: string,
): Verdict {
  const protest = model.protests.find((one) => one.id === command.protest)
  if (!protest) return 'NO_SUCH_PROTEST'
  if (!protest.isOpen) return protest.ruling === null ? nothing : 'PROTEST_ENDED'
  endProtest(model, protest, now)
  return done
}

/** Ends a protest and releases its cabinets, unless the match has to be played again. */
function endProtest(model: Model, protest: ModelProtest, now: string): void {
  const { holds } = protest
  protest.isOpen = false
  protest.holds = null
  const next = holds === null ? undefined : protestAt(model, holds)
  if (next) next.holds = holds
  else if (holds !== null) model.held = model.held.filter((one) => one !== holds)
  const match = matchOf(model, protest.match)
  if (match && !match.result && match.cabinet === null) return
  const cabinets = new Set([holds, match?.startedOn.at(-1) ?? null])
  for (const cabinet of cabinets) {
    const last = cabinet === null ? undefined : lastOn(model, cabinet)
    const isRunning = model.timers.some((timer) => timer.cabinet === cabinet)
    if (!last || isRunning || (cabinet !== holds && last !== match)) continue
    armTimer(model, last, cabinet, now)
  }
}

export function rule(model: Model, command: CommandOf<'RuleProtest'>, now: string): Verdict {
  const protest = model.protests.find((one) => one.id === command.protest)
  if (!protest) return 'NO_SUCH_PROTEST'
  if (!protest.isOpen) return 'PROTEST_ENDED'
  const match = matchOf(model, protest.match)
  if (!match) return 'MATCH_GONE'
  const verdict = applyRuling(model, match, command, now)
  if (verdict !== done && verdict !== nothing) return verdict
  protest.ruling = command.ruling
  endProtest(model, protest, now)
  return done
}

function applyRuling(
  model: Model,
  match: ModelMatch,
  { ruling, scores, cascade, force }: CommandOf<'RuleProtest'>,
  now: string,
): Verdict {
  const options = { cascade, reason: 'ruled' }
  if (ruling === 'uphold') return nothing
  if (ruling === 'replay') {
    return matches.replay(model, { type: 'ReplayMatch', match: match.id, ...options })
  }
  if (ruling === 'void') return voidMatch(model, match, options, now)
  const teams = teamsOn(model, match)
  const stranger = scores?.find(({ team }) => !teams.includes(team))
  if (stranger) return unknownTeam(model, stranger.team)
  const [one, two] = teams.map((team) => scores?.find((each) => each.team === team)?.score)
  if (one === undefined || two === undefined) return 'CORRECTION_MISSING'
  const isResult = match.result !== null
  const question = scoreQuestion(model, match, { score: [one, two], isResult })
  if (question && !force) return question
  if (match.result?.forfeit) return replaceForfeit(model, match, { ...options, score: [one, two] })
  const [blueScore, goldScore] = match.isFlipped ? [two, one] : [one, two]
  return matches.setScore(model, {
    type: 'SetScore',
    match: match.id,
    blueScore,
    goldScore,
    force: true,
    ...options,
  })
}

type CorrectionOptions = { cascade?: boolean | undefined; reason: string }

function voidMatch(
  model: Model,
  match: ModelMatch,
  options: CorrectionOptions,
  now: string,
): Verdict {
  if (!findMatch(model, match.id)) return 'NO_SUCH_MATCH'
  const problem = teamProblem(model, match)
  if (problem) return problem
  const sameWinner = match.result !== null && match.result.winner === null
  const change = (one: ModelMatch) => {
    if (wasPlayed(one)) archive(model, one)
    completeMatch(model, one, [0, 0], now)
  }
  return correct(model, match, change, { ...options, sameWinner })
}

function replaceForfeit(
  model: Model,
  match: ModelMatch,
  { score, ...options }: CorrectionOptions & { score: [number, number] },
): Verdict {
  const previous = scoreOf(match)
  const winner = winnerOf(score)
  if (winner === null && !mayBeDrawn(model, match)) return 'TIE_NOT_ALLOWED'
  const { at, winner: before } = match.result!
  const change = (one: ModelMatch) => {
    const typed = bothSides.map((side: Side) => one.typed[side] + score[side] - previous[side])
    one.typed = typed as [number, number]
    one.result = { winner, score, forfeit: false, at }
  }
  return correct(model, match, change, { ...options, sameWinner: winner === before })
}

/** The protest status on the label of a match. */
export function protestStatus(model: Model, match: number): string | null {
  const own = model.protests.filter((one) => one.match === match)
  if (own.some(({ isOpen }) => isOpen)) return 'open'
  return own.findLast(({ ruling }) => ruling !== null)?.ruling ?? null
}
