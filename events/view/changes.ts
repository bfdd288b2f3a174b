import { isDoubleForfeit } from '../bracket/advancement.ts'
import { downstream, hasEmptySlot, isInBracket } from '../bracket/bracket.ts'
import type { Match } from '../state/match.ts'
import { matchesOf, matchIndex, sourcesOf } from '../bracket/match-index.ts'
import { sameValue } from '../same-value.ts'
import type { Tournament } from '../state/tournament.ts'
import { bracketRow, matchRow, publicOf, rowsOf } from './tournament-rows.ts'
import type { AllRows } from './tournament-rows.ts'
import { rowSources } from '../state/nouns.ts'
import { keyOf, tableNames } from './keys.ts'
import type { Rows, StandingRow, Table } from '../schema/rows.ts'
import { standingRows } from './standing-rows.ts'
import type { MatchId, StageId } from '../ids.ts'

/** The changes of a commit to the rows. `gone` has keys. */
export type Changes = { [T in Table]?: { put: Rows[T][]; gone: string[] } }

/**
 * The difference between the rows of two states. Rows of parts that are still the same object are
 * not computed: completing one match of a thousand costs only a few rows.
 */
export function changes(oldState: Tournament, newState: Tournament): Changes {
  const [before, after] = [publicOf(oldState), publicOf(newState)]
  const isComplete = before.version === 0 || after.deleted || before.deleted
  const [from, to] = isComplete ? [rowsOf(before), rowsOf(after)] : affectedRows(before, after)
  const all: Record<string, { put: unknown[]; gone: string[] }> = {}
  for (const table of tableNames) {
    const put = [...to[table]].filter(([key, row]) => !sameValue(from[table].get(key), row))
    const gone = [...from[table].keys()].filter((key) => !to[table].has(key))
    if (put.length || gone.length) all[table] = { put: put.map(([, row]) => row), gone }
  }
  return all
}

/** The rows of both states that may differ between them. */
function affectedRows(before: Tournament, after: Tournament): [from: AllRows, to: AllRows] {
  const { matches, stages } = affectedBy(before, after)
  const [from, to] = [ownRows(before, before, after), ownRows(after, before, after)]
  for (const [t, rows] of [[before, from] as const, [after, to] as const]) {
    for (const id of matches) {
      const match = t.matches[id]
      if (match && isInBracket(t.matches, match)) rows.match.set(`${id}`, matchRow(t, match))
    }
    for (const id of stages) {
      const stage = t.stages[id]
      if (stage) rows.bracket.set(`${id}`, bracketRow(t, stage))
    }
  }
  for (const id of stages) {
    const [old, current] = [tableIn(before, id), tableIn(after, id)]
    for (const row of without(old, current)) from.standing.set(keyOf.standing(row), row)
    for (const row of without(current, old)) to.standing.set(keyOf.standing(row), row)
  }
  return [from, to]
}

/** The tables of the state from whose records rows are made one by one. */
const ownTables = Object.values(rowSources)

/** The rows of `t` of parts other than matches and stages, if the part changed. */
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
  const excluded = new Set(others)
  return rows.filter((row) => !excluded.has(row))
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

/** Matches and stages that changed, and those that depend on a changed result. */
export function affectedBy(before: Tournament, after: Tournament): Affected {
  const changedStages = ids(before.stages, after.stages).filter(
    (id) => before.stages[id] !== after.stages[id],
  )
  const matches = new Set([
    ...changed(before.matches, after.matches),
    // The rows of matches have the name and the rules of their stage.
    ...changedStages.flatMap((id) =>
      [before, after].flatMap((t) => matchesOf(t.matches, id)).map(idOf),
    ),
  ])
  const found: Affected = { matches, stages: new Set(changedStages) }
  const own = [...matches]
  for (const t of [before, after]) {
    for (const id of own) addRelated(t, id, { before, after, found })
  }
  addLinked(before, after, found)
  for (const t of [before, after]) addDisputed(t, { before, after, found })
  const changingByes = own.filter((id) => mayChangeByes(before, after, id))
  for (const t of [before, after]) addAroundByes(t, changingByes, found)
  for (const t of [before, after]) addFollowers(t, found, before.teams !== after.teams)
  return found
}

function changed(before: Tournament['matches'], after: Tournament['matches']): MatchId[] {
  if (before === after) return []
  const removed = matchIndex(before).all.filter(({ id }) => !after[id])
  const different = matchIndex(after).all.filter((match) => before[match.id] !== match)
  return [...removed, ...different].map(idOf)
}

function idOf({ id }: Match): MatchId {
  return id
}

/** Adds the matches and the stage of `t` that a changed match affects. */
function addRelated(
  t: Tournament,
  id: MatchId,
  { before, after, found }: { before: Tournament; after: Tournament; found: Affected },
): void {
  const match = t.matches[id]
  if (!match) return
  const [old, current] = [before.matches[id], after.matches[id]]
  // A table counts only complete matches. A match that is added or removed can complete the stage.
  if (!old || !current || old.result || current.result) found.stages.add(match.stage)
  if (affectsTeams(old, current)) {
    for (const next of matchesAfter(t, match)) found.matches.add(next.id)
  }
  // The row of a source match has the colour that its team will play here.
  if (old?.isFlipped !== current?.isFlipped) {
    for (const source of sourcesPastByes(t.matches, id)) found.matches.add(source)
  }
}

/** Matches whose teams depend on a match. An open match ends the search, unless it is a bye. */
function matchesAfter({ matches }: Tournament, match: Match): Match[] {
  return downstream(matches, match, (next) => next.result !== null || !isInBracket(matches, next))
}

/** The matches whose winner or loser goes on to a match, directly or through byes. */
function sourcesPastByes(matches: Tournament['matches'], id: MatchId): MatchId[] {
  return sourcesOf(matches, id).flatMap((source) => {
    const match = matches[source]
    const isSkipped = match !== undefined && !isInBracket(matches, match)
    return isSkipped ? [source, ...sourcesPastByes(matches, source)] : [source]
  })
}

/** Whether a change can turn other matches into byes or back. Most results cannot. */
function mayChangeByes(before: Tournament, after: Tournament, id: MatchId): boolean {
  const [old, current] = [before.matches[id], after.matches[id]]
  if (!old || !current || old.slots !== current.slots) return true
  if (isDoubleForfeit(old) !== isDoubleForfeit(current)) return true
  return hasEmptySlot(before.matches, old) || hasEmptySlot(after.matches, current)
}

/** The rows of a linked stage and its matches have data of the external bracket. */
function addLinked(before: Tournament, after: Tournament, { matches, stages }: Affected): void {
  if (before.links === after.links) return
  for (const id of ids(before.links, after.links)) {
    const [old, current] = [before.links[id], after.links[id]]
    if (old === current) continue
    if (old?.checked !== current?.checked) stages.add(id)
    for (const match of ids(old?.matches ?? {}, current?.matches ?? {})) {
      if (old?.matches[match] !== current?.matches[match]) matches.add(match)
    }
  }
}

/** A protest is in the row of its match, and makes the matches after it provisional (R-DI-1). */
function addDisputed(
  t: Tournament,
  { before, after, found }: { before: Tournament; after: Tournament; found: Affected },
): void {
  if (before.protests === after.protests) return
  for (const id of ids(before.protests, after.protests)) {
    const [old, current] = [before.protests[id], after.protests[id]]
    const match = old === current ? undefined : t.matches[(current ?? old)?.match ?? 0]
    if (!match) continue
    found.stages.add(match.stage)
    for (const { id: own } of [match, ...downstream(t.matches, match)]) found.matches.add(own)
  }
}

/** If a match is skipped as a bye, the rows of its sources have the match after it as target. */
function addAroundByes(
  t: Tournament,
  changingByes: MatchId[],
  { matches, stages }: Affected,
): void {
  if (!matchIndex(t.matches).hasDoubleForfeit) return
  for (const stage of new Set(changingByes.flatMap((id) => t.matches[id]?.stage ?? []))) {
    const own = matchesOf(t.matches, stage)
    if (!own.some(isDoubleForfeit)) continue
    stages.add(stage)
    for (const match of own) matches.add(match.id)
  }
}

/**
 * Adds the stages that take places of affected stages or whose places those decide, transitively.
 * The text of a place also has the name of a team.
 */
function addFollowers(t: Tournament, { matches, stages }: Affected, renamed: boolean): void {
  const placed = Object.values(t.stages).filter((stage) => stage.seeds)
  const followers = new Set<StageId>()
  for (let size = -1; size < stages.size;) {
    size = stages.size
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

/** Whether a change of a match can change the teams or sides of matches after it. */
function affectsTeams(before: Match | undefined, after: Match | undefined): boolean {
  return (
    before?.result !== after?.result ||
    before?.slots !== after?.slots ||
    before?.isFlipped !== after?.isFlipped
  )
}

function ids(...records: Record<string, unknown>[]): number[] {
  return [...new Set(records.flatMap((record) => Object.keys(record).map(Number)))]
}
