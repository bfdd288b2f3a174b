// A tournament kept on paper: plain lists that are written over, nothing shared with the product.
// Whatever follows from results is worked out from the beginning each time it is asked.
import type { StageSettings } from '../../../events/schema/stage-settings.ts'
import { printedBracket } from './printed-brackets.ts'

/** 0 or 1: which of a match's two sides, whatever colour it plays. */
export type Side = 0 | 1
/** Who comes to a side: a team, who wins or loses another match (by id), or whoever is put there. */
export type Comes =
  | { team: number }
  | { winnerOf: number }
  | { loserOf: number }
  | { open: true }
  | { stage: number; place: number }

type Result = {
  winner: Side | null
  score: [number, number]
  forfeit: boolean
  at: string
}
export type PaperMatch = {
  id: number
  num: number
  stage: number
  sides: [Comes, Comes]
  /** ids of the matches its winner and loser were sent to when it was made */
  winnerTo: number | null
  loserTo: number | null
  winnerPlace: number | null
  loserPlace: number | null
  isSecondFinal: boolean
  isFlipped: boolean
  isWarmup: boolean
  cabinet: number | null
  wasStarted: boolean
  startedOn: number[]
  /** the games that count: who won, and how long they took */
  games: { game: string; winner: Side; seconds: number }[]
  /** what people typed on top of the games */
  typed: [number, number]
  result: Result | null
  attempt: number
}
export type PaperStage = {
  id: number
  settings: StageSettings
  seeds: Comes[]
  /** hex; drawn by the product when the stage was made */
  dice: string
}
export type PaperQueue = {
  id: number
  cabinets: number[]
  /** made for its cabinet, not by a person */
  name: string
  isAuto: boolean
  isEnabled: boolean
  matches: number[]
}
export type PaperTimer = { cabinet: number; dueAt: string; waits: boolean }
type PaperGame = {
  game: string
  match: number
  cabinet: number
  /** the side that was on blue when it began */
  blue: Side
  status: string
}
export type PaperProtest = {
  id: number
  match: number
  isOpen: boolean
  /** null: none, it was withdrawn where it is not open */
  ruling: string | null
  /** the cabinet that is held by it */
  holds: number | null
}
export type Model = {
  cabinets: number[]
  /** cabinets on which nothing starts by itself (R-QT-2) */
  held: number[]
  teams: number[]
  stages: PaperStage[]
  matches: PaperMatch[]
  queues: PaperQueue[]
  timers: PaperTimer[]
  games: PaperGame[]
  protests: PaperProtest[]
}

export function blankPaper(): Model {
  return {
    cabinets: [],
    held: [],
    teams: [],
    stages: [],
    matches: [],
    queues: [],
    timers: [],
    games: [],
    protests: [],
  }
}

export function isByHand({ settings }: PaperStage): boolean {
  return settings.stageType === 'custom' || settings.stageType === null
}

/** What is printed for a stage; undefined where nothing is. */
export function bracketFor({ settings, seeds }: PaperStage) {
  const { stageType, thirdPlaceMatch, matchesPerOpponent } = settings
  const third = stageType === 'single_elim' && thirdPlaceMatch ? 'third_place' : stageType
  const kind = stageType === 'round_robin' && matchesPerOpponent === 2 ? 'twice' : third
  return printedBracket(kind ?? '', seeds.length)
}

/** The matches of a stage as printed, with the ids that the product drew for them. */
export function matchesFor(stage: PaperStage, ids: number[]): PaperMatch[] {
  const bracket = bracketFor(stage) ?? []
  const idOf = (num: number) => ids[num - 1] ?? 0
  const isDouble = stage.settings.stageType === 'double_elim'
  const made = bracket.map(({ sides, loserPlace, winnerPlace }, index): PaperMatch => {
    const comes = sides.map((side): Comes => {
      if ('seed' in side) return stage.seeds[side.seed - 1] ?? { open: true }
      return 'winner' in side ? { winnerOf: idOf(side.winner) } : { loserOf: idOf(side.loser) }
    }) as [Comes, Comes]
    return {
      ...newMatch(stage.id, idOf(index + 1), index + 1, comes),
      winnerPlace: winnerPlace ?? null,
      loserPlace: loserPlace ?? null,
      isSecondFinal: isDouble && index === bracket.length - 1,
    }
  })
  for (const match of made) sendTo(made, match)
  return made
}

export function newMatch(
  stage: number,
  id: number,
  num: number,
  sides: [Comes, Comes],
): PaperMatch {
  return {
    id,
    num,
    stage,
    sides,
    winnerTo: null,
    loserTo: null,
    winnerPlace: null,
    loserPlace: null,
    isSecondFinal: false,
    isFlipped: false,
    isWarmup: false,
    cabinet: null,
    wasStarted: false,
    startedOn: [],
    games: [],
    typed: [0, 0],
    result: null,
    attempt: 1,
  }
}

/** Whoever waits for a match is where its winner or loser goes, unless somebody waited before. */
export function sendTo(all: PaperMatch[], waiting: PaperMatch): void {
  for (const side of waiting.sides) {
    for (const match of all) {
      if ('winnerOf' in side && side.winnerOf === match.id) match.winnerTo ??= waiting.id
      if ('loserOf' in side && side.loserOf === match.id) match.loserTo ??= waiting.id
    }
  }
}

/** Matches taken away go from their queues, with their games. */
export function takeAway(paper: Model, gone: number[]): void {
  paper.matches = paper.matches.filter((match) => !gone.includes(match.id))
  paper.games = paper.games.filter((game) => !gone.includes(game.match))
  for (const id of gone) unqueue(paper, id)
  for (const match of paper.matches) {
    if (match.winnerTo !== null && gone.includes(match.winnerTo)) match.winnerTo = null
    if (match.loserTo !== null && gone.includes(match.loserTo)) match.loserTo = null
  }
}

export function unqueue(paper: Model, match: number): void {
  for (const queue of paper.queues) queue.matches = queue.matches.filter((id) => id !== match)
}
