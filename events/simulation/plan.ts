// The winner and the win condition are chosen before a game; the plan makes the game end that way.
import { otherColour } from '../game/map/colour.ts'
import type { Colour } from '../game/map/colour.ts'
import { bringHome, secondsHome } from './snail.ts'
import { pickUp } from './behaviour.ts'
import { schedule, drones, queen, kill, killerOf, emit, type Bee, type World } from './world.ts'

export type Outcome = {
  winner: Colour
  winCondition: 'military' | 'economic' | 'snail'
  seconds: number
}

/** A hive is full for this long before the victory. */
const lastBerrySeconds = 2.11

export function plan(world: World, outcome: Outcome) {
  const { winner, winCondition, seconds } = outcome
  const loser = otherColour(winner)
  const until = winCondition === 'economic' ? seconds - lastBerrySeconds : seconds
  const maxBerries = Math.min(11, Math.floor(seconds / 12))
  killQueens(world, winner, { deaths: world.random.whole(0, 2), until })
  gather(world, loser, { berries: world.random.whole(0, maxBerries), until })
  if (winCondition !== 'military') {
    killQueens(world, loser, { deaths: world.random.whole(0, 2), until })
  }
  if (winCondition !== 'economic') {
    gather(world, winner, { berries: world.random.whole(0, maxBerries), until })
  }
  if (winCondition === 'snail') return winBySnail(world, winner, seconds)
  if (winCondition === 'military') {
    killQueens(world, loser, { deaths: 2, until: until - 1 })
    schedule(world, until, () => killQueen(world, loser))
  } else {
    gather(world, winner, { berries: 11, until: until - 1 })
    fetch(world, winner, { at: until, lead: 1, kicked: false })
  }
  schedule(world, seconds, () => (world.endMs = world.ms))
}

function killQueen(world: World, colour: Colour) {
  const victim = queen(world, colour)
  kill(world, killerOf(world, victim), victim)
}

function killQueens(
  world: World,
  colour: Colour,
  { deaths, until }: { deaths: number; until: number },
) {
  for (let death = 0; death < deaths; death += 1) {
    const share = (death + world.random.between(0.2, 0.8)) / deaths
    schedule(world, until * share, () => killQueen(world, colour))
  }
}

function gather(
  world: World,
  colour: Colour,
  { berries, until }: { berries: number; until: number },
) {
  for (let berry = 0; berry < berries; berry += 1) {
    const at = (until * (berry + world.random.between(0.3, 0.9))) / berries
    const lead = Math.min(2.5, (until / berries) * 0.3)
    fetch(world, colour, { at, lead, kicked: world.random.chance(0.07) })
  }
}

type Fetch = { at: number; lead: number; kicked: boolean }

function fetch(world: World, colour: Colour, { at, lead, kicked }: Fetch) {
  let carrier: Bee | undefined
  schedule(world, at - lead, () => {
    carrier = kicked ? undefined : world.random.shuffled(drones(world, colour))[0]
    if (!carrier) return
    carrier.busy = true
    pickUp(world, carrier)
  })
  schedule(world, at, () => {
    world.berriesUsed += 1
    if (!carrier) return kickIn(world, colour)
    carrier.busy = false
    carrier.carrying = false
    emit(world, 'berryDeposit', ...world.holes[colour].pop()!, carrier.position)
  })
}

/** Also used if no drone is free: queens kick in berries too. */
function kickIn(world: World, colour: Colour) {
  const own = world.random.chance(0.43)
  const kicker = queen(world, own ? colour : otherColour(colour))
  const hole = world.holes[colour].pop()!
  emit(world, 'berryKickIn', ...hole, kicker.position, own ? 'True' : 'False')
}

function winBySnail(world: World, winner: Colour, seconds: number) {
  const start = Math.max(2, seconds - secondsHome(world, winner))
  schedule(world, start, () => bringHome(world, winner, () => (world.endMs = world.ms)))
}
