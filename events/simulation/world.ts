// What a simulated game knows of itself while it is played.
import { maps, type Colour, type GameMap, type Place, type Position } from '../game/map/field.ts'
import type { Random } from './random.ts'

export type Bee = {
  position: Position
  colour: Colour
  queen: boolean
  carrying: boolean
  winged: boolean
  fast: boolean
  /** Taken by something under way: riding, at a gate, on the way to the hive. */
  busy: boolean
  deadUntilMs: number
}
type TimedEvent = { ms: number; type: string; values: string[] }
type Due = { ms: number; run: () => void }

export type World = {
  random: Random
  cabinetMap: string
  map: GameMap
  goldOnLeft: boolean
  bees: Bee[]
  gateOf: Map<string, Colour>
  holes: Record<Colour, Place[]>
  snail: { x: number; rider: Bee | null; claimed: boolean }
  berriesUsed: number
  ms: number
  endMs: number | null
  told: TimedEvent[]
  due: Due[]
}

type Setting = {
  cabinetMap: string
  goldOnLeft: boolean
  positions: readonly Position[]
}

function bee(position: Position): Bee {
  const colour = position % 2 === 0 ? 'blue' : 'gold'
  const fresh = { carrying: false, winged: false, fast: false, busy: false, deadUntilMs: 0 }
  return { position, colour, queen: position <= 2, ...fresh }
}

export function newWorld(random: Random, setting: Setting): World {
  const left = random.shuffled(maps[setting.cabinetMap]!.holes)
  const right = random.shuffled(left).map(([x, y]): Place => [1920 - x, y])
  const { cabinetMap, goldOnLeft, positions } = setting
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
    told: [],
    due: [],
  }
}

export function enemy(colour: Colour): Colour {
  return colour === 'blue' ? 'gold' : 'blue'
}

export function tell(world: World, type: string, ...values: (string | number)[]) {
  world.told.push({ ms: world.ms, type, values: values.map(String) })
}

export function after(world: World, seconds: number, run: () => void) {
  world.due.push({ ms: world.ms + Math.round(seconds * 1000), run })
}

/** Runs what is due, in order, until somebody has won. */
export function run(world: World) {
  while (world.endMs === null && world.due.length > 0) {
    const ms = Math.min(...world.due.map((due) => due.ms))
    const place = world.due.findIndex((due) => due.ms === ms)
    const [next] = world.due.splice(place, 1)
    world.ms = ms
    next!.run()
  }
}

export function alive(world: World): Bee[] {
  return world.bees.filter((one) => one.deadUntilMs <= world.ms)
}

/** Drones with nothing under way. */
export function drones(world: World, colour?: Colour): Bee[] {
  return alive(world).filter(
    (one) => !one.queen && !one.winged && !one.busy && (!colour || one.colour === colour),
  )
}

function warriors(world: World, colour: Colour): Bee[] {
  return alive(world).filter((one) => one.winged && one.colour === colour)
}

export function queen(world: World, colour: Colour): Bee {
  return world.bees.find((one) => one.queen && one.colour === colour)!
}

export function somewhere(world: World): [number, number] {
  return [world.random.whole(20, 1900), world.random.whole(20, 1060)]
}

/** One of the other team's warriors, or its queen. */
export function killerOf(world: World, victim: Bee): Bee {
  const theirs = enemy(victim.colour)
  const armed = [...warriors(world, theirs), queen(world, theirs)]
  return world.random.pick(armed)
}

export function kill(world: World, killer: Bee, victim: Bee, place = somewhere(world)) {
  const type = victim.queen ? 'Queen' : victim.winged ? 'Soldier' : 'Worker'
  tell(world, 'playerKill', ...place, killer.position, victim.position, type)
  const gone = { carrying: false, winged: false, fast: false, busy: false }
  Object.assign(victim, gone, { deadUntilMs: world.ms + world.random.whole(1200, 2500) })
}
