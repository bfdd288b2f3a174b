// Simulates a complete game from a seed, as the events that a cabinet would send.
import type { Colour } from '../game/map/colour.ts'
import type { Position } from '../game/map/field.ts'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { holes } from '../game/map/hives.ts'
import { plan, type Outcome } from './plan.ts'
import { random, type Random } from './random.ts'
import { actRandomly, bless } from './behaviour.ts'
import { schedule, newWorld, run, emit, type World } from './world.ts'

type PlayOptions = {
  seed: number | string
  startAt: Date
  map?: string
  winner?: Colour
  winCondition?: Outcome['winCondition']
  version?: string
  goldOnLeft?: boolean
  players?: number
  /** The approximate length of the game from its start, in seconds. */
  seconds?: number
}

const versions = ['17.26', '19.1', '20.3', '20.6', '20.8', '20.9', '20.13', '21.0.2', '21.3']
const victoryTeams = { blue: 'Blue', gold: 'Gold' } as const
const headSeconds = 9

/** From version 20.13 on a game begins with the game screen, before that with its drones. */
function hasScreen(version: string): boolean {
  return versions.indexOf(version) >= versions.indexOf('20.13')
}

function drawCondition(rng: Random): Outcome['winCondition'] {
  const drawn = rng.next()
  return drawn < 0.64 ? 'military' : drawn < 0.92 ? 'economic' : 'snail'
}

function players(rng: Random, count: number): Position[] {
  const blue = rng.shuffled<Position>([4, 6, 8, 10])
  const gold = rng.shuffled<Position>([3, 5, 7, 9])
  const rest = rng.shuffled<Position>([...blue.slice(1), ...gold.slice(1)])
  return [1, 2, blue[0]!, gold[0]!, ...rest].slice(0, Math.max(4, count)) as Position[]
}

function mapValues(world: World): string[] {
  return [world.cabinetMap, world.goldOnLeft ? 'True' : 'False']
}

/** Emits the events before the start of the game. Returns the seconds until the start. */
function emitIntro(world: World, version: string) {
  const rng = world.random
  const [, , ...drones] = world.bees.map((bee) => bee.position)
  const screen = hasScreen(version)
  if (screen) emit(world, 'enteredGameScreen')
  const mapSeconds = screen ? 0.05 : 1
  schedule(world, mapSeconds, () => {
    emit(world, 'mapstart', ...mapValues(world), 0, 'False', version)
    for (const position of [1, 2]) emit(world, 'spawn', position, 'False')
    if (versions.indexOf(version) < 4) emit(world, 'playernames', ...Array(10).fill(''))
  })
  for (const position of drones) {
    const seconds = rng.between(screen ? 0.1 : 0, 7)
    const replacesBot = rng.chance(0.07)
    if (replacesBot) schedule(world, seconds, () => emit(world, 'spawn', position, 'True'))
    schedule(world, replacesBot ? seconds + 0.6 : seconds, () =>
      emit(world, 'spawn', position, 'False'),
    )
  }
  for (let tag = 0; tag < 3; tag += 1) schedule(world, rng.between(3, 8.9), () => bless(world))
  schedule(world, mapSeconds + headSeconds, () => {
    emit(world, 'gamestart', ...mapValues(world), 0, 'False', version)
  })
  return mapSeconds + headSeconds
}

/** Emits the end of the game and the victory, which may come in either order. */
function emitEnd(
  world: World,
  { winner, winCondition }: Outcome,
  [version, startMs]: [version: string, startMs: number],
) {
  const wonMs = world.ms + world.random.whole(0, 12)
  const gameendFirst = world.random.chance(0.92)
  if (version !== '17.26') {
    world.ms = gameendFirst ? wonMs : wonMs + 3
    const seconds = ((world.ms - startMs) / 1000).toFixed(4)
    emit(world, 'gameend', ...mapValues(world), seconds, 'False')
  }
  world.ms = gameendFirst ? wonMs + world.random.whole(0, 12) : wonMs
  emit(world, 'victory', victoryTeams[winner], winCondition)
}

export function playGame(options: PlayOptions): CabinetEvent[] {
  const rng = random(options.seed)
  const gameID = rng.uuid()
  const version = options.version ?? rng.pick(versions)
  const world = newWorld(rng, {
    cabinetMap: options.map ?? rng.pick(Object.keys(holes).map((name) => `map_${name}`)),
    goldOnLeft: options.goldOnLeft ?? rng.chance(0.82),
    positions: players(rng, options.players ?? 10),
  })
  const outcome: Outcome = {
    winner: options.winner ?? rng.pick(['blue', 'gold'] as const),
    winCondition: options.winCondition ?? drawCondition(rng),
    seconds: options.seconds ?? Math.round(60 + 180 * rng.next() ** 2),
  }
  const startSeconds = emitIntro(world, version)
  schedule(world, startSeconds, () => {
    plan(world, outcome)
    schedule(world, 0.3, () => actRandomly(world))
  })
  run(world)
  emitEnd(world, outcome, [version, Math.round(startSeconds * 1000)])
  return world.events
    .toSorted((one, other) => one.ms - other.ms)
    .map(({ ms, type, values }) => {
      const time = new Date(options.startAt.getTime() + ms).toISOString()
      return { gameID, eventID: rng.uuid(), time, type, values }
    })
}
