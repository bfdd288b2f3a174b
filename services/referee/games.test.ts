import { expect, test } from 'vitest'
import { playGame } from '../../events/simulation/play.ts'
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
