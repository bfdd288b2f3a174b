// For tests only: what must hold of any finished game, and of any way to send one.
import { expect } from 'vitest'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import {
  addEvent,
  emptyGame,
  eventsOf,
  live,
  result,
  stats,
  type GameFold,
} from '../../events/game/index.ts'

const startMs = Date.parse('2026-01-03T20:00:00.000Z')

/** `said(3.5, 'spawn', '4', 'False')`: three and a half seconds after the start of the game. */
export function said(seconds: number, type: string, ...values: string[]): CabinetEvent {
  const time = new Date(startMs + Math.round(seconds * 1000)).toISOString()
  return { gameID: 'g', eventID: `${seconds} ${type} ${values.join()}`, time, type, values }
}

/** The moment so many seconds after the start of such a game. */
export function at(seconds: number): number {
  return startMs + seconds * 1000
}

export function folded(events: readonly CabinetEvent[]): GameFold {
  return events.reduce(addEvent, emptyGame(events[0]?.gameID ?? 'none'))
}

export function seen(game: GameFold) {
  return { result: result(game), live: live(game), stats: stats(game) }
}

// The last berry is seen in the hive for two seconds before it wins; a queen may fall meanwhile.
const lastBerryMs = 2200

/** The rules by which a game is won, checked on thousands of real ones. */
export function expectRules(game: GameFold) {
  const { winningTeam, winCondition, queenDeaths, berries, endTime } = result(game)
  const loser = winningTeam === 'blue' ? 'gold' : 'blue'
  expect(winCondition === 'military').toBe(queenDeaths[loser] === 3)
  expect(queenDeaths[winningTeam!]).toBeLessThan(3)
  if (winCondition === 'economic') expect(berries[winningTeam!]).toBe(12)
  const untilMs = Date.parse(endTime!) - lastBerryMs
  const before = folded(eventsOf(game).filter((event) => Date.parse(event.time) < untilMs))
  expect(Math.max(...Object.values(result(before).berries))).toBeLessThan(12)
  const { snail, queenLives, berriesRemaining } = live(game)
  const towards = winningTeam === 'blue' ? snail.progress : -snail.progress
  if (winCondition === 'snail') expect(towards).toBeGreaterThan(0.95)
  expect(queenLives[loser]).toBe(3 - queenDeaths[loser])
  expect(berriesRemaining).toBeGreaterThanOrEqual(0)
}

function random(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Out of order everywhere, or in order but for some that come late; a third is sent again. */
function sent(events: readonly CabinetEvent[], seed: number): CabinetEvent[] {
  const next = random(seed)
  const lateness = [events.length, 10, 2][seed % 3]!
  const repeated = events.filter(() => next() < 0.3)
  const placed = [
    ...events.map((event, place) => ({ event, place: place + next() * lateness })),
    ...repeated.map((event) => ({ event, place: next() * events.length * 1.5 })),
  ]
  return placed.sort((one, other) => one.place - other.place).map(({ event }) => ({ ...event }))
}

export function expectSameHowever(events: readonly CabinetEvent[], seeds: number) {
  const clean = seen(folded(events))
  for (let seed = 1; seed <= seeds; seed += 1) {
    let game = emptyGame(events[0]!.gameID!)
    for (const [place, event] of sent(events, seed).entries()) {
      game = addEvent(game, event)
      if (place % 40 === 0) seen(game)
    }
    expect(seen(game), `seed ${seed}`).toEqual(clean)
  }
}
