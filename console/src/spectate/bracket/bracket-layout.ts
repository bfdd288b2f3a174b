import { said } from '../../core/text/catalogue.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'

export type Drawable = Pick<
  MatchRow,
  'id' | 'matchNum' | 'matchType' | 'roundNum' | 'roundName' | 'winnerToMatch'
>
export type Round = { name: string; matches: number[] }
/** Columns and rows are counted in matches; a screen says how large one is. */
export type Box = { match: number; column: number; row: number }
export type Line = { from: number; to: number }
type Heading = { name: string; column: number; row: number }
export type Drawing = {
  boxes: Box[]
  lines: Line[]
  headings: Heading[]
  columns: number
  rows: number
}

/** Where every match of an elimination stage is drawn: a tree for each side, finals behind both. */
export function draw(matches: Drawable[], isLadder = false): Drawing {
  if (isLadder) return drawLadder(matches)
  const parts = partsOf(matches)
  const upper = tree(parts.upper, 0)
  const lower = tree(parts.lower, upper.rows)
  const boxes = [...upper.boxes, ...lower.boxes]
  const headings = [...upper.headings, ...lower.headings]
  let columns = Math.max(upper.columns, lower.columns)
  for (const final of parts.finals) {
    const row = between(boxes, parts.all, final)
    boxes.push({ match: final.id, column: columns, row })
    headings.push({ name: said(final.roundName), column: columns, row: 0 })
    columns++
  }
  let rows = upper.rows + lower.rows
  for (const small of parts.third) {
    const last = boxes.findLast(({ column }) => column === columns - 1)
    const row = (last?.row ?? 0) + 1.5
    boxes.push({ match: small.id, column: Math.max(0, columns - 1), row })
    headings.push({ name: said(small.roundName), column: Math.max(0, columns - 1), row })
    rows = Math.max(rows, row + 1)
  }
  return { boxes, lines: linesOf(matches, boxes), headings, columns, rows }
}

/** The rounds one after the other, as a list shows them: in the order in which they are played. */
export function roundsOf(matches: Drawable[]): Round[] {
  const rounds = new Map<string, number[]>()
  for (const { id, roundName } of matches.toSorted(byNumber)) {
    rounds.set(roundName, [...(rounds.get(roundName) ?? []), id])
  }
  return [...rounds].map(([name, ids]) => ({ name, matches: ids }))
}

/** From a match on all that its winner plays. */
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
  const of = (...types: (string | null)[]) => all.filter((match) => types.includes(match.matchType))
  return {
    all,
    upper: of('winners', null),
    lower: of('losers'),
    finals: of('first_final', 'second_final'),
    third: of('third_place'),
  }
}

function tree(matches: Drawable[], top: number) {
  const known = new Set(matches.map((match) => match.id))
  const depths = depthsOf(matches)
  const rows = new Map<number, number>()
  let cursor = top
  const place = (match: Drawable): number => {
    const known = rows.get(match.id)
    if (known !== undefined) return known
    // Kept before it is known: a circle would never end.
    rows.set(match.id, cursor)
    const feeders = matches.filter(({ winnerToMatch }) => winnerToMatch === match.id)
    const at = feeders.map(place)
    const row = at.length === 0 ? cursor++ : (Math.min(...at) + Math.max(...at)) / 2
    rows.set(match.id, row)
    return row
  }
  const isRoot = ({ winnerToMatch }: Drawable) => !winnerToMatch || !known.has(winnerToMatch)
  for (const root of matches.filter(isRoot)) place(root)
  const columns = matches.length === 0 ? 0 : Math.max(...depths.values()) + 1
  const boxes = matches.map(({ id }): Box => {
    return { match: id, column: depths.get(id) ?? 0, row: rows.get(id) ?? top }
  })
  const headings = Array.from({ length: columns }, (_, column): Heading => {
    const first = matches.find(({ id }) => depths.get(id) === column)
    return { name: said(first?.roundName ?? ''), column, row: top }
  })
  return { boxes, headings, columns, rows: Math.ceil(cursor - top) }
}

/** Rounds of an elimination count down to its last; without numbers the longest way tells. */
function depthsOf(matches: Drawable[]): Map<number, number> {
  const numbers = matches.map(({ roundNum }) => roundNum)
  if (numbers.every((num) => num !== null)) {
    const rounds = [...new Set(numbers)].toSorted((a, b) => b - a)
    return new Map(matches.map(({ id, roundNum }) => [id, rounds.indexOf(roundNum!)]))
  }
  const depths = new Map<number, number>()
  // A match waits for those of lower numbers only, so once through them is enough.
  for (const match of matches) {
    const feeders = matches.filter(({ winnerToMatch }) => winnerToMatch === match.id)
    depths.set(match.id, Math.max(-1, ...feeders.map(({ id }) => depths.get(id) ?? -1)) + 1)
  }
  return depths
}

/** One rung a match, the last on top: the winner climbs. */
function drawLadder(matches: Drawable[]): Drawing {
  const climb = matches.toSorted(byNumber).toReversed()
  const boxes = climb.map(({ id }, row): Box => ({ match: id, column: 0, row }))
  return { boxes, lines: linesOf(matches, boxes), headings: [], columns: 1, rows: climb.length }
}

function between(boxes: Box[], all: Drawable[], final: Drawable): number {
  const feeders = all.filter(({ winnerToMatch }) => winnerToMatch === final.id)
  const rows = boxes
    .filter(({ match }) => feeders.some(({ id }) => id === match))
    .map(({ row }) => row)
  return rows.length === 0 ? 0 : (Math.min(...rows) + Math.max(...rows)) / 2
}

function linesOf(matches: Drawable[], boxes: Box[]): Line[] {
  const drawn = new Set(boxes.map(({ match }) => match))
  return matches.flatMap(({ id, winnerToMatch }) =>
    winnerToMatch !== null && drawn.has(winnerToMatch) ? [{ from: id, to: winnerToMatch }] : [],
  )
}

function byNumber(a: Drawable, b: Drawable): number {
  return a.matchNum - b.matchNum || a.id - b.id
}
