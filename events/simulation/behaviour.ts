// What bees do when no plan needs them: the everyday of a game, about as often as in real ones.
import type { Gate } from '../schema/cabinet-facts.ts'
import { rideAWhile } from './snail.ts'
import {
  after,
  alive,
  drones,
  kill,
  killerOf,
  queen,
  somewhere,
  tell,
  type Bee,
  type World,
} from './world.ts'

const gateWords = { blue: 'Blue', gold: 'Red' } as const
/** Enough for two full hives is left on the field by those who only want wings. */
const keptBerries = 26

const whims = [
  { weight: 46, act: bless },
  { weight: 44, act: carry },
  { weight: 40, act: visitGate },
  { weight: 40, act: bump },
  { weight: 44, act: strike },
  { weight: 18, act: rideAWhile },
] as const
const weightOfAll = whims.reduce((sum, { weight }) => sum + weight, 0)

export function liveOn(world: World) {
  let left = world.random.next() * weightOfAll
  const whim = whims.find(({ weight }) => (left -= weight) < 0)
  whim?.act(world)
  after(world, world.random.between(0.1, 0.8), () => liveOn(world))
}

function gateKey(gate: Gate): string {
  return `${gate.x},${gate.y}`
}

export function bless(world: World) {
  const colour = world.random.pick(['blue', 'gold'] as const)
  if (queen(world, colour).deadUntilMs > world.ms) return
  const gate = world.random.pick(world.map.gates)
  world.gateOf.set(gateKey(gate), colour)
  tell(world, 'blessMaiden', gate.x, gate.y, gateWords[colour])
}

export function pickUp(world: World, bee: Bee) {
  if (bee.carrying) return
  bee.carrying = true
  tell(world, 'carryFood', bee.position)
}

function carry(world: World) {
  const free = drones(world).filter((bee) => !bee.carrying)
  if (free.length > 0) pickUp(world, world.random.pick(free))
}

/** The last free drone of a team keeps its hands free for the snail and the hive. */
function visitGate(world: World) {
  const free = drones(world).filter((bee) => bee.carrying && drones(world, bee.colour).length > 2)
  if (free.length === 0 || world.berriesUsed > world.map.berries! - keptBerries) return
  const bee = world.random.pick(free)
  const open = world.map.gates.filter(
    (gate) =>
      world.gateOf.get(gateKey(gate)) === bee.colour && !(bee.fast && gate.type === 'maiden_speed'),
  )
  if (open.length > 0) enter(world, bee, world.random.pick(open))
}

function enter(world: World, bee: Bee, { x, y, type }: Gate) {
  bee.busy = true
  tell(world, 'reserveMaiden', x, y, bee.position)
  const stays = world.random.chance(0.85)
  after(world, world.random.between(0.6, 2), () => {
    bee.busy = false
    if (!stays) return tell(world, 'unreserveMaiden', x, y, '', bee.position)
    tell(world, 'useMaiden', x, y, type, bee.position)
    world.berriesUsed += 1
    bee.carrying = false
    if (type === 'maiden_wings') bee.winged = true
    else bee.fast = true
  })
}

function bump(world: World) {
  const blue = alive(world).filter((bee) => bee.colour === 'blue')
  const gold = alive(world).filter((bee) => bee.colour === 'gold')
  if (blue.length === 0 || gold.length === 0) return
  const pair = world.random.shuffled([world.random.pick(blue), world.random.pick(gold)])
  tell(world, 'glance', ...somewhere(world), ...pair.map((bee) => bee.position))
}

function strike(world: World) {
  const victims = alive(world).filter((bee) => !bee.queen && !bee.busy)
  if (victims.length === 0) return
  const victim = world.random.pick(victims)
  kill(world, killerOf(world, victim), victim)
}
