import { roundNameOf } from '../../core/text/server-words.ts'
import type { MatchRow } from '#events/schema/rows.ts'

export type Drawable = Pick<
  MatchRow,
  'id' | 'matchNum' | 'matchType' | 'roundNum' | 'roundName' | 'roundMessage' | 'winnerToMatch'
>
/** `name` tells rounds apart, `label` is for people. */
export type Round = { name: string; label: string; matches: number[] }
/** A position, with columns and rows in units of one match box; the screen decides their size. */
export type Box = { match: number; column: number; row: number }
export type ConnectingLine = { from: number; to: number }
type Heading = { name: string; column: number; row: number }
export type Drawing = {
  boxes: Box[]
  lines: ConnectingLine[]
  headings: Heading[]
  columns: number
  rows: number
}

/** Lays out an elimination stage: a tree for each side of the bracket, followed by the finals. */
export function draw(matches: Drawable[], isLadder = false): Drawing {
  if (isLadder) return drawLadder(matches)
  const parts = partsOf(matches)
  const upper = tree(parts.upper, 0)
  const lower = tree(parts.lower, upper.rows)
  const boxes = [...upper.boxes, ...lower.boxes]
  const headings = [...upper.headings, ...lower.headings]
  let columns = Math.max(upper.columns, lower.columns)
  for (const final of parts.finals) {
    const row = rowBetweenFeeders(boxes, parts.all, final)
    boxes.push({ match: final.id, column: columns, row })
    headings.push({ name: roundNameOf(final), column: columns, row: 0 })
    columns++
  }
  let rows = upper.rows + lower.rows
  for (const third of parts.third) {
    const last = boxes.findLast(({ column }) => column === columns - 1)
    const row = (last?.row ?? 0) + 1.5
    boxes.push({ match: third.id, column: Math.max(0, columns - 1), row })
    headings.push({ name: roundNameOf(third), column: Math.max(0, columns - 1), row })
    rows = Math.max(rows, row + 1)
  }
  return { boxes, lines: linesOf(matches, boxes), headings, columns, rows }
}

/** The rounds in the order in which they are played, for a list. */
export function roundsOf(matches: Drawable[]): Round[] {
  const rounds = Map.groupBy(matches.toSorted(byNumber), ({ roundName }) => roundName)
  return [...rounds].map(([name, own]) => ({
    name,
    label: own[0] ? roundNameOf(own[0]) : name,
    matches: own.map(({ id }) => id),
  }))
}

/** A match and the following matches that its winner would play. */
export function pathFrom(matches: Drawable[], id: number | null): number[] {
  const byId = new Map(matches.map((match) => [match.id, match]))
  const path: number[] = []
  for (let next = id; next !== null && !path.includes(next);) {
    const match = byId.get(next)
    if (!match) break
    path.push(next)
    next = match.winnerToMatch
  }
  return path
}

function partsOf(matches: Drawable[]) {
  const all = matches.toSorted(byNumber)
  const ofType = (...types: (string | null)[]) =>
    all.filter((match) => types.includes(match.matchType))
  return {
    all,
    upper: ofType('winners', null),
    lower: ofType('losers'),
    finals: ofType('first_final', 'second_final'),
    third: ofType('third_place'),
  }
}

function tree(matches: Drawable[], top: number) {
  const ids = new Set(matches.map((match) => match.id))
  const depths = depthsOf(matches)
  const rows = new Map<number, number>()
  let cursor = top
  const place = (match: Drawable): number => {
    const placed = rows.get(match.id)
    if (placed !== undefined) return placed
    // A preliminary row, so that a cycle of matches does not recurse forever.
    rows.set(match.id, cursor)
    const feeders = matches.filter(({ winnerToMatch }) => winnerToMatch === match.id)
    const feederRows = feeders.map(place)
    const row =
      feederRows.length === 0 ? cursor++ : (Math.min(...feederRows) + Math.max(...feederRows)) / 2
    rows.set(match.id, row)
    return row
  }
  const isRoot = ({ winnerToMatch }: Drawable) => !winnerToMatch || !ids.has(winnerToMatch)
  for (const root of matches.filter(isRoot)) place(root)
  const columns = matches.length === 0 ? 0 : Math.max(...depths.values()) + 1
  const boxes = matches.map(({ id }): Box => {
    return { match: id, column: depths.get(id) ?? 0, row: rows.get(id) ?? top }
  })
  const headings = Array.from({ length: columns }, (_, column): Heading => {
    const first = matches.find(({ id }) => depths.get(id) === column)
    return { name: first ? roundNameOf(first) : '', column, row: top }
  })
  return { boxes, headings, columns, rows: Math.ceil(cursor - top) }
}

/** The column of each match: by round numbers, which count down, or by the longest way to it. */
function depthsOf(matches: Drawable[]): Map<number, number> {
  const numbers = matches.map(({ roundNum }) => roundNum)
  if (numbers.every((num) => num !== null)) {
    const rounds = [...new Set(numbers)].toSorted((a, b) => b - a)
    return new Map(matches.map(({ id, roundNum }) => [id, rounds.indexOf(roundNum!)]))
  }
  const depths = new Map<number, number>()
  // A match waits only for matches with lower numbers, so one pass is enough.
  for (const match of matches) {
    const feeders = matches.filter(({ winnerToMatch }) => winnerToMatch === match.id)
    depths.set(match.id, Math.max(-1, ...feeders.map(({ id }) => depths.get(id) ?? -1)) + 1)
  }
  return depths
}

/** One column with the last match on top, since the winner of a ladder climbs. */
function drawLadder(matches: Drawable[]): Drawing {
  const topDown = matches.toSorted(byNumber).toReversed()
  const boxes = topDown.map(({ id }, row): Box => ({ match: id, column: 0, row }))
  return { boxes, lines: linesOf(matches, boxes), headings: [], columns: 1, rows: topDown.length }
}

/** The row in the middle of the matches that lead to a final. */
function rowBetweenFeeders(boxes: Box[], all: Drawable[], final: Drawable): number {
  const feeders = all.filter(({ winnerToMatch }) => winnerToMatch === final.id)
  const rows = boxes
    .filter(({ match }) => feeders.some(({ id }) => id === match))
    .map(({ row }) => row)
  return rows.length === 0 ? 0 : (Math.min(...rows) + Math.max(...rows)) / 2
}

function linesOf(matches: Drawable[], boxes: Box[]): ConnectingLine[] {
  const drawn = new Set(boxes.map(({ match }) => match))
  return matches.flatMap(({ id, winnerToMatch }) =>
    winnerToMatch !== null && drawn.has(winnerToMatch) ? [{ from: id, to: winnerToMatch }] : [],
  )
}

function byNumber(a: Drawable, b: Drawable): number {
  return a.matchNum - b.matchNum || a.id - b.id
}
