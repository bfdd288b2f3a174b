import { downstream, needed } from '../bracket.ts'
import type { Match } from '../match.ts'
import type { Tournament } from '../tournament.ts'
import { bracketRow, matchRow, publicOf, rowsOf } from './rows-of.ts'
import { keyOf } from './rows.ts'
import type { Rows, Table } from './rows.ts'
import { standingRows } from './standing.ts'

/** What one commit did to the rows. `gone` holds keys. */
export type Changes = { [T in Table]?: { put: Rows[T][]; gone: string[] } }

/**
 * The difference between the rows of two states, found without making the rows of parts that are
 * still the same object: one completed match of a thousand costs a few rows.
 */
export function changes(was: Tournament, is: Tournament): Changes {
  const [before, after] = [publicOf(was), publicOf(is)]
  const whole = before.version === 0 || after.deleted || before.deleted
  const from = whole ? rowsOf(before) : touched(before, before, after)
  const to = whole ? rowsOf(after) : touched(after, before, after)
  const found: Record<string, { put: unknown[]; gone: string[] }> = {}
  for (const table of Object.keys(keyOf) as Table[]) {
    const put = [...to[table]].filter(([key, row]) => !same(from[table].get(key), row))
    const gone = [...from[table].keys()].filter((key) => !to[table].has(key))
    if (put.length || gone.length) found[table] = { put: put.map(([, row]) => row), gone }
  }
  return found
}

/** The rows of `t` that can differ between the two states. */
function touched(t: Tournament, before: Tournament, after: Tournament): ReturnType<typeof rowsOf> {
  const parts: Tournament = { ...t, stages: {}, matches: {} }
  for (const table of ['teams', 'queues', 'timers', 'games'] as const) {
    Object.assign(parts, { [table]: differing<unknown>(t[table], before[table], after[table]) })
  }
  const rows = rowsOf(parts)
  const { matches, stages } = dirty(before, after)
  for (const id of matches) {
    const match = t.matches[id]
    if (match && needed(t.matches, match)) rows.match.set(`${id}`, matchRow(t, match))
  }
  for (const id of stages) {
    const stage = t.stages[id]
    if (!stage) continue
    rows.bracket.set(`${id}`, bracketRow(t, stage))
    for (const row of standingRows(t, stage)) rows.standing.set(keyOf.standing(row), row)
  }
  return rows
}

function differing<T>(
  own: Record<string, T>,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, T> {
  if (before === after) return {}
  return Object.fromEntries(Object.entries(own).filter(([id]) => before[id] !== after[id]))
}

/** Matches and stages that changed themselves, and those that follow from a changed result. */
function dirty(
  before: Tournament,
  after: Tournament,
): { matches: Set<number>; stages: Set<number> } {
  const reset = new Set<number>()
  for (const id of ids(before.stages, after.stages)) {
    if (before.stages[id] !== after.stages[id]) reset.add(id)
  }
  const stages = new Set(reset)
  const matches = new Set<number>()
  for (const t of [before, after]) {
    for (const match of Object.values(t.matches)) {
      const was = before.matches[match.id]
      const is = after.matches[match.id]
      // A stage's name and rules stand in the rows of its matches.
      if (was === is && !reset.has(match.stage)) continue
      matches.add(match.id)
      // A table counts complete matches alone; a match come or gone can make the stage complete.
      if (!was || !is || was.result || is.result) stages.add(match.stage)
      if (moved(was, is)) for (const next of downstream(t.matches, match)) matches.add(next.id)
      // The row of a feeding match names the colour its team will play here.
      if (was?.isFlipped !== is?.isFlipped) for (const id of sources(t, match)) matches.add(id)
    }
  }
  for (const t of [before, after]) addPastByes(t, { matches, stages })
  for (const t of [before, after])
    addFollowers(t, { matches, stages }, before.teams !== after.teams)
  return { matches, stages }
}

/** Where a match is skipped, rows upstream name the one after it. */
function addPastByes(
  t: Tournament,
  { matches, stages }: { matches: Set<number>; stages: Set<number> },
): void {
  const all = Object.values(t.matches)
  const touched = new Set(all.filter(({ id }) => matches.has(id)).map(({ stage }) => stage))
  for (const { result, stage } of all) {
    if (!result?.forfeit || result.winner !== null || !touched.has(stage)) continue
    stages.add(stage)
    for (const match of all) if (match.stage === stage) matches.add(match.id)
  }
}

/** Stages whose seeds are places of dirty ones, and again theirs; a place also names its team. */
function addFollowers(
  t: Tournament,
  { matches, stages }: { matches: Set<number>; stages: Set<number> },
  renamed: boolean,
): void {
  const placed = Object.values(t.stages).filter((stage) => stage.seeds)
  const followers = new Set<number>()
  for (let known = -1; known < followers.size;) {
    known = followers.size
    for (const { id, seeds = [] } of placed) {
      const follows = seeds.some(
        (seed) => 'placeOf' in seed && (renamed || stages.has(seed.placeOf.stage)),
      )
      if (!follows) continue
      followers.add(id)
      stages.add(id)
    }
  }
  if (followers.size === 0) return
  for (const match of Object.values(t.matches)) {
    if (followers.has(match.stage)) matches.add(match.id)
  }
}

function moved(was: Match | undefined, is: Match | undefined): boolean {
  return was?.result !== is?.result || was?.slots !== is?.slots || was?.isFlipped !== is?.isFlipped
}

function sources(t: Tournament, match: Match): number[] {
  const leadsHere = ({ winnerTo, loserTo }: Match) =>
    winnerTo?.match === match.id || loserTo?.match === match.id
  return Object.values(t.matches)
    .filter(leadsHere)
    .map((source) => source.id)
}

function ids(...records: Record<string, unknown>[]): Set<number> {
  return new Set(records.flatMap((record) => Object.keys(record).map(Number)))
}

/** Rows of one table have the same columns; few of those hold more than one value. */
function same(a: object | undefined, b: object): boolean {
  if (a === undefined) return false
  const had = a as Record<string, unknown>
  return Object.entries(b).every(([column, is]) => {
    const was = had[column]
    if (was === is) return true
    if (was === null || is === null || typeof was !== 'object') return false
    return JSON.stringify(was) === JSON.stringify(is)
  })
}
