// The reference model of a tournament: plain mutable lists, sharing no code with the product.
// Everything that follows from results is computed from scratch on every read.
import type { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { printedBracket } from './printed-brackets.ts'

/** The index of a side of a match, independent of its colour. */
export type Side = 0 | 1
/**
 * Where the team of a side comes from: a team, the winner or loser of another match (by id), the
 * place of a stage, or a team to be set by hand.
 */
export type SlotSource =
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
export type ModelMatch = {
  id: number
  num: number
  stage: number
  sides: [SlotSource, SlotSource]
  /** ids of the matches to which its winner and loser advance */
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
  /** the counted games, with winner and duration */
  games: { game: string; winner: Side; seconds: number }[]
  /** adjustments made by hand, added to the games */
  typed: [number, number]
  result: Result | null
  attempt: number
}
export type ModelStage = {
  id: number
  settings: StageSettings
  seeds: SlotSource[]
  /** hex; drawn by the product when it creates the stage */
  dice: string
}
export type ModelQueue = {
  id: number
  cabinets: number[]
  name: string
  /** created for its cabinet, not by a person */
  isAuto: boolean
  isEnabled: boolean
  matches: number[]
}
export type ModelTimer = { cabinet: number; after: number; dueAt: string; waits: boolean }
type ModelGame = {
  game: string
  match: number
  cabinet: number
  /** the side that played blue when the game began */
  blue: Side
  status: string
}
export type ModelProtest = {
  id: number
  match: number
  isOpen: boolean
  /** null while it is open, and if it was withdrawn */
  ruling: string | null
  /** the cabinet it holds */
  holds: number | null
}
export type Model = {
  cabinets: number[]
  /** cabinets on which nothing starts by itself (R-QT-2) */
  held: number[]
  teams: number[]
  stages: ModelStage[]
  matches: ModelMatch[]
  queues: ModelQueue[]
  timers: ModelTimer[]
  games: ModelGame[]
  protests: ModelProtest[]
}

export function emptyModel(): Model {
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

export function isByHand({ settings }: ModelStage): boolean {
  return settings.stageType === 'custom' || settings.stageType === null
}

/** The printed bracket of a stage; undefined if none is printed. */
export function bracketFor({ settings, seeds }: ModelStage) {
  const { stageType, thirdPlaceMatch, matchesPerOpponent } = settings
  const third = stageType === 'single_elim' && thirdPlaceMatch ? 'third_place' : stageType
  const kind = stageType === 'round_robin' && matchesPerOpponent === 2 ? 'twice' : third
  return printedBracket(kind ?? '', seeds.length)
}

/** The printed matches of a stage, with the ids that the product allocated. */
export function matchesFor(stage: ModelStage, ids: number[]): ModelMatch[] {
  const bracket = bracketFor(stage) ?? []
  const idOf = (num: number) => ids[num - 1] ?? 0
  const isDouble = stage.settings.stageType === 'double_elim'
  const matches = bracket.map(({ sides, loserPlace, winnerPlace }, index): ModelMatch => {
    const sources = sides.map((side): SlotSource => {
      if ('seed' in side) return stage.seeds[side.seed - 1] ?? { open: true }
      return 'winner' in side ? { winnerOf: idOf(side.winner) } : { loserOf: idOf(side.loser) }
    }) as [SlotSource, SlotSource]
    return {
      ...newMatch(stage.id, idOf(index + 1), index + 1, sources),
      winnerPlace: winnerPlace ?? null,
      loserPlace: loserPlace ?? null,
      isSecondFinal: isDouble && index === bracket.length - 1,
    }
  })
  for (const match of matches) linkSources(matches, match)
  return matches
}

export function newMatch(
  stage: number,
  id: number,
  num: number,
  sides: [SlotSource, SlotSource],
): ModelMatch {
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

/**
 * Makes the winners and losers that `waiting` awaits advance to it, unless they advance elsewhere.
 */
export function linkSources(all: ModelMatch[], waiting: ModelMatch): void {
  for (const side of waiting.sides) {
    for (const match of all) {
      if ('winnerOf' in side && side.winnerOf === match.id) match.winnerTo ??= waiting.id
      if ('loserOf' in side && side.loserOf === match.id) match.loserTo ??= waiting.id
    }
  }
}

/** Removes matches with their games, also from the queues. */
export function removeMatches(model: Model, removed: number[]): void {
  model.matches = model.matches.filter((match) => !removed.includes(match.id))
  model.games = model.games.filter((game) => !removed.includes(game.match))
  for (const id of removed) unqueue(model, id)
  for (const match of model.matches) {
    if (match.winnerTo !== null && removed.includes(match.winnerTo)) match.winnerTo = null
    if (match.loserTo !== null && removed.includes(match.loserTo)) match.loserTo = null
  }
}

export function unqueue(model: Model, match: number): void {
  for (const queue of model.queues) queue.matches = queue.matches.filter((id) => id !== match)
}
