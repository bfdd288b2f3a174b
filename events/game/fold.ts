import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { evolve, eventType } from './evolve.ts'
import { initialState, type State } from './state.ts'

type Received = { events: CabinetEvent[]; ids: Set<string> }

/**
 * The events of one game in the order they happened, without duplicates, and the state folded from
 * them. It is immutable: adding an event returns a new value. Values share one list of events while
 * events are only appended, so appending costs the same in a long game as in a short one.
 */
export type GameFold = {
  readonly gameID: string
  readonly received: Received
  readonly count: number
  /** The state after the first `upTo` events; `stateOf` folds the others. */
  folded: { state: State; upTo: number }
}

// P13: the clock does not order events within one millisecond, so this logical order does: a berry
// is carried before it is used, a rider gets off before being killed, everything precedes the
// victory.
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
  const type = eventType(event)
  return Object.hasOwn(ranks, type) ? (ranks[type] ?? 5) : 5
}

function happenedBefore(one: CabinetEvent, other: CabinetEvent): boolean {
  if (one.time !== other.time) return one.time < other.time
  const difference = rank(one) - rank(other)
  return difference === 0 ? one.eventID < other.eventID : difference < 0
}

export function emptyGame(gameID: string): GameFold {
  const received = { events: [], ids: new Set<string>() }
  return { gameID, received, count: 0, folded: { state: initialState, upTo: 0 } }
}

function receivedBy(game: GameFold): Received {
  if (game.received.events.length === game.count) return game.received
  const events = game.received.events.slice(0, game.count)
  return { events, ids: new Set(events.map((event) => event.eventID)) }
}

/** Returns the same object if the game has the event already. */
export function addEvent(game: GameFold, event: CabinetEvent): GameFold {
  const received = receivedBy(game)
  if (received.ids.has(event.eventID)) return game
  let index = game.count
  while (index > 0 && happenedBefore(event, received.events[index - 1]!)) index -= 1
  const count = game.count + 1
  const folded = game.folded.upTo > index ? { state: initialState, upTo: 0 } : game.folded
  if (index < game.count) {
    const events = received.events.toSpliced(index, 0, event)
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
