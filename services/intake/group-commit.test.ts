import { expect, test } from 'vitest'
import type { CabinetEvent, Facts } from '../../events/schema/cabinet-facts.ts'
import { openGroupCommit } from './group-commit.ts'

test('P13: nothing is told before the log has it', async () => {
  const { lane, log, told } = opened()
  lane.take(event('a'), 10, told)
  await log.asked(1)
  expect(told.ids).toEqual([])
  log.answer()
  await lane.idle()
  expect(told.ids).toEqual(['a'])
})

test('what arrives while a message is on its way goes into the next, in its order', async () => {
  const { lane, log, told } = opened()
  for (const id of ['a', 'b', 'c', 'd']) lane.take(event(id), 10, told)
  log.answerAll()
  await lane.idle()
  expect(log.ids()).toEqual([['a'], ['b', 'c', 'd']])
  expect(told.ids).toEqual(['a', 'b', 'c', 'd'])
  expect(lane.held()).toBe(0)
})

test('a message holds at most one gamestart, and the position read for it', async () => {
  const { lane, log } = opened()
  const types = ['spawn', 'gamestart', 'spawn', 'gamestart', 'gamestart', 'victory']
  types.forEach((type, i) => lane.take(event(`${i}`, type), 10))
  log.answerAll()
  await lane.idle()
  const starts = log.stored.map(({ events }) => events.filter((e) => e.type === 'gamestart').length)
  expect(Math.max(...starts)).toBe(1)
  expect(log.ids().flat()).toEqual(['0', '1', '2', '3', '4', '5'])
  // Positions: the last known until a gamestart asks for the present one.
  expect(log.stored.map((facts) => facts.after)).toEqual([0, 1, 2, 3])
})

test('a message holds at most 200 events and half a mebibyte', async () => {
  const { lane, log } = opened()
  for (let i = 0; i < 450; i++) lane.take(event(`${i}`), 100)
  for (let i = 0; i < 20; i++) lane.take(event(`big ${i}`), 60_000)
  log.answerAll()
  await lane.idle()
  const sizes = log.stored.map(({ events }) => events.length)
  expect(Math.max(...sizes)).toBe(200)
  expect(log.stored.every(({ events }) => bytesOf(events) <= 512 * 1024)).toBe(true)
  expect(log.ids().flat()).toHaveLength(470)
})

test('a failure loses nothing, changes no order and tells nobody', async () => {
  const { lane, log, told } = opened()
  log.failNext(3)
  for (const id of ['a', 'b', 'c']) lane.take(event(id, 'gamestart'), 10, told)
  await log.asked(2)
  expect(told.ids).toEqual([])
  log.answerAll()
  await lane.idle()
  expect(log.ids()).toEqual([['a'], ['b'], ['c']])
  // What was tried again is the same message to the last byte.
  expect(new Set(log.tried.slice(0, 4).map((facts) => JSON.stringify(facts))).size).toBe(1)
  expect(told.ids).toEqual(['a', 'b', 'c'])
})

test('a known event is told at once and not stored again; a waiting one is told when it is', async () => {
  const { lane, log, told } = opened()
  lane.take(event('a'), 10, told)
  const again = teller()
  lane.take(event('a'), 10, again)
  expect(again.ids).toEqual([])
  log.answerAll()
  await lane.idle()
  expect(again.ids).toEqual(['a'])
  lane.take(event('a'), 10, again)
  expect(again.ids).toEqual(['a', 'a'])
  expect(log.ids()).toEqual([['a']])
})

test('told to stop while the log is away, what waits is not told', async () => {
  const { lane, log, told, stop } = opened()
  log.failNext(1_000)
  lane.take(event('a'), 10, told)
  await log.asked(2)
  stop.abort()
  await lane.idle()
  expect(told.ids).toEqual([])
  expect(lane.held()).toBe(10)
})

test('200 shuffled evenings with failures: all stored once, in order', async () => {
  const seeds = Array.from({ length: 200 }, (_, i) => i + 1)
  await Promise.all(seeds.map(evening))
})

async function evening(seed: number): Promise<void> {
  const { lane, log, told } = opened()
  const random = randomOf(seed)
  log.answerAll()
  const ids: string[] = []
  for (let i = 0; i < 60; i++) {
    ids.push(`${i}`)
    if (random() < 0.2) log.failNext(1)
    lane.take(event(`${i}`, random() < 0.1 ? 'gamestart' : 'spawn'), 10, told)
    if (random() < 0.2) lane.take(event(`${Math.floor(random() * i)}`), 10, told)
    if (random() < 0.4) await Promise.resolve()
  }
  await lane.idle()
  expect(log.ids().flat(), `seed ${seed}`).toEqual(ids)
  expect([...new Set(told.ids)], `seed ${seed}`).toEqual(ids)
}

function opened() {
  const log = standIn()
  const stop = new AbortController()
  let position = 0
  const lane = openGroupCommit({
    cabinet: 1,
    log,
    position: async (fresh) => (fresh ? ++position : position),
    signal: stop.signal,
    retryMs: { first: 1, last: 2 },
  })
  return { lane, log, stop, told: teller() }
}

/** A log that answers when it is told to. */
function standIn() {
  const stored: Facts[] = []
  const tried: Facts[] = []
  const waiting: (() => void)[] = []
  let all = false
  let failures = 0
  return {
    stored,
    tried,
    async appendFacts(facts: Facts): Promise<number> {
      tried.push(facts)
      if (failures > 0) {
        failures--
        throw new Error('away')
      }
      if (!all) await new Promise<void>((resolve) => waiting.push(resolve))
      return stored.push(facts)
    },
    failNext: (n: number) => void (failures += n),
    answer: () => waiting.shift()?.(),
    answerAll() {
      all = true
      for (const answer of waiting.splice(0)) answer()
    },
    async asked(times: number) {
      while (tried.length < times) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    ids: () => stored.map(({ events }) => events.map((e) => e.eventID)),
  }
}

function teller() {
  const ids: string[] = []
  return { ids, stored: (id: string) => void ids.push(id) }
}

function event(eventID: string, type = 'spawn'): CabinetEvent {
  return { gameID: 'g', eventID, time: '2024-02-01T02:16:29.720Z', type, values: [] }
}

function bytesOf(events: CabinetEvent[]): number {
  return events.reduce((sum, e) => sum + (e.eventID.startsWith('big') ? 60_000 : 100), 0)
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
