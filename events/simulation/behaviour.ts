// Random behaviour of bees that the plan does not need, about as frequent as in real games.
import type { Gate } from '../game/map/field.ts'
import { rideAWhile } from './snail.ts'
import {
  schedule,
  alive,
  drones,
  kill,
  killerOf,
  queen,
  somewhere,
  emit,
  type Bee,
  type World,
} from './world.ts'

const gateWords = { blue: 'Blue', gold: 'Red' } as const
/** Bees that only want wings leave these berries on the field: enough for two full hives. */
const reservedBerries = 26

const actions = [
  { weight: 46, act: bless },
  { weight: 44, act: carry },
  { weight: 40, act: visitGate },
  { weight: 40, act: bump },
  { weight: 44, act: strike },
  { weight: 18, act: rideAWhile },
] as const
const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0)

export function actRandomly(world: World) {
  let left = world.random.next() * totalWeight
  const action = actions.find(({ weight }) => (left -= weight) < 0)
  action?.act(world)
  schedule(world, world.random.between(0.1, 0.8), () => actRandomly(world))
}

function gateKey(gate: Gate): string {
  return `${gate.x},${gate.y}`
}

export function bless(world: World) {
  const colour = world.random.pick(['blue', 'gold'] as const)
  if (queen(world, colour).deadUntilMs > world.ms) return
  const gate = world.random.pick(world.map.gates)
  world.gateOf.set(gateKey(gate), colour)
  emit(world, 'blessMaiden', gate.x, gate.y, gateWords[colour])
}

export function pickUp(world: World, bee: Bee) {
  if (bee.carrying) return
  bee.carrying = true
  emit(world, 'carryFood', bee.position)
}

function carry(world: World) {
  const free = drones(world).filter((bee) => !bee.carrying)
  if (free.length > 0) pickUp(world, world.random.pick(free))
}

/** The last two drones of a team stay available for the snail and the hive. */
function visitGate(world: World) {
  const free = drones(world).filter((bee) => bee.carrying && drones(world, bee.colour).length > 2)
  if (free.length === 0 || world.berriesUsed > world.map.berries! - reservedBerries) return
  const bee = world.random.pick(free)
  const open = world.map.gates.filter(
    (gate) =>
      world.gateOf.get(gateKey(gate)) === bee.colour && !(bee.fast && gate.type === 'maiden_speed'),
  )
  if (open.length > 0) enter(world, bee, world.random.pick(open))
}

function enter(world: World, bee: Bee, { x, y, type }: Gate) {
  bee.busy = true
  emit(world, 'reserveMaiden', x, y, bee.position)
  const succeeds = world.random.chance(0.85)
  schedule(world, world.random.between(0.6, 2), () => {
    bee.busy = false
    if (!succeeds) return emit(world, 'unreserveMaiden', x, y, '', bee.position)
    emit(world, 'useMaiden', x, y, type, bee.position)
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
  emit(world, 'glance', ...somewhere(world), ...pair.map((bee) => bee.position))
}

function strike(world: World) {
  const victims = alive(world).filter((bee) => !bee.queen && !bee.busy)
  if (victims.length === 0) return
  const victim = world.random.pick(victims)
  kill(world, killerOf(world, victim), victim)
}
