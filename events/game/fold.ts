import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { evolve, kind } from './evolve.ts'
import { nothingYet, type State } from './state.ts'

type Received = { events: CabinetEvent[]; ids: Set<string> }

/**
 * One game's events in the order they happened, each once, and what follows from them.
 * A value: adding leaves it as it was. The list is shared by all who only append to it,
 * so an event that happened last costs the same in a long game as in a short one.
 */
export type GameFold = {
  readonly gameID: string
  readonly received: Received
  readonly count: number
  /** The state after the first `upTo` events; brought forward when somebody asks. */
  folded: { state: State; upTo: number }
}

// P13: within one millisecond the order cannot be told from the clock, so it is what must have
// been: carried before used, off the snail before killed, everything before the victory.
const ranks: Readonly<Record<string, number>> = {
  enteredGameScreen: 0,
  mapstart: 1,
  spawn: 2,
  playernames: 3,
  gamestart: 4,
  glance: 6,
  carryFood: 6,
  reserveMaiden: 6,
  useMaiden: 7,
  berryDeposit: 7,
  berryKickIn: 7,
  unreserveMaiden: 7,
  getOnSnail: 8,
  snailEat: 9,
  snailEscape: 10,
  getOffSnail: 11,
  playerKill: 12,
  gameend: 13,
  victory: 14,
}

function rank(event: CabinetEvent): number {
  const type = kind(event)
  return Object.hasOwn(ranks, type) ? (ranks[type] ?? 5) : 5
}

function happenedBefore(one: CabinetEvent, other: CabinetEvent): boolean {
  if (one.time !== other.time) return one.time < other.time
  const ranked = rank(one) - rank(other)
  return ranked === 0 ? one.eventID < other.eventID : ranked < 0
}

export function emptyGame(gameID: string): GameFold {
  const received = { events: [], ids: new Set<string>() }
  return { gameID, received, count: 0, folded: { state: nothingYet, upTo: 0 } }
}

function receivedBy(game: GameFold): Received {
  if (game.received.events.length === game.count) return game.received
  const events = game.received.events.slice(0, game.count)
  return { events, ids: new Set(events.map((event) => event.eventID)) }
}

/** The same object for an event it has already. */
export function addEvent(game: GameFold, event: CabinetEvent): GameFold {
  const received = receivedBy(game)
  if (received.ids.has(event.eventID)) return game
  let place = game.count
  while (place > 0 && happenedBefore(event, received.events[place - 1]!)) place -= 1
  const count = game.count + 1
  const folded = game.folded.upTo > place ? { state: nothingYet, upTo: 0 } : game.folded
  if (place < game.count) {
    const events = received.events.toSpliced(place, 0, event)
    const ids = new Set(received.ids).add(event.eventID)
    return { ...game, received: { events, ids }, count, folded }
  }
  received.events.push(event)
  received.ids.add(event.eventID)
  return { ...game, received, count, folded }
}

/** The game's events in order. */
export function eventsOf(game: GameFold): readonly CabinetEvent[] {
  return game.received.events.slice(0, game.count)
}

export function stateOf(game: GameFold): State {
  let { state, upTo } = game.folded
  while (upTo < game.count) {
    state = evolve(state, game.received.events[upTo]!)
    upTo += 1
  }
  game.folded = { state, upTo }
  return state
}
