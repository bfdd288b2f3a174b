import { snailPixelsPerSecond } from '../game/map/field.ts'
import { otherColour } from '../game/map/colour.ts'
import type { Colour } from '../game/map/colour.ts'
import { schedule, drones, kill, killerOf, emit, type Bee, type World } from './world.ts'

const middle = 960
/**
 * Pixels: riders who are not to win leave the snail at least this far from the end of its track.
 */
const margin = 150

function speed(bee: Bee): number {
  return snailPixelsPerSecond[bee.fast ? 'fast' : 'plain']
}

function homeward(world: World, colour: Colour): 1 | -1 {
  return (colour === 'gold') === world.goldOnLeft ? -1 : 1
}

function mount(world: World, bee: Bee) {
  bee.busy = true
  world.snail.rider = bee
  emit(world, 'getOnSnail', world.snail.x, world.map.snailY!, bee.position)
}

function dismount(world: World, bee: Bee) {
  bee.busy = false
  world.snail.rider = null
  emit(world, 'getOffSnail', world.snail.x, world.map.snailY!, '', bee.position)
}

export function rideAWhile(world: World) {
  const free = drones(world)
  if (world.snail.rider || world.snail.claimed || free.length === 0) return
  const bee = world.random.pick(free)
  const direction = homeward(world, bee.colour)
  const limit = middle + direction * (world.map.trackWidth! - margin)
  const seconds = world.random.between(1, 5)
  const x = Math.round(world.snail.x + direction * speed(bee) * seconds)
  if ((limit - x) * direction < 0) return
  mount(world, bee)
  schedule(world, seconds, () => {
    world.snail.x = x
    const victims = drones(world, otherColour(bee.colour))
    if (victims.length > 1 && world.random.chance(0.25)) eat(world, bee, victims[0]!)
    else leave(world, bee)
  })
}

function leave(world: World, bee: Bee) {
  dismount(world, bee)
  if (world.random.chance(0.4)) {
    kill(world, killerOf(world, bee), bee, [world.snail.x, world.map.snailY!])
  }
}

function eat(world: World, rider: Bee, victim: Bee) {
  const point: [number, number] = [world.snail.x, world.map.snailY!]
  victim.busy = true
  emit(world, 'snailEat', ...point, rider.position, victim.position)
  const escapes = world.random.chance(0.45)
  schedule(world, escapes ? world.random.between(0.3, 3) : 3.5, () => {
    victim.busy = false
    if (escapes) emit(world, 'snailEscape', ...point, victim.position)
    else kill(world, rider, victim, point)
    schedule(world, world.random.between(0.1, 0.5), () => leave(world, rider))
  })
}

/** Rides the snail home in several legs. */
export function bringHome(world: World, colour: Colour, home: () => void) {
  world.snail.claimed = true
  const [bee] = world.random.shuffled(drones(world, colour))
  if (world.snail.rider || !bee) return schedule(world, 0.3, () => bringHome(world, colour, home))
  const goal = middle + homeward(world, colour) * world.map.trackWidth!
  const rest = Math.abs(goal - world.snail.x)
  const leg = rest <= 350 ? rest : Math.min(rest - 100, world.random.whole(150, 350))
  mount(world, bee)
  schedule(world, leg / speed(bee), () => {
    if (leg === rest) return home()
    world.snail.x += homeward(world, colour) * leg
    dismount(world, bee)
    schedule(world, world.random.between(0.3, 0.9), () => bringHome(world, colour, home))
  })
}

/** The approximate time of `bringHome` from the current position of the snail. */
export function secondsHome(world: World, colour: Colour): number {
  const goal = middle + homeward(world, colour) * world.map.trackWidth!
  return Math.abs(goal - world.snail.x) / 20.9 + 5
}
