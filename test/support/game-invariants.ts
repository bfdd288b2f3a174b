// For tests only: invariants of every finished game, in whatever order its events arrive.
import { expect } from 'vitest'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import {
  addEvent,
  emptyGame,
  eventsOf,
  live,
  result,
  stats,
  type GameFold,
} from '#events/game/index.ts'
import { lcg } from './random.ts'

const startMs = Date.parse('2026-01-03T20:00:00.000Z')

/** `event(3.5, 'spawn', '4', 'False')`: an event 3.5 seconds after the start of the game. */
export function event(seconds: number, type: string, ...values: string[]): CabinetEvent {
  const time = new Date(startMs + Math.round(seconds * 1000)).toISOString()
  return { gameID: 'g', eventID: `${seconds} ${type} ${values.join()}`, time, type, values }
}

/** The time (epoch ms) that many seconds after the start of such a game. */
export function at(seconds: number): number {
  return startMs + seconds * 1000
}

export function folded(events: readonly CabinetEvent[]): GameFold {
  return events.reduce(addEvent, emptyGame(events[0]?.gameID ?? 'none'))
}

export function seen(game: GameFold) {
  return { result: result(game), live: live(game), stats: stats(game) }
}

// The last berry is in the hive for two seconds before it wins; a queen may be killed meanwhile.
const lastBerryMs = 2200

/** The rules by which a game is won, verified on thousands of real games. */
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

/**
 * The events as an unreliable network delivers them: shuffled or partly late, and a third repeated.
 */
function disturbed(events: readonly CabinetEvent[], seed: number): CabinetEvent[] {
  const next = lcg(seed * 2_654_435_761)
  const lateness = [events.length, 10, 2][seed % 3]!
  const repeated = events.filter(() => next() < 0.3)
  const positioned = [
    ...events.map((event, position) => ({ event, position: position + next() * lateness })),
    ...repeated.map((event) => ({ event, position: next() * events.length * 1.5 })),
  ]
  return positioned.sort((a, b) => a.position - b.position).map(({ event }) => ({ ...event }))
}

export function expectSameHowever(events: readonly CabinetEvent[], seeds: number) {
  const clean = seen(folded(events))
  for (let seed = 1; seed <= seeds; seed += 1) {
    let game = emptyGame(events[0]!.gameID!)
    for (const [index, event] of disturbed(events, seed).entries()) {
      game = addEvent(game, event)
      if (index % 40 === 0) seen(game)
    }
    expect(seen(game), `seed ${seed}`).toEqual(clean)
  }
}
