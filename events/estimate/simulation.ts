import { other } from '../state/match.ts'
import { draw } from './random-draw.ts'
import { prior } from './basis.ts'
import { drawnPaces } from './evening-pace.ts'
import type { Samples } from './basis.ts'
import type { Fixture, Model } from './model.ts'

/** One way the rest of a tournament may go; seconds from the moment of the estimate. */
export type Turn = {
  fixture: number
  cabinet: number
  teams: [Team | null, Team | null]
  start: number
  end: number
}
type Team = number

type RunState = {
  model: Model
  run: number
  /** how much slower this evening is */
  pace: Record<keyof Samples, number>
  turns: Turn[]
  /** by fixture */
  teams: [Team | null, Team | null][]
  waits: number[]
  /** places of fixtures within their lists that could be started, in order; by list */
  ready: number[][]
  left: Map<number, number>
  /** teams of a stage, as they turn up */
  seen: Map<number, Set<Team>>
  busyUntil: Map<Team, number>
  warm: Model['warm']
  /** by cabinet: until when it is taken, whether it waits for any end, whether it was taken before */
  free: number[]
  waiting: boolean[]
  used: boolean[]
  /** turns that have not ended, the first to end first */
  ends: Turn[]
}

/** Where each fixture waits: made once for all runs. */
type Spots = { list: number[]; place: number[]; at: number[][]; ready: number[][] }

export function spotsOf({ fixtures, lines }: Model): Spots {
  const indexOf = new Map(fixtures.map(({ match }, index) => [match, index]))
  const at = lines.lists.map((list) => list.flatMap((match) => indexOf.get(match) ?? []))
  const list = fixtures.map(() => -1)
  const place = fixtures.map(() => -1)
  for (const [number, own] of at.entries()) {
    for (const [index, fixture] of own.entries()) {
      list[fixture] = number
      place[fixture] = index
    }
  }
  const ready = at.map((own) =>
    own.flatMap((fixture, index) => (isReady(fixtures[fixture]!) ? [index] : [])),
  )
  return { list, place, at, ready }
}

function isReady({ waits, cabinet }: Fixture): boolean {
  return waits === 0 && cabinet === null
}

/** Cabinets take matches as select-next would: the first whose teams are known and free (R-QU-2). */
export function played(model: Model, spots: Spots, run: number): Turn[] {
  const going = begun(model, spots, run)
  const { cabinets } = model.lines
  for (;;) {
    const cabinet = soonest(going)
    const end = going.ends[0]
    const free = cabinet < 0 ? Infinity : going.free[cabinet]!
    if (end && end.end <= free) {
      going.ends.shift()
      ended(going, spots, end)
      for (const index of cabinets.keys()) {
        if (!going.waiting[index]) continue
        going.waiting[index] = false
        going.free[index] = Math.max(going.free[index]!, end.end)
      }
    } else if (cabinet < 0) {
      return going.turns
    } else if (breakAt(model, free)) {
      going.free[cabinet] = breakAt(model, free)!.to
    } else {
      const fixture = take(going, spots, cabinet)
      if (fixture < 0) going.waiting[cabinet] = true
      else start(going, fixture, cabinet)
    }
  }
}

function breakAt({ breaks }: Model, seconds: number) {
  return breaks.find(({ from, to }) => from <= seconds && seconds < to)
}

function begun(model: Model, spots: Spots, run: number): RunState {
  const { fixtures, lines, stages, warm } = model
  const keepsWarm = fixtures.some(({ warmup }) => warmup !== 'never' && warmup !== 'always')
  const going: RunState = {
    model,
    run,
    pace: drawnPaces(model.seed, run, model.paces),
    turns: [],
    teams: fixtures.map(({ teams }) => [...teams]),
    waits: fixtures.map(({ waits }) => waits),
    ready: spots.ready.map((own) => [...own]),
    left: new Map([...stages].map(([id, { left }]) => [id, left])),
    seen: new Map([...stages].map(([id, { teams }]) => [id, new Set(teams)])),
    busyUntil: new Map(),
    warm: keepsWarm
      ? { teams: new Set(warm.teams), onCabinets: new Set(warm.onCabinets) }
      : { teams: new Set(), onCabinets: new Set() },
    free: lines.cabinets.map(({ free }) => free),
    waiting: lines.cabinets.map(() => false),
    used: lines.cabinets.map(() => false),
    ends: [],
  }
  for (const [index, fixture] of fixtures.entries()) {
    const cabinet = lines.cabinets.findIndex((spot) => spot.cabinet === fixture.cabinet)
    if (fixture.cabinet === null || cabinet < 0) continue
    occupy(going, { fixture: index, cabinet, start: 0, end: restOfActive(going, index) })
  }
  return going
}

function soonest({ free, waiting }: RunState): number {
  let found = -1
  for (let index = 0; index < free.length; index++) {
    if (!waiting[index] && (found < 0 || free[index]! < free[found]!)) found = index
  }
  return found
}

/** The first of the cabinet's line that can be started then; -1: none. */
function take(going: RunState, spots: Spots, cabinet: number): number {
  const now = going.free[cabinet]!
  const isFree = (team: Team | null) => team === null || (going.busyUntil.get(team) ?? 0) <= now
  for (const list of going.model.lines.cabinets[cabinet]!.lists) {
    const ready = going.ready[list]!
    for (let index = 0; index < ready.length; index++) {
      const fixture = spots.at[list]![ready[index]!]!
      const [one, two] = going.teams[fixture]!
      if (!isFree(one) || !isFree(two)) continue
      ready.splice(index, 1)
      return fixture
    }
  }
  return -1
}

function start(going: RunState, fixture: number, cabinet: number): void {
  const { model, warm, free, used } = going
  const spot = model.lines.cabinets[cabinet]!
  const begin = free[cabinet]!
  const extra = startsWarm(going, fixture, spot.cabinet) ? 1 : 0
  const change = changeOver(going, fixture)
  const before = Math.max(0, change - (used[cabinet] ? 0 : spot.changed))
  const end = begin + before + lasts(going, fixture, gamesOf(going, fixture) + extra)
  for (const team of going.teams[fixture]!) {
    if (team === null) continue
    warm.teams.add(team)
    warm.onCabinets.add(`${team} ${spot.cabinet}`)
  }
  occupy(going, { fixture, cabinet, start: begin, end })
}

function startsWarm(going: RunState, fixture: number, cabinet: number): boolean {
  const { warmup } = going.model.fixtures[fixture]!
  if (warmup === 'never' || warmup === 'always') return warmup === 'always'
  const { teams, onCabinets } = going.warm
  return going.teams[fixture]!.some((team) => {
    if (team === null) return false
    return warmup === 'first_set' ? !teams.has(team) : !onCabinets.has(`${team} ${cabinet}`)
  })
}

function occupy(going: RunState, turn: Omit<Turn, 'teams'>): void {
  const { cabinet: index, ...rest } = turn
  const teams = going.teams[turn.fixture]!
  const { cabinet } = going.model.lines.cabinets[index]!
  const whole = { ...rest, cabinet, teams }
  going.free[index] = turn.end
  going.used[index] = true
  for (const team of teams) if (team !== null) going.busyUntil.set(team, turn.end)
  going.turns.push(whole)
  const after = going.ends.findIndex((other) => other.end > turn.end)
  going.ends.splice(after < 0 ? going.ends.length : after, 0, whole)
}

function ended(going: RunState, spots: Spots, { fixture: index, teams }: Turn): void {
  const { model, run } = going
  const fixture = model.fixtures[index]!
  const luck = draw(model.seed, { run, match: fixture.match, turn: 0 })
  const winner = luck < fixture.first ? 0 : 1
  for (const { fixture: next, slot, who } of fixture.feeds) {
    going.teams[next]![slot] = teams[who === 'winner' ? winner : other(winner)]
    comesOne(going, spots, next)
  }
  for (const second of fixture.secondFinals) {
    if (winner === 1) comesOne(going, spots, second)
    else leftOne(going, spots, model.fixtures[second]!.stage)
  }
  const seen = going.seen.get(fixture.stage)
  for (const team of teams) if (team !== null) seen?.add(team)
  leftOne(going, spots, fixture.stage)
}

function comesOne(going: RunState, spots: Spots, fixture: number): void {
  if (--going.waits[fixture]! > 0 || going.model.fixtures[fixture]!.cabinet !== null) return
  const list = spots.list[fixture]!
  const place = spots.place[fixture]!
  if (list < 0) return
  const ready = going.ready[list]!
  let [low, high] = [0, ready.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ready[middle]! < place) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, place)
}

/** With its last match a stage gives its places: to anybody, as far as an estimate knows. */
function leftOne(going: RunState, spots: Spots, stage: number): void {
  const left = (going.left.get(stage) ?? 0) - 1
  going.left.set(stage, left)
  const { feeds = [] } = going.model.stages.get(stage) ?? {}
  if (left > 0 || feeds.length === 0) return
  const { seed } = going.model
  const luck = (team: Team) => draw(seed, { run: going.run, match: stage, turn: team })
  const order = [...(going.seen.get(stage) ?? [])].toSorted((a, b) => luck(a) - luck(b))
  for (const { fixture, slot, place } of feeds) {
    going.teams[fixture]![slot] = order[place - 1] ?? null
    comesOne(going, spots, fixture)
  }
}

/** As many as chance gives a match between equals; where nothing is drawn, as many as expected. */
function gamesOf({ model, run }: RunState, fixture: number): number {
  const { match, games, counts } = model.fixtures[fixture]!
  if (counts.length === 0) return games
  let luck = draw(model.seed, { run, match, turn: 9 })
  for (let count = 0; count < counts.length; count++) {
    luck -= counts[count]!
    if (luck < 0) return count
  }
  return counts.length - 1
}

/** Seconds from the first game to the end of the last. */
function lasts(going: RunState, fixture: number, games: number): number {
  return (
    sumOf(games, (turn) => sample(going, 'game', { fixture, turn: 1 + 3 * turn })) +
    sumOf(games - 1, (turn) => sample(going, 'gap', { fixture, turn: 2 + 3 * turn }))
  )
}

/** An expected number is not whole: what is over is a part of one more. */
function sumOf(count: number, one: (turn: number) => number): number {
  let [sum, turn] = [0, 0]
  for (let left = count; left > 0; left--) sum += Math.min(1, left) * one(turn++)
  return sum
}

function changeOver(going: RunState, fixture: number): number {
  const { model, pace } = going
  if (model.samples.changeOver.length > 0) return sample(going, 'changeOver', { fixture, turn: 3 })
  return (prior.changeOver + model.fixtures[fixture]!.queueTimer) * pace.changeOver
}

function sample(
  { model: { seed, samples, basis, fixtures }, run, pace }: RunState,
  kind: keyof Samples,
  { fixture, turn }: { fixture: number; turn: number },
): number {
  const seen = samples[kind]
  if (seen.length === 0) return basis[kind].seconds * pace[kind]
  const luck = draw(seed, { run, match: fixtures[fixture]!.match, turn })
  return seen[Math.floor(luck * seen.length)]! * pace[kind]
}

/** Of a match that is on: what is left, reckoned from what happened in it last. */
function restOfActive(going: RunState, index: number): number {
  const { isWarmup, queueTimer, last } = going.model.fixtures[index]!
  const left = gamesOf(going, index) + (isWarmup ? 1 : 0)
  if (left === 0) return 0
  const whole = lasts(going, index, left)
  const first = sample(going, 'game', { fixture: index, turn: 1 })
  const before = {
    began: () => 0,
    ended: () => sample(going, 'gap', { fixture: index, turn: 6 }),
    started: () => Math.max(0, changeOver(going, index) - queueTimer),
  }
  const { what, ago } = last ?? { what: 'started', ago: 0 }
  // Nobody knows how long a game goes on that has been longer than it should be.
  const now = Math.max(0, before[what]() + Math.min(1, left) * first - ago)
  return now + whole - Math.min(1, left) * first
}
