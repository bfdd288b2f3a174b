import { queueTitle } from '#events/describe/queue-title.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import { sameValue } from '#events/same-value.ts'
import type { BracketRow, MatchRow, QueueRow } from '#events/schema/rows.ts'
import type { Tables } from '../live/rows.ts'
import { activeMatchOn, byMatchNumber, matchName, matchTitle, teamName } from '../live/select.ts'
import { text } from '../text/text.ts'
import { asItWas as words } from '../text/officiate/time-travel.ts'

/** One changed value, such as `1-1` and `2-1` */
export type Part = { was: string; is: string }
/** The changes of one subject, in words. */
export type Difference = {
  key: string
  /** `M12 Bees vs. Wasps` */
  name: string
  parts: Part[]
  match?: number
}
type NameOf = (cabinet: number) => string
/** undefined if the cabinet is unknown */
type FindName = (cabinet: number) => string | undefined
type Sides = { old: Tables; now: Tables; nameOf: NameOf; findName: FindName }

/**
 * The differences between two moments: matches first, then queues, tournament, stages and teams.
 */
export function differences(old: Tables, now: Tables, findName: FindName): Difference[] {
  const comparing = differencesInPieces(old, now, findName)
  for (;;) {
    const { done, value } = comparing.next()
    if (done) return value
  }
}

/** The same as a generator that yields between pieces, so that the page stays responsive. */
export function* differencesInPieces(
  old: Tables,
  now: Tables,
  findName: FindName,
): Generator<void, Difference[], void> {
  if (old === now) return []
  const nameOf = (cabinet: number) => findName(cabinet) ?? `${cabinet}`
  const sides = { old, now, nameOf, findName }
  const all = yield* ofMatches(sides)
  for (const differencesOf of [ofQueues, ofTournament, ofStages, ofTeams]) {
    all.push(...differencesOf(sides))
    yield
  }
  return all.filter(({ parts }) => parts.length > 0)
}

function changedIds(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): number[] {
  const ids = new Set([...Object.keys(a), ...Object.keys(b)].map(Number))
  return [...ids].filter((id) => a[id] !== b[id]).toSorted((x, y) => x - y)
}

const partIfChanged = (was: string, is: string): Part[] => (was === is ? [] : [{ was, is }])

function* ofMatches(sides: Sides): Generator<void, Difference[], void> {
  const { old, now } = sides
  const changed: { row: MatchRow; difference: Difference }[] = []
  for (const id of changedIds(old.match, now.match)) {
    yield
    const [was, is] = [old.match[id], now.match[id]]
    const row = is ?? was
    if (!row || sameValue(was, is)) continue
    const name = matchTitle(is ? now : old, row)
    const parts = was && is ? partsOf(was, is, sides) : [presence(was)]
    changed.push({ row, difference: { key: `match ${id}`, name, parts, match: id } })
  }
  return changed.toSorted((a, b) => byMatchNumber(a.row, b.row)).map(({ difference }) => difference)
}

function presence(was: unknown): Part {
  return was ? { was: words.there, is: words.gone } : { was: words.notYet, is: words.there }
}

function partsOf(was: MatchRow, is: MatchRow, { old, now, nameOf }: Sides): Part[] {
  const isFlipped = is.blueTeam !== null && is.blueTeam === was.goldTeam
  const teamsOf = (row: MatchRow) =>
    [row.blueTeam ?? 0, row.goldTeam ?? 0].toSorted((a, b) => a - b).join()
  // Scores move with the teams (R-ST-7), so both are given in the order of the earlier sides.
  const score = isFlipped
    ? words.score(is.goldScore, is.blueScore)
    : words.score(is.blueScore, is.goldScore)
  const sides = isFlipped
    ? partIfChanged(
        words.sides(teamName(old, was.blueTeam)),
        words.sides(teamName(now, is.blueTeam)),
      )
    : []
  return [
    ...(teamsOf(was) === teamsOf(is)
      ? []
      : partIfChanged(matchTitle(old, was), matchTitle(now, is))),
    ...partIfChanged(words.score(was.blueScore, was.goldScore), score),
    ...partIfChanged(stateOf(old, was, nameOf), stateOf(now, is, nameOf)),
    ...sides,
    ...(is.isComplete ? [] : partIfChanged(words.warmup(was.isWarmup), words.warmup(is.isWarmup))),
    ...partIfChanged(words.attempt(was.attempt), words.attempt(is.attempt)),
    ...partIfChanged(words.note(was.note), words.note(is.note)),
    ...partIfChanged(words.review(was.underReview), words.review(is.underReview)),
  ]
}

function stateOf(rows: Tables, row: MatchRow, nameOf: NameOf): string {
  if (row.activeCabinet !== null) return words.onCabinet(nameOf(row.activeCabinet))
  if (!row.isComplete) return words.open
  const how = row.forfeit ? words.forfeited : words.complete
  return row.winner === null ? how : words.won(how, teamName(rows, row.winner))
}

function ofQueues({ old, now, nameOf, findName }: Sides): Difference[] {
  return changedIds(old.queue, now.queue).flatMap((id) => {
    const [was, is] = [old.queue[id], now.queue[id]]
    const row = is ?? was
    if (!row) return []
    const parts =
      was && is
        ? [
            ...partIfChanged(waiting(old, was), waiting(now, is)),
            ...partIfChanged(words.enabled(was.enabled), words.enabled(is.enabled)),
            ...partIfChanged(
              was.cabinets.map(nameOf).join(', '),
              is.cabinets.map(nameOf).join(', '),
            ),
          ]
        : [presence(was)]
    return [{ key: `queue ${id}`, name: words.queue(queueTitle(row, findName)), parts }]
  })
}

const maxNamed = 6

function waiting(rows: Tables, { matches }: QueueRow): string {
  const names = matches.map((id) => {
    const row = rows.match[id]
    return row ? matchName(rows, row) : text.match.short(id)
  })
  if (names.length === 0) return words.empty
  return words.list(names.slice(0, maxNamed), names.length - maxNamed)
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
    of('name', words.tournament, partIfChanged(was.name, is.name)),
    of(
      'active',
      words.tournament,
      partIfChanged(words.active(was.isActive), words.active(is.isActive)),
    ),
    of('cabinets', words.cabinets, partIfChanged(cabinets(was), cabinets(is))),
    of('held', words.heldCabinets, partIfChanged(held(was), held(is))),
  ]
}

function ofStages({ old, now }: Sides): Difference[] {
  return changedIds(old.bracket, now.bracket).flatMap((id) => {
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
  // Values that are computed from results, or published with them, are no settings.
  const settingsOf = (row: BracketRow) => {
    const { isComplete: _, isCreated: __, isValid: ___, dice: ____, diceHash: _____, ...rest } = row
    return { ...rest, name: '', isProvisional: false }
  }
  return [
    ...partIfChanged(was.name, is.name),
    ...partIfChanged(state(was), state(is)),
    ...(sameValue(settingsOf(was), settingsOf(is))
      ? []
      : [{ was: words.settings.was, is: words.settings.is }]),
  ]
}

/** The rank of each team in the standings of a stage, in order of rank. */
function ranksIn(rows: Tables, stage: number): Map<number, number> {
  const standings = Object.values(rows.standing).filter(({ bracket }) => bracket === stage)
  return new Map(inRankOrder(standings).map(({ team, rank }) => [team, rank]))
}

function ranks({ old, now }: Pick<Sides, 'old' | 'now'>, stage: number): Part[] {
  const [was, is] = [ranksIn(old, stage), ranksIn(now, stage)]
  const moved = [...is].filter(([team, rank]) => was.get(team) !== rank && was.has(team))
  if (moved.length === 0) return []
  const shown = moved.slice(0, maxNamed)
  const list = (rows: Tables, ranks: Map<number, number>) =>
    words.list(
      shown.map(([team]) => words.rank(ranks.get(team) ?? 0, teamName(rows, team))),
      moved.length - maxNamed,
    )
  return [{ was: list(old, was), is: list(now, is) }]
}

function ofTeams({ old, now }: Sides): Difference[] {
  const teams = changedIds(old.team, now.team).flatMap((id) => {
    const [was, is] = [old.team[id], now.team[id]]
    const name = words.team((is ?? was)?.name ?? '')
    const parts = was && is ? partIfChanged(was.name, is.name) : [presence(was)]
    return [{ key: `team ${id}`, name, parts }]
  })
  const moved = changedIds(old.member, now.member).filter((player) => {
    return old.member[player]?.team !== now.member[player]?.team
  })
  if (moved.length === 0) return teams
  const parts = [{ was: words.asThen, is: words.moved(moved.length) }]
  return [...teams, { key: 'players', name: words.players, parts }]
}

/** For a cabinet's card: the change of its match, or in `match` the one that is still there. */
export function onCabinet(
  old: Tables,
  now: Tables,
  cabinet: number,
): { parts: Part[]; match: number | null } {
  const [was, is] = [activeMatchOn(old, cabinet), activeMatchOn(now, cabinet)]
  if (was?.id === is?.id) return { parts: [], match: was?.id ?? null }
  const nameOf = (rows: Tables, match: MatchRow | undefined) =>
    match ? matchTitle(rows, match) : words.noMatch
  return { parts: [{ was: nameOf(old, was), is: nameOf(now, is) }], match: null }
}

/** For a row of the standings, by its key: the changes of its rank and its record. */
export function standingDifferences(old: Tables, now: Tables): (key: string) => Part[] {
  const ranksOfStage = new Map<number, [Map<number, number>, Map<number, number>]>()
  return (key) => {
    const [was, is] = [old.standing[key], now.standing[key]]
    if (!was || !is) return [presence(was)]
    const { bracket: stage, team } = is
    const [before, after] = ranksOfStage.get(stage) ?? [ranksIn(old, stage), ranksIn(now, stage)]
    ranksOfStage.set(stage, [before, after])
    const recordOf = ({ matchesWon, matchesTied, matchesLost }: typeof was) =>
      words.record(matchesWon, matchesTied, matchesLost)
    return [
      ...partIfChanged(words.place(before.get(team) ?? 0), words.place(after.get(team) ?? 0)),
      ...partIfChanged(recordOf(was), recordOf(is)),
    ]
  }
}
