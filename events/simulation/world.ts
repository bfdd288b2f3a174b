// The state of a simulated game while it is played.
import { otherColour } from '../game/map/colour.ts'
import type { Colour } from '../game/map/colour.ts'
import { maps, type GameMap, type Position } from '../game/map/field.ts'
import type { Point } from '../game/map/hives.ts'
import type { Random } from './random.ts'

export type Bee = {
  position: Position
  colour: Colour
  queen: boolean
  carrying: boolean
  winged: boolean
  fast: boolean
  /** Doing something that takes time: riding, at a gate, on the way to the hive. */
  busy: boolean
  deadUntilMs: number
}
type TimedEvent = { ms: number; type: string; values: string[] }
type ScheduledAction = { ms: number; run: () => void }

export type World = {
  random: Random
  cabinetMap: string
  map: GameMap
  goldOnLeft: boolean
  bees: Bee[]
  gateOf: Map<string, Colour>
  holes: Record<Colour, Point[]>
  snail: { x: number; rider: Bee | null; claimed: boolean }
  berriesUsed: number
  ms: number
  endMs: number | null
  events: TimedEvent[]
  due: ScheduledAction[]
}

type WorldOptions = {
  cabinetMap: string
  goldOnLeft: boolean
  positions: readonly Position[]
}

function bee(position: Position): Bee {
  const colour = position % 2 === 0 ? 'blue' : 'gold'
  const fresh = { carrying: false, winged: false, fast: false, busy: false, deadUntilMs: 0 }
  return { position, colour, queen: position <= 2, ...fresh }
}

export function newWorld(random: Random, options: WorldOptions): World {
  const left = random.shuffled(maps[options.cabinetMap]!.holes)
  const right = random.shuffled(left).map(([x, y]): Point => [1920 - x, y])
  const { cabinetMap, goldOnLeft, positions } = options
  return {
    random,
    cabinetMap,
    goldOnLeft,
    map: maps[cabinetMap]!,
    bees: positions.map(bee),
    gateOf: new Map(),
    holes: goldOnLeft ? { gold: left, blue: right } : { gold: right, blue: left },
    snail: { x: 960, rider: null, claimed: false },
    berriesUsed: 0,
    ms: 0,
    endMs: null,
    events: [],
    due: [],
  }
}

/** Adds an event at the current time. */
export function emit(world: World, type: string, ...values: (string | number)[]) {
  world.events.push({ ms: world.ms, type, values: values.map(String) })
}

/** Schedules an action some seconds from now. */
export function schedule(world: World, seconds: number, run: () => void) {
  world.due.push({ ms: world.ms + Math.round(seconds * 1000), run })
}

/** Runs scheduled actions in order until a team has won. */
export function run(world: World) {
  while (world.endMs === null && world.due.length > 0) {
    const ms = Math.min(...world.due.map((due) => due.ms))
    const index = world.due.findIndex((due) => due.ms === ms)
    const [next] = world.due.splice(index, 1)
    world.ms = ms
    next!.run()
  }
}

export function alive(world: World): Bee[] {
  return world.bees.filter((other) => other.deadUntilMs <= world.ms)
}

/** Drones that are not busy. */
export function drones(world: World, colour?: Colour): Bee[] {
  return alive(world).filter(
    (other) => !other.queen && !other.winged && !other.busy && (!colour || other.colour === colour),
  )
}

function warriors(world: World, colour: Colour): Bee[] {
  return alive(world).filter((other) => other.winged && other.colour === colour)
}

export function queen(world: World, colour: Colour): Bee {
  return world.bees.find((other) => other.queen && other.colour === colour)!
}

export function somewhere(world: World): [number, number] {
  return [world.random.whole(20, 1900), world.random.whole(20, 1060)]
}

/** A warrior or the queen of the other team. */
export function killerOf(world: World, victim: Bee): Bee {
  const team = otherColour(victim.colour)
  return world.random.pick([...warriors(world, team), queen(world, team)])
}

export function kill(world: World, killer: Bee, victim: Bee, point = somewhere(world)) {
  const type = victim.queen ? 'Queen' : victim.winged ? 'Soldier' : 'Worker'
  emit(world, 'playerKill', ...point, killer.position, victim.position, type)
  const reset = { carrying: false, winged: false, fast: false, busy: false }
  Object.assign(victim, reset, { deadUntilMs: world.ms + world.random.whole(1200, 2500) })
}
