// Protests and rulings on paper, by one official (R-DI-1, R-DI-4).
import type { CommandOf } from '../../../events/schema/command.ts'
import { archive, armTimer, correct, end, mayBeDrawn, winnerOf } from './match-end.ts'
import type { Model, PaperMatch, PaperProtest, Side } from './model.ts'
import * as press from './match-presses.ts'
import { bothSides, matchOf, scoreOf, teamsOn, wasPlayed } from './who-plays.ts'
import { cancelTimer, done, find, wrongTeams, nothing, strangerIn } from './verdict.ts'
import type { Around, Verdict } from './verdict.ts'

/** Always by an admin: the deadline is another test's. */
export function lodge(paper: Model, command: CommandOf<'LodgeProtest'>, { ids }: Around): Verdict {
  const match = find(paper, command.match)
  if (!match) return 'NO_SUCH_MATCH'
  if (!wasPlayed(match)) return 'MATCH_NOT_PLAYED'
  if (paper.protests.some((one) => one.isOpen && one.match === match.id)) return 'PROTEST_OPEN'
  const cabinet = match.cabinet ?? lastPlace(paper, match)
  const isFree = cabinet !== null && !paper.held.includes(cabinet)
  const holds = isFree && paper.cabinets.includes(cabinet) ? cabinet : null
  if (holds !== null) {
    paper.held.push(holds)
    cancelTimer(paper, holds)
  }
  paper.protests.push({ id: ids[0]!, match: match.id, isOpen: true, ruling: null, holds })
  return done
}

/** The open one whose match is there, or was the last to end there. */
export function protestAt(paper: Model, cabinet: number): PaperProtest | undefined {
  if (!paper.cabinets.includes(cabinet)) return undefined
  return paper.protests.find((one) => {
    const match = matchOf(paper, one.match)
    return one.isOpen && match && (match.cabinet ?? lastPlace(paper, match)) === cabinet
  })
}

/** Where it was the last to end. */
function lastPlace(paper: Model, match: PaperMatch): number | null {
  const cabinet = match.startedOn.at(-1) ?? null
  return cabinet !== null && lastOn(paper, cabinet) === match ? cabinet : null
}

function lastOn(paper: Model, cabinet: number): PaperMatch | undefined {
  if (paper.matches.some((match) => match.cabinet === cabinet)) return undefined
  const ended = paper.matches.filter((one) => one.result && one.startedOn.at(-1) === cabinet)
  return ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
}

export function withdraw(
  paper: Model,
  command: CommandOf<'WithdrawProtest'>,
  now: string,
): Verdict {
  const protest = paper.protests.find((one) => one.id === command.protest)
  if (!protest) return 'NO_SUCH_PROTEST'
  if (!protest.isOpen) return protest.ruling === null ? nothing : 'PROTEST_ENDED'
  endProtest(paper, protest, now)
  return done
}

/** The cabinets go on, unless the match is to be played again. */
function endProtest(paper: Model, protest: PaperProtest, now: string): void {
  const { holds } = protest
  protest.isOpen = false
  protest.holds = null
  const next = holds === null ? undefined : protestAt(paper, holds)
  if (next) next.holds = holds
  else if (holds !== null) paper.held = paper.held.filter((one) => one !== holds)
  const match = matchOf(paper, protest.match)
  if (match && !match.result && match.cabinet === null) return
  const places = new Set([holds, match?.startedOn.at(-1) ?? null])
  for (const cabinet of places) {
    const last = cabinet === null ? undefined : lastOn(paper, cabinet)
    const isRunning = paper.timers.some((timer) => timer.cabinet === cabinet)
    if (!last || isRunning || (cabinet !== holds && last !== match)) continue
    armTimer(paper, last, cabinet, now)
  }
}

export function rule(paper: Model, command: CommandOf<'RuleProtest'>, now: string): Verdict {
  const protest = paper.protests.find((one) => one.id === command.protest)
  if (!protest) return 'NO_SUCH_PROTEST'
  if (!protest.isOpen) return 'PROTEST_ENDED'
  const match = matchOf(paper, protest.match)
  if (!match) return 'MATCH_GONE'
  const verdict = effects(paper, match, command, now)
  if (verdict !== done && verdict !== nothing) return verdict
  protest.ruling = command.ruling
  endProtest(paper, protest, now)
  return done
}

function effects(
  paper: Model,
  match: PaperMatch,
  { ruling, scores, cascade }: CommandOf<'RuleProtest'>,
  now: string,
): Verdict {
  const how = { cascade, reason: 'ruled' }
  if (ruling === 'uphold') return nothing
  if (ruling === 'replay') {
    return press.replay(paper, { type: 'ReplayMatch', match: match.id, ...how })
  }
  if (ruling === 'void') return voided(paper, match, how, now)
  const teams = teamsOn(paper, match)
  const stranger = scores?.find(({ team }) => !teams.includes(team))
  if (stranger) return strangerIn(paper, stranger.team)
  const [one, two] = teams.map((team) => scores?.find((each) => each.team === team)?.score)
  if (one === undefined || two === undefined) return 'CORRECTION_MISSING'
  if (match.result?.forfeit) return playedAfterAll(paper, match, { ...how, score: [one, two] })
  const [blueScore, goldScore] = match.isFlipped ? [two, one] : [one, two]
  return press.setScore(paper, { type: 'SetScore', match: match.id, blueScore, goldScore, ...how })
}

type How = { cascade?: boolean | undefined; reason: string }

function voided(paper: Model, match: PaperMatch, how: How, now: string): Verdict {
  if (!find(paper, match.id)) return 'NO_SUCH_MATCH'
  const unfit = wrongTeams(paper, match)
  if (unfit) return unfit
  const sameWinner = match.result !== null && match.result.winner === null
  const change = (one: PaperMatch) => {
    if (wasPlayed(one)) archive(paper, one)
    end(paper, one, [0, 0], now)
  }
  return correct(paper, match, change, { ...how, sameWinner })
}

function playedAfterAll(
  paper: Model,
  match: PaperMatch,
  { score, ...how }: How & { score: [number, number] },
): Verdict {
  const was = scoreOf(match)
  const winner = winnerOf(score)
  if (winner === null && !mayBeDrawn(paper, match)) return 'TIE_NOT_ALLOWED'
  const { at, winner: before } = match.result!
  const change = (one: PaperMatch) => {
    const more = bothSides.map((side: Side) => one.typed[side] + score[side] - was[side])
    one.typed = more as [number, number]
    one.result = { winner, score, forfeit: false, at }
  }
  return correct(paper, match, change, { ...how, sameWinner: winner === before })
}

/** What the label of a match says. */
export function haltedMessage(paper: Model, match: number): string | null {
  const own = paper.protests.filter((one) => one.match === match)
  if (own.some(({ isOpen }) => isOpen)) return 'open'
  return own.findLast(({ ruling }) => ruling !== null)?.ruling ?? null
}
