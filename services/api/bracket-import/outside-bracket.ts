import { isElimination } from '../../../events/rules/stage-types/stage-types.ts'
import type { StageType } from '../../../events/rules/stage-types/stage-types.ts'

/** A tournament of another site before its import, with the ids of that site. */
export type OutsideBracket = {
  source: 'Challonge' | 'start.gg'
  name: string
  /** `2026-01-02` */
  date: string
  isOver: boolean
  teams: { id: string; name: string; place: number | null }[]
  stages: OutsideStage[]
  /** sentences about data that is not imported */
  leftOut: string[]
}
export type OutsideStage = {
  name: string
  type: 'single_elim' | 'double_elim' | 'round_robin' | 'swiss'
  /** one of several parallel groups */
  isGroup: boolean
  /** teams, best seed first */
  entrants: string[]
  matches: OutsideMatch[]
}
export type OutsideMatch = {
  id: string
  /** negative in the losers' bracket, 0 for a third-place match */
  round: number
  roundName: string | null
  players: Pair<string | null>
  /** the match from which each team comes, if the site reports it */
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

/** A Swiss stage becomes a stage made by hand, ranked by its table. */
export function stageTypeOf({ type }: OutsideStage): StageType {
  return type === 'swiss' ? 'custom' : type
}

export function isBracket(stage: OutsideStage): boolean {
  return isElimination({ stageType: stageTypeOf(stage) })
}

/** A file that cannot be read as a bracket. The message is shown to the sender. */
export class UnknownBracket extends Error {}

// Fields in responses of other sites. Any of them may be missing.
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
  // Postgres stores neither a NUL character nor half of a surrogate pair.
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : ''
}

export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** Converts a text or seconds into `2026-01-02T20:00:00.000Z`. */
export function timeOf(value: unknown): string | null {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value))
  return ms >= 0 && ms <= lastMs ? new Date(ms).toISOString() : null
}

const maxTeamName = 100

/** Cut names end in an ellipsis: docs/decisions/long-external-names-visibly-shortened.md */
export function teamName(name: string): string {
  if (name === '') return '(no name)'
  if (name.length <= maxTeamName) return name
  // Does not cut a surrogate pair in the middle.
  return `${name.slice(0, maxTeamName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** In the order of seeds; entries without a seed last, in their given order. */
export function bySeed<T extends { seed: number | null }>(all: T[]): T[] {
  return all.toSorted((a, b) => {
    const [one, two] = [a.seed ?? Infinity, b.seed ?? Infinity]
    return one === two ? 0 : one - two
  })
}

/** Other sites report a disqualification as a negative score. */
export function gamesOf(score: Pair<number> | null, winner: 0 | 1 | null) {
  if (score?.some((games) => games < 0)) return { score: null, isForfeit: true }
  const isConsistent = !score || winner === null || score[winner] > score[winner === 0 ? 1 : 0]
  return { score: isConsistent ? score : null, isForfeit: false }
}
