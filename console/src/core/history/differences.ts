import { inRankOrder } from '../../../../events/rules/ranks.ts'
import { sameValue } from '../../../../events/same-value.ts'
import type { BracketRow, MatchRow, QueueRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../live/rows.ts'
import { activeOn, inOrder, matchName, spoken, teamName } from '../live/select.ts'
import { text } from '../text/text.ts'
import { asItWas as words } from '../text/time-travel.ts'

/** `1-1` became `2-1` */
export type Part = { was: string; is: string }
/** What is no longer as it was, in words. */
export type Difference = {
  key: string
  /** `M12 Bees vs. Wasps` */
  name: string
  parts: Part[]
  match?: number
}
type NameOf = (cabinet: number) => string
type Sides = { old: Tables; now: Tables; nameOf: NameOf }

/** What has changed between two moments: matches first, then what is around them. */
export function differences(old: Tables, now: Tables, nameOf: NameOf): Difference[] {
  const comparing = compared(old, now, nameOf)
  for (;;) {
    const { done, value } = comparing.next()
    if (done) return value
  }
}

/** The same in pieces, so that a page can answer in between. */
export function* compared(
  old: Tables,
  now: Tables,
  nameOf: NameOf,
): Generator<void, Difference[], void> {
  if (old === now) return []
  const sides = { old, now, nameOf }
  const found = yield* ofMatches(sides)
  for (const part of [ofQueues, ofTournament, ofStages, ofTeams]) {
    found.push(...part(sides))
    yield
  }
  return found.filter(({ parts }) => parts.length > 0)
}

function ids(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number[] {
  const all = new Set([...Object.keys(a), ...Object.keys(b)].map(Number))
  return [...all].filter((id) => a[id] !== b[id]).toSorted((x, y) => x - y)
}

const unless = (was: string, is: string): Part[] => (was === is ? [] : [{ was, is }])

function* ofMatches({ old, now, nameOf }: Sides): Generator<void, Difference[], void> {
  const found: { row: MatchRow; difference: Difference }[] = []
  for (const id of ids(old.match, now.match)) {
    yield
    const [was, is] = [old.match[id], now.match[id]]
    const row = is ?? was
    if (!row || sameValue(was, is)) continue
    const name = spoken(is ? now : old, row)
    const parts = was && is ? partsOf(was, is, { old, now, nameOf }) : [presence(was)]
    found.push({ row, difference: { key: `match ${id}`, name, parts, match: id } })
  }
  return found.toSorted((a, b) => inOrder(a.row, b.row)).map(({ difference }) => difference)
}

function presence(was: unknown): Part {
  return was ? { was: words.there, is: words.gone } : { was: words.notYet, is: words.there }
}

function partsOf(was: MatchRow, is: MatchRow, { old, now, nameOf }: Sides): Part[] {
  const teams = (rows: Tables, row: MatchRow) => spoken(rows, row)
  const isTurned = is.blueTeam !== null && is.blueTeam === was.goldTeam
  const known = (row: MatchRow) =>
    [row.blueTeam ?? 0, row.goldTeam ?? 0].toSorted((a, b) => a - b).join()
  // Scores go with the teams (R-ST-7): both in the order of then.
  const score = isTurned
    ? words.score(is.goldScore, is.blueScore)
    : words.score(is.blueScore, is.goldScore)
  const sides = isTurned
    ? unless(words.sides(teamName(old, was.blueTeam)), words.sides(teamName(now, is.blueTeam)))
    : []
  return [
    ...(known(was) === known(is) ? [] : unless(teams(old, was), teams(now, is))),
    ...unless(words.score(was.blueScore, was.goldScore), score),
    ...unless(stateOf(old, was, nameOf), stateOf(now, is, nameOf)),
    ...sides,
    ...(is.isComplete ? [] : unless(words.warmup(was.isWarmup), words.warmup(is.isWarmup))),
    ...unless(words.attempt(was.attempt), words.attempt(is.attempt)),
    ...unless(words.note(was.note), words.note(is.note)),
    ...unless(words.review(was.underReview), words.review(is.underReview)),
  ]
}

function stateOf(rows: Tables, row: MatchRow, nameOf: NameOf): string {
  if (row.activeCabinet !== null) return words.onCabinet(nameOf(row.activeCabinet))
  if (!row.isComplete) return words.open
  const how = row.forfeit ? words.forfeited : words.complete
  return row.winner === null ? how : words.won(how, teamName(rows, row.winner))
}

function ofQueues({ old, now, nameOf }: Sides): Difference[] {
  return ids(old.queue, now.queue).flatMap((id) => {
    const [was, is] = [old.queue[id], now.queue[id]]
    const row = is ?? was
    if (!row) return []
    const [first] = row.cabinets
    const title = row.autoCreated && first !== undefined ? nameOf(first) : row.name
    const parts =
      was && is
        ? [
            ...unless(waiting(old, was), waiting(now, is)),
            ...unless(words.enabled(was.enabled), words.enabled(is.enabled)),
            ...unless(was.cabinets.map(nameOf).join(', '), is.cabinets.map(nameOf).join(', ')),
          ]
        : [presence(was)]
    return [{ key: `queue ${id}`, name: words.queue(title), parts }]
  })
}

const mostNamed = 6

function waiting(rows: Tables, { matches }: QueueRow): string {
  const names = matches.map((id) => {
    const row = rows.match[id]
    return row ? matchName(rows, row) : text.match.short(id)
  })
  if (names.length === 0) return words.empty
  return words.list(names.slice(0, mostNamed), names.length - mostNamed)
}

function ofTournament({ old, now, nameOf }: Sides): Difference[] {
  const [was] = Object.values(old.tournament)
  const [is] = Object.values(now.tournament)
  if (!was || !is) return []
  const held = ({ heldCabinets }: typeof was) =>
    heldCabinets.map(({ cabinet }) => nameOf(cabinet)).join(', ') || words.nobody
  const cabinets = ({ assignedCabinets }: typeof was) =>
    assignedCabinets.map(nameOf).join(', ') || words.nobody
  const of = (key: string, name: string, parts: Part[]) => ({ key, name, parts })
  return [
    of('name', words.tournament, unless(was.name, is.name)),
    of('active', words.tournament, unless(words.active(was.isActive), words.active(is.isActive))),
    of('cabinets', words.cabinets, unless(cabinets(was), cabinets(is))),
    of('held', words.heldCabinets, unless(held(was), held(is))),
  ]
}

function ofStages({ old, now }: Sides): Difference[] {
  return ids(old.bracket, now.bracket).flatMap((id) => {
    const [was, is] = [old.bracket[id], now.bracket[id]]
    const row = is ?? was
    if (!row) return []
    const parts = was && is ? [...settings(was, is), ...ranks({ old, now }, id)] : [presence(was)]
    return [{ key: `stage ${id}`, name: words.stage(row.name), parts }]
  })
}

function settings(was: BracketRow, is: BracketRow): Part[] {
  const state = ({ isCreated, isComplete }: BracketRow) =>
    isComplete ? words.complete : isCreated ? words.begun : words.planned
  // What is worked out of results, or told when they are there, is no setting.
  const own = (row: BracketRow) => {
    const { isComplete: _, isCreated: __, isValid: ___, dice: ____, diceHash: _____, ...rest } = row
    return { ...rest, name: '', isProvisional: false }
  }
  return [
    ...unless(was.name, is.name),
    ...unless(state(was), state(is)),
    ...(sameValue(own(was), own(is)) ? [] : [{ was: words.settings.was, is: words.settings.is }]),
  ]
}

/** By team: where its table had it, first to last. */
function ranksIn(rows: Tables, stage: number): Map<number, number> {
  const own = Object.values(rows.standing).filter(({ bracket }) => bracket === stage)
  return new Map(inRankOrder(own).map(({ team, rank }) => [team, rank]))
}

function ranks({ old, now }: Omit<Sides, 'nameOf'>, stage: number): Part[] {
  const [was, is] = [ranksIn(old, stage), ranksIn(now, stage)]
  const moved = [...is].filter(([team, rank]) => was.get(team) !== rank && was.has(team))
  if (moved.length === 0) return []
  const some = moved.slice(0, mostNamed)
  const told = (rows: Tables, ranks: Map<number, number>) =>
    words.list(
      some.map(([team]) => words.rank(ranks.get(team) ?? 0, teamName(rows, team))),
      moved.length - mostNamed,
    )
  return [{ was: told(old, was), is: told(now, is) }]
}

function ofTeams({ old, now }: Sides): Difference[] {
  const teams = ids(old.team, now.team).flatMap((id) => {
    const [was, is] = [old.team[id], now.team[id]]
    const name = words.team((is ?? was)?.name ?? '')
    const parts = was && is ? unless(was.name, is.name) : [presence(was)]
    return [{ key: `team ${id}`, name, parts }]
  })
  const moved = ids(old.member, now.member).filter((player) => {
    return old.member[player]?.team !== now.member[player]?.team
  })
  if (moved.length === 0) return teams
  const parts = [{ was: words.asThen, is: words.moved(moved.length) }]
  return [...teams, { key: 'players', name: words.players, parts }]
}

/** On a card of a cabinet: another match; else `match` is what is on it still. */
export function onCabinet(
  old: Tables,
  now: Tables,
  cabinet: number,
): { parts: Part[]; match: number | null } {
  const [was, is] = [activeOn(old, cabinet), activeOn(now, cabinet)]
  if (was?.id === is?.id) return { parts: [], match: was?.id ?? null }
  const named = (rows: Tables, match: MatchRow | undefined) =>
    match ? spoken(rows, match) : words.noMatch
  return { parts: [{ was: named(old, was), is: named(now, is) }], match: null }
}

/** On a line of a table, by its key: where it stood, and its matches. */
export function inTable(old: Tables, now: Tables): (key: string) => Part[] {
  const known = new Map<number, [Map<number, number>, Map<number, number>]>()
  return (key) => {
    const [was, is] = [old.standing[key], now.standing[key]]
    if (!was || !is) return [presence(was)]
    const { bracket: stage, team } = is
    const [before, after] = known.get(stage) ?? [ranksIn(old, stage), ranksIn(now, stage)]
    known.set(stage, [before, after])
    const played = ({ matchesWon, matchesTied, matchesLost }: typeof was) =>
      words.record(matchesWon, matchesTied, matchesLost)
    return [
      ...unless(words.place(before.get(team) ?? 0), words.place(after.get(team) ?? 0)),
      ...unless(played(was), played(is)),
    ]
  }
}
