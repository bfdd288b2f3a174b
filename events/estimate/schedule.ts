import { otherSlot } from '../state/match.ts'
import { draw } from './random-draw.ts'
import { prior } from './basis.ts'
import { drawnPaces } from './evening-pace.ts'
import type { Samples } from './evening-pace.ts'
import type { Model } from './model.ts'
import type { FixtureIndex } from './fixture-index.ts'

/** A match in a simulated schedule; seconds from the moment of the estimate. */
export type ScheduledMatch = {
  fixture: number
  cabinet: number
  teams: [Team | null, Team | null]
  start: number
  end: number
}
type Team = number

/** The state of one simulated run. */
type RunState = {
  model: Model
  run: number
  /** factors by which this evening is slower */
  pace: Record<keyof Samples, number>
  schedule: ScheduledMatch[]
  /** teams, and how many matches and stages must still end, by fixture */
  teams: [Team | null, Team | null][]
  waits: number[]
  /** by list: the indexes of its fixtures that can be started, in order */
  ready: number[][]
  /** fixtures left, by stage */
  left: Map<number, number>
  /** teams that have played in a stage or are known to */
  stageTeams: Map<number, Set<Team>>
  busyUntil: Map<Team, number>
  warmedUp: Model['warmedUp']
  /** by cabinet: when it is free, whether it waits for any match to end, whether it has played */
  free: number[]
  waiting: boolean[]
  used: boolean[]
  /** scheduled matches that have not ended, by end */
  ends: ScheduledMatch[]
}

/**
 * Cabinets take matches as SelectNext would: the first one whose teams are known and free (R-QU-2).
 */
export function drawSchedule(
  model: Model,
  fixtureIndex: FixtureIndex,
  run: number,
): ScheduledMatch[] {
  const state = initialState(model, fixtureIndex, run)
  const { cabinets } = model.queues
  for (;;) {
    const cabinet = nextCabinet(state)
    const end = state.ends[0]
    const free = cabinet < 0 ? Infinity : state.free[cabinet]!
    if (end && end.end <= free) {
      state.ends.shift()
      endMatch(state, fixtureIndex, end)
      for (const index of cabinets.keys()) {
        if (!state.waiting[index]) continue
        state.waiting[index] = false
        state.free[index] = Math.max(state.free[index]!, end.end)
      }
    } else if (cabinet < 0) {
      return state.schedule
    } else if (breakAt(model, free)) {
      state.free[cabinet] = breakAt(model, free)!.to
    } else {
      const fixture = takeFixture(state, fixtureIndex, cabinet)
      if (fixture < 0) state.waiting[cabinet] = true
      else startFixture(state, fixture, cabinet)
    }
  }
}

function breakAt({ breaks }: Model, seconds: number) {
  return breaks.find(({ from, to }) => from <= seconds && seconds < to)
}

function initialState(model: Model, fixtureIndex: FixtureIndex, run: number): RunState {
  const { fixtures, queues, stages, warmedUp } = model
  const dependsOnTeams = fixtures.some(({ warmup }) => warmup !== 'never' && warmup !== 'always')
  const state: RunState = {
    model,
    run,
    pace: drawnPaces(model.seed, run, model.paces),
    schedule: [],
    teams: fixtures.map(({ teams }) => [...teams]),
    waits: fixtures.map(({ waits }) => waits),
    ready: fixtureIndex.ready.map((own) => [...own]),
    left: new Map([...stages].map(([id, { left }]) => [id, left])),
    stageTeams: new Map([...stages].map(([id, { teams }]) => [id, new Set(teams)])),
    busyUntil: new Map(),
    warmedUp: dependsOnTeams
      ? { teams: new Set(warmedUp.teams), onCabinets: new Set(warmedUp.onCabinets) }
      : { teams: new Set(), onCabinets: new Set() },
    free: queues.cabinets.map(({ free }) => free),
    waiting: queues.cabinets.map(() => false),
    used: queues.cabinets.map(() => false),
    ends: [],
  }
  for (const [index, fixture] of fixtures.entries()) {
    const cabinet = queues.cabinets.findIndex((model) => model.cabinet === fixture.cabinet)
    if (fixture.cabinet === null || cabinet < 0) continue
    occupy(state, { fixture: index, cabinet, start: 0, end: secondsLeft(state, index) })
  }
  return state
}

/** The index of the cabinet that is free first; -1: all wait for a match to end. */
function nextCabinet({ free, waiting }: RunState): number {
  let first = -1
  for (let index = 0; index < free.length; index++) {
    if (!waiting[index] && (first < 0 || free[index]! < free[first]!)) first = index
  }
  return first
}

/** Takes the first fixture of the cabinet's lists that can be started now; -1: none. */
function takeFixture(state: RunState, fixtureIndex: FixtureIndex, cabinet: number): number {
  const now = state.free[cabinet]!
  const isFree = (team: Team | null) => team === null || (state.busyUntil.get(team) ?? 0) <= now
  for (const list of state.model.queues.cabinets[cabinet]!.lists) {
    const ready = state.ready[list]!
    for (let index = 0; index < ready.length; index++) {
      const fixture = fixtureIndex.at[list]![ready[index]!]!
      if (!state.teams[fixture]!.every(isFree)) continue
      ready.splice(index, 1)
      return fixture
    }
  }
  return -1
}

function startFixture(state: RunState, fixture: number, cabinet: number): void {
  const { model, warmedUp, free, used } = state
  const cabinetModel = model.queues.cabinets[cabinet]!
  const begin = free[cabinet]!
  const warmups = needsWarmup(state, fixture, cabinetModel.cabinet) ? 1 : 0
  const passed = used[cabinet] ? 0 : cabinetModel.changed
  const before = Math.max(0, changeOver(state, fixture) - passed)
  const end = begin + before + playSeconds(state, fixture, drawGames(state, fixture) + warmups)
  for (const team of state.teams[fixture]!) {
    if (team === null) continue
    warmedUp.teams.add(team)
    warmedUp.onCabinets.add(`${team} ${cabinetModel.cabinet}`)
  }
  occupy(state, { fixture, cabinet, start: begin, end })
}

function needsWarmup(state: RunState, fixture: number, cabinet: number): boolean {
  const { warmup } = state.model.fixtures[fixture]!
  if (warmup === 'never' || warmup === 'always') return warmup === 'always'
  const { teams, onCabinets } = state.warmedUp
  return state.teams[fixture]!.some((team) => {
    if (team === null) return false
    return warmup === 'first_set' ? !teams.has(team) : !onCabinets.has(`${team} ${cabinet}`)
  })
}

/** `cabinet` is the index of the cabinet here, in the schedule it is its id. */
function occupy(state: RunState, match: Omit<ScheduledMatch, 'teams'>): void {
  const { cabinet: index, ...rest } = match
  const teams = state.teams[match.fixture]!
  const { cabinet } = state.model.queues.cabinets[index]!
  const scheduled = { ...rest, cabinet, teams }
  state.free[index] = match.end
  state.used[index] = true
  for (const team of teams) if (team !== null) state.busyUntil.set(team, match.end)
  state.schedule.push(scheduled)
  const after = state.ends.findIndex((other) => other.end > match.end)
  state.ends.splice(after < 0 ? state.ends.length : after, 0, scheduled)
}

function endMatch(
  state: RunState,
  fixtureIndex: FixtureIndex,
  { fixture: index, teams }: ScheduledMatch,
): void {
  const { model, run } = state
  const fixture = model.fixtures[index]!
  const luck = draw(model.seed, { run, match: fixture.match, turn: 0 })
  const winner = luck < fixture.first ? 0 : 1
  for (const { fixture: next, slot, who } of fixture.feeds) {
    state.teams[next]![slot] = teams[who === 'winner' ? winner : otherSlot(winner)]
    resolveOne(state, fixtureIndex, next)
  }
  for (const second of fixture.secondFinals) {
    if (winner === 1) resolveOne(state, fixtureIndex, second)
    else completeOne(state, fixtureIndex, model.fixtures[second]!.stage)
  }
  const stageTeams = state.stageTeams.get(fixture.stage)
  for (const team of teams) if (team !== null) stageTeams?.add(team)
  completeOne(state, fixtureIndex, fixture.stage)
}

/**
 * Something a fixture waited for has ended; without anything left to wait for, it becomes ready.
 */
function resolveOne(state: RunState, fixtureIndex: FixtureIndex, fixture: number): void {
  if (--state.waits[fixture]! > 0 || state.model.fixtures[fixture]!.cabinet !== null) return
  const list = fixtureIndex.list[fixture]!
  const index = fixtureIndex.indexInList[fixture]!
  if (list < 0) return
  const ready = state.ready[list]!
  let [low, high] = [0, ready.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ready[middle]! < index) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, index)
}

/** A fixture of a stage is over. The last one fills the places of the stage, in random order. */
function completeOne(state: RunState, fixtureIndex: FixtureIndex, stage: number): void {
  const left = (state.left.get(stage) ?? 0) - 1
  state.left.set(stage, left)
  const { feeds = [] } = state.model.stages.get(stage) ?? {}
  if (left > 0 || feeds.length === 0) return
  const { seed } = state.model
  const luck = (team: Team) => draw(seed, { run: state.run, match: stage, turn: team })
  const order = [...(state.stageTeams.get(stage) ?? [])].toSorted((a, b) => luck(a) - luck(b))
  for (const { fixture, slot, place } of feeds) {
    state.teams[fixture]![slot] = order[place - 1] ?? null
    resolveOne(state, fixtureIndex, fixture)
  }
}

/** A random number of games, or the expected number if `counts` is empty. */
function drawGames({ model, run }: RunState, fixture: number): number {
  const { match, games, counts } = model.fixtures[fixture]!
  if (counts.length === 0) return games
  let luck = draw(model.seed, { run, match, turn: 9 })
  for (let count = 0; count < counts.length; count++) {
    luck -= counts[count]!
    if (luck < 0) return count
  }
  return counts.length - 1
}

/** Seconds from the start of the first game to the end of the last one. */
function playSeconds(state: RunState, fixture: number, games: number): number {
  return (
    sumOf(games, (turn) => sample(state, 'game', { fixture, turn: 1 + 3 * turn })) +
    sumOf(games - 1, (turn) => sample(state, 'gap', { fixture, turn: 2 + 3 * turn }))
  )
}

/** Sums durations. An expected count may be fractional: then the last duration counts in part. */
function sumOf(count: number, duration: (turn: number) => number): number {
  let [sum, turn] = [0, 0]
  for (let left = count; left > 0; left--) sum += Math.min(1, left) * duration(turn++)
  return sum
}

function changeOver(state: RunState, fixture: number): number {
  const { model, pace } = state
  if (model.samples.changeOver.length > 0) return sample(state, 'changeOver', { fixture, turn: 3 })
  return (prior.changeOver + model.fixtures[fixture]!.queueTimer) * pace.changeOver
}

function sample(
  { model: { seed, samples, basis, fixtures }, run, pace }: RunState,
  kind: keyof Samples,
  { fixture, turn }: { fixture: number; turn: number },
): number {
  const measured = samples[kind]
  if (measured.length === 0) return basis[kind].seconds * pace[kind]
  const luck = draw(seed, { run, match: fixtures[fixture]!.match, turn })
  return measured[Math.floor(luck * measured.length)]! * pace[kind]
}

/** Seconds left of a match in progress, counted from its last change. */
function secondsLeft(state: RunState, index: number): number {
  const { isWarmup, queueTimer, last } = state.model.fixtures[index]!
  const left = drawGames(state, index) + (isWarmup ? 1 : 0)
  if (left === 0) return 0
  const total = playSeconds(state, index, left)
  const first = sample(state, 'game', { fixture: index, turn: 1 })
  const before = {
    began: () => 0,
    ended: () => sample(state, 'gap', { fixture: index, turn: 6 }),
    started: () => Math.max(0, changeOver(state, index) - queueTimer),
  }
  const { what, ago } = last ?? { what: 'started', ago: 0 }
  // A game that already takes longer than expected is taken to end now.
  const firstLeft = Math.max(0, before[what]() + Math.min(1, left) * first - ago)
  return firstLeft + total - Math.min(1, left) * first
}
