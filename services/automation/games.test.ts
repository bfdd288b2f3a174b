import { expect, test } from 'vitest'
import { playGame } from '#events/simulation/play.ts'
import type { StoredFacts } from '../log/index.ts'
import { openGames } from './games.ts'
import type { SavedGames } from './games.ts'

const startMs = Date.parse('2026-01-03T20:00:00.000Z')

/** Games one after another, each event stored `lagMs(n)` after its own time. */
function factsOf(count: number, lagMs: (game: number) => number): StoredFacts[] {
  const all = Array.from({ length: count }, (_, game) => {
    const startAt = new Date(startMs + game * 120_000)
    return playGame({ seed: `game ${game}`, startAt, winCondition: 'military' }).map((event) => ({
      event,
      at: new Date(Date.parse(event.time) + lagMs(game)).toISOString(),
    }))
  }).flat()
  return all.map(({ event, at }, n) => ({
    facts: { cabinet: 1, after: 0, events: [event] },
    seq: n + 1,
    at,
  }))
}

function takeAll(games: ReturnType<typeof openGames>, facts: StoredFacts[]): (number | null)[] {
  const late: (number | null)[] = []
  for (const stored of facts) {
    for (const event of stored.facts.events) {
      const progress = games.take(stored, event)
      if (progress?.ended) late.push(progress.ended.lateBy)
    }
  }
  return late
}

test('R-GE-4: a game that is read again after a restart has the same delay as before', () => {
  // The client's clock is set forward by half a minute while the second game is played.
  const facts = factsOf(2, (game) => (game === 0 ? 30_000 : 0))
  const end = facts.findIndex(({ facts: { events } }) => events[0]!.type === 'victory')
  const before = openGames({ best: {}, offline: [] })
  expect(takeAll(before, facts.slice(0, end))).toEqual([])
  // Some events of the second game arrive before the end of the first.
  const [next] = facts.slice(end + 1)
  before.take({ ...next!, seq: end + 1 }, next!.facts.events[0]!)
  const position = JSON.parse(JSON.stringify(before.toSave())) as SavedGames
  const again = openGames(position)
  expect(takeAll(again, facts.slice(0, end))).toEqual([])
  const last = { ...facts[end]!, seq: end + 2, at: new Date(startMs).toISOString() }
  expect(again.take(last, last.facts.events[0]!)?.ended?.lateBy).toBeNull()
})

/** A game as one of the client programs of the cabinet sends it. */
function sentBy(client: string, offsetMs: number) {
  const startAt = new Date(startMs + offsetMs)
  return playGame({ seed: client, startAt, winCondition: 'military' })
}

/** Whether each game that ended was the second of two at the same time, by game. */
function doubledIn(
  events: ReturnType<typeof sentBy>,
  saved: SavedGames = { best: {}, offline: [] },
) {
  const games = openGames(saved)
  const doubled: Record<string, boolean> = {}
  for (const [n, event] of events.entries()) {
    const stored = { facts: { cabinet: 1, after: 0, events: [event] }, seq: n + 1, at: event.time }
    const ended = games.take(stored, event)?.ended
    if (ended) doubled[ended.seen.gameID] = ended.isDoubled
  }
  return doubled
}

const gameOf = ([event]: ReturnType<typeof sentBy>) => event!.gameID!

test('R-GE-5: of a game that two client programs of a cabinet send, the second copy is found', () => {
  const one = sentBy('one', 0)
  const copy = one.map((event) => ({
    ...event,
    gameID: 'copy',
    eventID: `copy of ${event.eventID}`,
    time: new Date(Date.parse(event.time) + 40).toISOString(),
  }))
  const both = [...one, ...copy].toSorted((a, b) => (a.time < b.time ? -1 : 1))
  expect(doubledIn(both)).toEqual({ [gameOf(one)]: false, copy: true })
})

test('R-GE-5: games one after another are not copies, even if an end is resent or a clock set back', () => {
  const [first, second] = [sentBy('first', 0), sentBy('second', 600_000)]
  const none = { [gameOf(first)]: false, [gameOf(second)]: false }
  const end = first.filter(({ type }) => type === 'victory')
  const rest = first.filter(({ type }) => type !== 'victory')
  const middle = Math.floor(second.length / 2)
  expect(doubledIn([...first, ...second])).toEqual(none)
  expect(doubledIn([...rest, ...second.slice(0, middle), ...end, ...second.slice(middle)])).toEqual(
    none,
  )
  const setBack = sentBy('second', 1_000)
  expect(doubledIn([...first, ...setBack])).toEqual({
    [gameOf(first)]: false,
    [gameOf(setBack)]: false,
  })
})
