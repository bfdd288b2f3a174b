// Who wins and how is settled before a game is played; the plan sees to it that it comes about.
import type { Colour } from '../schema/cabinet-facts.ts'
import { bringHome, secondsHome } from './snail.ts'
import { pickUp } from './behaviour.ts'
import { after, drones, enemy, queen, kill, killerOf, tell, type Bee, type World } from './world.ts'

export type Outcome = {
  winner: Colour
  winCondition: 'military' | 'economic' | 'snail'
  seconds: number
}

/** A full hive is looked at for this long before it has won. */
const lastBerrySeconds = 2.11

export function plan(world: World, outcome: Outcome) {
  const { winner, winCondition, seconds } = outcome
  const loser = enemy(winner)
  const until = winCondition === 'economic' ? seconds - lastBerrySeconds : seconds
  const most = Math.min(11, Math.floor(seconds / 12))
  fallenQueens(world, winner, { deaths: world.random.whole(0, 2), until })
  gather(world, loser, { berries: world.random.whole(0, most), until })
  if (winCondition !== 'military') {
    fallenQueens(world, loser, { deaths: world.random.whole(0, 2), until })
  }
  if (winCondition !== 'economic') {
    gather(world, winner, { berries: world.random.whole(0, most), until })
  }
  if (winCondition === 'snail') return win(world, winner, seconds)
  if (winCondition === 'military') {
    fallenQueens(world, loser, { deaths: 2, until: until - 1 })
    after(world, until, () => fall(world, loser))
  } else {
    gather(world, winner, { berries: 11, until: until - 1 })
    fetch(world, winner, { at: until, lead: 1, kicked: false })
  }
  after(world, seconds, () => (world.endMs = world.ms))
}

function fall(world: World, colour: Colour) {
  const victim = queen(world, colour)
  kill(world, killerOf(world, victim), victim)
}

function fallenQueens(
  world: World,
  colour: Colour,
  { deaths, until }: { deaths: number; until: number },
) {
  for (let death = 0; death < deaths; death += 1) {
    const share = (death + world.random.between(0.2, 0.8)) / deaths
    after(world, until * share, () => fall(world, colour))
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
  after(world, at - lead, () => {
    carrier = kicked ? undefined : world.random.shuffled(drones(world, colour))[0]
    if (!carrier) return
    carrier.busy = true
    pickUp(world, carrier)
  })
  after(world, at, () => {
    world.berriesUsed += 1
    if (!carrier) return kickIn(world, colour)
    carrier.busy = false
    carrier.carrying = false
    tell(world, 'berryDeposit', ...world.holes[colour].pop()!, carrier.position)
  })
}

/** Also what is left to do when no drone is free: queens kick berries too. */
function kickIn(world: World, colour: Colour) {
  const own = world.random.chance(0.43)
  const kicker = queen(world, own ? colour : enemy(colour))
  const hole = world.holes[colour].pop()!
  tell(world, 'berryKickIn', ...hole, kicker.position, own ? 'True' : 'False')
}

function win(world: World, winner: Colour, seconds: number) {
  const start = Math.max(2, seconds - secondsHome(world, winner))
  after(world, start, () => bringHome(world, winner, () => (world.endMs = world.ms)))
}
