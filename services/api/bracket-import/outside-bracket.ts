import { isElimination } from '../../../events/rules/stage-types/stage-types.ts'
import type { StageType } from '../../../events/rules/stage-types/stage-types.ts'

/** A tournament as another site has it, before it is one of ours. Its ids are that site's. */
export type OutsideBracket = {
  source: 'Challonge' | 'start.gg'
  name: string
  /** `2026-01-02` */
  date: string
  isOver: boolean
  teams: { id: string; name: string; place: number | null }[]
  stages: OutsideStage[]
  /** what is there and does not come along, in words */
  leftOut: string[]
}
export type OutsideStage = {
  name: string
  type: 'single_elim' | 'double_elim' | 'round_robin' | 'swiss'
  /** one of several groups that are played beside each other */
  isGroup: boolean
  /** teams, best seed first */
  entrants: string[]
  matches: OutsideMatch[]
}
export type OutsideMatch = {
  id: string
  /** below zero: of the losers' bracket; zero: for the third place */
  round: number
  roundName: string | null
  players: Pair<string | null>
  /** where each comes from, as far as it is told */
  from: Pair<Source | null>
  isOver: boolean
  winner: 0 | 1 | null
  /** games won */
  score: Pair<number> | null
  isForfeit: boolean
  at: string | null
}
export type Pair<T> = [T, T]
export type Source = { match: string; of: 'winner' | 'loser' }

/** Rounds that are drawn as it goes are matches made by hand here, ranked by their table. */
export function stageTypeOf({ type }: OutsideStage): StageType {
  return type === 'swiss' ? 'custom' : type
}

export function isBracket(stage: OutsideStage): boolean {
  return isElimination({ stageType: stageTypeOf(stage) })
}

/** A file that cannot be read, in words for who sent it. */
export class UnknownBracket extends Error {}

// Fields of answers of other sites. Any of them may be missing.
export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

export function idOf(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? `${value}`
    : null
}

export function textOf(value: unknown): string {
  // Postgres holds neither a NUL nor half a sign.
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : ''
}

export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** As `2026-01-02T20:00:00.000Z`; from a text or from seconds. */
export function timeOf(value: unknown): string | null {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value))
  return ms >= 0 && ms <= lastMs ? new Date(ms).toISOString() : null
}

const maxTeamName = 100

/** Its end shows that a name goes on: docs/decisions/long-names-from-outside-end-visibly.md */
export function teamName(name: string): string {
  if (name === '') return '(no name)'
  if (name.length <= maxTeamName) return name
  // A sign of two halves is not cut in the middle.
  return `${name.slice(0, maxTeamName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Seeds first, in their order; then those without one as they come. */
export function bySeed<T extends { seed: number | null }>(all: T[]): T[] {
  return all.toSorted((a, b) => {
    const [one, two] = [a.seed ?? Infinity, b.seed ?? Infinity]
    return one === two ? 0 : one - two
  })
}

/** A number below zero is how other sites note a disqualification. */
export function gamesOf(score: Pair<number> | null, winner: 0 | 1 | null) {
  if (score?.some((games) => games < 0)) return { score: null, isForfeit: true }
  const isShown = !score || winner === null || score[winner] > score[winner === 0 ? 1 : 0]
  return { score: isShown ? score : null, isForfeit: false }
}
