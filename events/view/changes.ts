import { isDoubleForfeit } from '../bracket/advancement.ts'
import { downstream, missesTeam, needed } from '../bracket/bracket.ts'
import type { Match } from '../state/match.ts'
import { matchesOf, matchIndex, sourcesOf } from '../bracket/match-index.ts'
import { sameValue } from '../same-value.ts'
import type { Tournament } from '../state/tournament.ts'
import { bracketRow, matchRow, publicOf, rowsOf } from './tournament-rows.ts'
import type { AllRows } from './tournament-rows.ts'
import { keyOf, tableNames } from './keys.ts'
import type { Rows, StandingRow, Table } from '../schema/rows.ts'
import { standingRows } from './standing-rows.ts'
import type { MatchId, StageId } from '../ids.ts'

/** What one commit did to the rows. `gone` holds keys. */
export type Changes = { [T in Table]?: { put: Rows[T][]; gone: string[] } }

/**
 * The difference between the rows of two states, found without making the rows of parts that are
 * still the same object: one completed match of a thousand costs a few rows.
 */
export function changes(was: Tournament, is: Tournament): Changes {
  const [before, after] = [publicOf(was), publicOf(is)]
  const whole = before.version === 0 || after.deleted || before.deleted
  const [from, to] = whole ? [rowsOf(before), rowsOf(after)] : touched(before, after)
  const found: Record<string, { put: unknown[]; gone: string[] }> = {}
  for (const table of tableNames) {
    const put = [...to[table]].filter(([key, row]) => !sameValue(from[table].get(key), row))
    const gone = [...from[table].keys()].filter((key) => !to[table].has(key))
    if (put.length || gone.length) found[table] = { put: put.map(([, row]) => row), gone }
  }
  return found
}

/** The rows of both states that can differ between them. */
function touched(before: Tournament, after: Tournament): [from: AllRows, to: AllRows] {
  const { matches, stages } = mayDiffer(before, after)
  const [from, to] = [ownRows(before, before, after), ownRows(after, before, after)]
  for (const [t, rows] of [[before, from] as const, [after, to] as const]) {
    for (const id of matches) {
      const match = t.matches[id]
      if (match && needed(t.matches, match)) rows.match.set(`${id}`, matchRow(t, match))
    }
    for (const id of stages) {
      const stage = t.stages[id]
      if (stage) rows.bracket.set(`${id}`, bracketRow(t, stage))
    }
  }
  for (const id of stages) {
    const [was, is] = [tableIn(before, id), tableIn(after, id)]
    for (const row of without(was, is)) from.standing.set(keyOf.standing(row), row)
    for (const row of without(is, was)) to.standing.set(keyOf.standing(row), row)
  }
  return [from, to]
}

const ownTables = [
  'teams',
  'queues',
  'timers',
  'games',
  'rosters',
  'drafts',
  'protests',
  'announcements',
  'attendances',
  'officialCalls',
] as const

/** The rows of `t` that are about neither matches nor stages. */
function ownRows(t: Tournament, before: Tournament, after: Tournament): AllRows {
  const parts: Tournament = { ...t, stages: {}, matches: {} }
  for (const table of ownTables) {
    Object.assign(parts, { [table]: differing<unknown>(t[table], before[table], after[table]) })
  }
  return rowsOf(parts)
}

function tableIn(t: Tournament, id: StageId): StandingRow[] {
  const stage = t.stages[id]
  return stage ? standingRows(t, stage) : []
}

function without(rows: StandingRow[], others: StandingRow[]): StandingRow[] {
  const known = new Set(others)
  return rows.filter((row) => !known.has(row))
}

function differing<T>(
  own: Record<string, T>,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, T> {
  if (before === after) return {}
  return Object.fromEntries(Object.entries(own).filter(([id]) => before[id] !== after[id]))
}

type Affected = { matches: Set<MatchId>; stages: Set<StageId> }

/** Matches and stages that changed themselves, and those that follow from a changed result. */
export function mayDiffer(before: Tournament, after: Tournament): Affected {
  const reset = ids(before.stages, after.stages).filter(
    (id) => before.stages[id] !== after.stages[id],
  )
  const matches = new Set([
    ...changed(before.matches, after.matches),
    // A stage's name and rules stand in the rows of its matches.
    ...reset.flatMap((id) => [before, after].flatMap((t) => matchesOf(t.matches, id)).map(idOf)),
  ])
  const found: Affected = { matches, stages: new Set(reset) }
  const own = [...matches]
  for (const t of [before, after]) {
    for (const id of own) addRelated(t, id, { before, after, found })
  }
  addLinked(before, after, found)
  for (const t of [before, after]) addDisputed(t, { before, after, found })
  const moving = own.filter((id) => byesMove(before, after, id))
  for (const t of [before, after]) addPastByes(t, moving, found)
  for (const t of [before, after]) addFollowers(t, found, before.teams !== after.teams)
  return found
}

function changed(before: Tournament['matches'], after: Tournament['matches']): MatchId[] {
  if (before === after) return []
  const gone = matchIndex(before).all.filter(({ id }) => !after[id])
  const other = matchIndex(after).all.filter((match) => before[match.id] !== match)
  return [...gone, ...other].map(idOf)
}

function idOf({ id }: Match): MatchId {
  return id
}

/** What else of `t` a changed match has to do with. */
function addRelated(
  t: Tournament,
  id: MatchId,
  { before, after, found }: { before: Tournament; after: Tournament; found: Affected },
): void {
  const match = t.matches[id]
  if (!match) return
  const [was, is] = [before.matches[id], after.matches[id]]
  // A table counts complete matches alone; a match come or gone can make the stage complete.
  if (!was || !is || was.result || is.result) found.stages.add(match.stage)
  if (moved(was, is)) for (const next of reached(t, match)) found.matches.add(next.id)
  // The row of a feeding match names the colour its team will play here.
  if (was?.isFlipped !== is?.isFlipped) {
    for (const source of sources(t.matches, id)) found.matches.add(source)
  }
}

/** Nothing comes out of an open match, whoever is in it; but a bye is not played. */
function reached({ matches }: Tournament, match: Match): Match[] {
  return downstream(matches, match, (next) => next.result !== null || !needed(matches, next))
}

/** The matches whose winner or loser goes on to this one, at once or past byes. */
function sources(matches: Tournament['matches'], id: MatchId): MatchId[] {
  return sourcesOf(matches, id).flatMap((source) => {
    const match = matches[source]
    const isSkipped = match !== undefined && !needed(matches, match)
    return isSkipped ? [source, ...sources(matches, source)] : [source]
  })
}

/** Whether matches can become byes, or cease to be: most results leave them what they are. */
function byesMove(before: Tournament, after: Tournament, id: MatchId): boolean {
  const [was, is] = [before.matches[id], after.matches[id]]
  if (!was || !is || isDoubleForfeit(was) !== isDoubleForfeit(is) || was.slots !== is.slots)
    return true
  return missesTeam(before.matches, was) || missesTeam(after.matches, is)
}

/** What is known of a bracket outside stands in the rows of its stage and matches. */
function addLinked(before: Tournament, after: Tournament, { matches, stages }: Affected): void {
  if (before.links === after.links) return
  for (const id of ids(before.links, after.links)) {
    const [was, is] = [before.links[id], after.links[id]]
    if (was === is) continue
    if (was?.checked !== is?.checked) stages.add(id)
    for (const match of ids(was?.matches ?? {}, is?.matches ?? {})) {
      if (was?.matches[match] !== is?.matches[match]) matches.add(match)
    }
  }
}

/** A protest stands in the row of its match, and makes provisional what rests on it (R-DI-1). */
function addDisputed(
  t: Tournament,
  { before, after, found }: { before: Tournament; after: Tournament; found: Affected },
): void {
  if (before.protests === after.protests) return
  for (const id of ids(before.protests, after.protests)) {
    const [was, is] = [before.protests[id], after.protests[id]]
    const match = was === is ? undefined : t.matches[(is ?? was)?.match ?? 0]
    if (!match) continue
    found.stages.add(match.stage)
    for (const { id: own } of [match, ...downstream(t.matches, match)]) found.matches.add(own)
  }
}

/** Where a match is skipped, rows upstream name the one after it. */
function addPastByes(t: Tournament, moving: MatchId[], { matches, stages }: Affected): void {
  if (!matchIndex(t.matches).hasGaps) return
  for (const stage of new Set(moving.flatMap((id) => t.matches[id]?.stage ?? []))) {
    const own = matchesOf(t.matches, stage)
    if (!own.some(isDoubleForfeit)) continue
    stages.add(stage)
    for (const match of own) matches.add(match.id)
  }
}

/**
 * Stages whose seeds are places of dirty ones, and those whose places dirty ones decide; and again
 * theirs. A place also names its team.
 */
function addFollowers(t: Tournament, { matches, stages }: Affected, renamed: boolean): void {
  const placed = Object.values(t.stages).filter((stage) => stage.seeds)
  const followers = new Set<StageId>()
  for (let known = -1; known < stages.size;) {
    known = stages.size
    for (const { id, decides } of Object.values(t.stages)) {
      if (decides && stages.has(id)) stages.add(decides.stage)
    }
    for (const { id, seeds = [] } of placed) {
      const follows = seeds.some(
        (seed) => 'placeOf' in seed && (renamed || stages.has(seed.placeOf.stage)),
      )
      if (!follows) continue
      followers.add(id)
      stages.add(id)
    }
  }
  for (const id of followers) {
    for (const match of matchesOf(t.matches, id)) matches.add(match.id)
  }
}

function moved(was: Match | undefined, is: Match | undefined): boolean {
  return was?.result !== is?.result || was?.slots !== is?.slots || was?.isFlipped !== is?.isFlipped
}

function ids(...records: Record<string, unknown>[]): number[] {
  return [...new Set(records.flatMap((record) => Object.keys(record).map(Number)))]
}
