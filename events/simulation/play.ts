// A whole game out of a seed, told as a cabinet would tell it.
import type { CabinetEvent, Colour, Position } from '../schema/cabinet-facts.ts'
import { holes } from '../game/map/hives.ts'
import { plan, type Outcome } from './plan.ts'
import { random, type Random } from './random.ts'
import { bless, liveOn } from './behaviour.ts'
import { after, newWorld, run, tell, type World } from './world.ts'

type PlayOptions = {
  seed: number | string
  startAt: Date
  map?: string
  winner?: Colour
  winCondition?: Outcome['winCondition']
  version?: string
  goldOnLeft?: boolean
  players?: number
  /** About how long the game is from its start, in seconds. */
  pace?: number
}

const versions = ['17.26', '19.1', '20.3', '20.6', '20.8', '20.9', '20.13', '21.0.2', '21.3']
const winWords = { blue: 'Blue', gold: 'Gold' } as const
const headSeconds = 9

/** From 20.13 on a game begins with the screen; before, with its drones. */
function hasScreen(version: string): boolean {
  return versions.indexOf(version) >= versions.indexOf('20.13')
}

function condition(chance: Random): Outcome['winCondition'] {
  const drawn = chance.next()
  return drawn < 0.64 ? 'military' : drawn < 0.92 ? 'economic' : 'snail'
}

function players(chance: Random, count: number): Position[] {
  const blue = chance.shuffled<Position>([4, 6, 8, 10])
  const gold = chance.shuffled<Position>([3, 5, 7, 9])
  const rest = chance.shuffled<Position>([...blue.slice(1), ...gold.slice(1)])
  return [1, 2, blue[0]!, gold[0]!, ...rest].slice(0, Math.max(4, count)) as Position[]
}

function title(world: World): string[] {
  return [world.cabinetMap, world.goldOnLeft ? 'True' : 'False']
}

function head(world: World, version: string) {
  const chance = world.random
  const [, , ...tapping] = world.bees.map((bee) => bee.position)
  const screen = hasScreen(version)
  if (screen) tell(world, 'enteredGameScreen')
  const mapSeconds = screen ? 0.05 : 1
  after(world, mapSeconds, () => {
    tell(world, 'mapstart', ...title(world), 0, 'False', version)
    for (const position of [1, 2]) tell(world, 'spawn', position, 'False')
    if (versions.indexOf(version) < 4) tell(world, 'playernames', ...Array(10).fill(''))
  })
  for (const position of tapping) {
    const seconds = chance.between(screen ? 0.1 : 0, 7)
    const taken = chance.chance(0.07)
    if (taken) after(world, seconds, () => tell(world, 'spawn', position, 'True'))
    after(world, taken ? seconds + 0.6 : seconds, () => tell(world, 'spawn', position, 'False'))
  }
  for (let tag = 0; tag < 3; tag += 1) after(world, chance.between(3, 8.9), () => bless(world))
  after(world, mapSeconds + headSeconds, () => {
    tell(world, 'gamestart', ...title(world), 0, 'False', version)
  })
  return mapSeconds + headSeconds
}

function tail(world: World, { winner, winCondition }: Outcome, told: [string, number]) {
  const [version, startMs] = told
  const wonMs = world.ms + world.random.whole(0, 12)
  const gameendFirst = world.random.chance(0.92)
  if (version !== '17.26') {
    world.ms = gameendFirst ? wonMs : wonMs + 3
    const seconds = ((world.ms - startMs) / 1000).toFixed(4)
    tell(world, 'gameend', ...title(world), seconds, 'False')
  }
  world.ms = gameendFirst ? wonMs + world.random.whole(0, 12) : wonMs
  tell(world, 'victory', winWords[winner], winCondition)
}

export function playGame(wanted: PlayOptions): CabinetEvent[] {
  const chance = random(wanted.seed)
  const gameID = chance.uuid()
  const version = wanted.version ?? chance.pick(versions)
  const world = newWorld(chance, {
    cabinetMap: wanted.map ?? chance.pick(Object.keys(holes).map((name) => `map_${name}`)),
    goldOnLeft: wanted.goldOnLeft ?? chance.chance(0.82),
    positions: players(chance, wanted.players ?? 10),
  })
  const outcome: Outcome = {
    winner: wanted.winner ?? chance.pick(['blue', 'gold'] as const),
    winCondition: wanted.winCondition ?? condition(chance),
    seconds: wanted.pace ?? Math.round(60 + 180 * chance.next() ** 2),
  }
  const startSeconds = head(world, version)
  after(world, startSeconds, () => {
    plan(world, outcome)
    after(world, 0.3, () => liveOn(world))
  })
  run(world)
  tail(world, outcome, [version, Math.round(startSeconds * 1000)])
  return world.told
    .toSorted((one, other) => one.ms - other.ms)
    .map(({ ms, type, values }) => {
      const time = new Date(wanted.startAt.getTime() + ms).toISOString()
      return { gameID, eventID: chance.uuid(), time, type, values }
    })
}
