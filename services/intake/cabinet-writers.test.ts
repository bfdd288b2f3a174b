import { expect, test } from 'vitest'
import type { CabinetEvent, Facts } from '#events/schema/cabinet-facts.ts'
import { lcg } from '#test/support/random.ts'
import { openGroupCommit } from './cabinet-writers.ts'

test('P13: nothing is acknowledged before it is in the log', async () => {
  const { groupCommit, log, acks } = open()
  groupCommit.take(event('a'), 10, acks)
  await log.asked(1)
  expect(acks.ids).toEqual([])
  log.answer()
  await groupCommit.idle()
  expect(acks.ids).toEqual(['a'])
})

test('events that arrive during a write go into the next message, in order', async () => {
  const { groupCommit, log, acks } = open()
  for (const id of ['a', 'b', 'c', 'd']) groupCommit.take(event(id), 10, acks)
  log.answerAll()
  await groupCommit.idle()
  expect(log.ids()).toEqual([['a'], ['b', 'c', 'd']])
  expect(acks.ids).toEqual(['a', 'b', 'c', 'd'])
  expect(groupCommit.held()).toBe(0)
})

test('a message has at most one gamestart, with the position read for it, as a map has', async () => {
  const { groupCommit, log } = open()
  const types = ['spawn', 'gamestart', 'spawn', 'gamestart', 'gamestart', 'victory']
  types.forEach((type, i) => groupCommit.take(event(`${i}`, type), 10))
  log.answerAll()
  await groupCommit.idle()
  const starts = log.stored.map(({ events }) => events.filter((e) => e.type === 'gamestart').length)
  expect(Math.max(...starts)).toBe(1)
  expect(log.ids().flat()).toEqual(['0', '1', '2', '3', '4', '5'])
  // The last known position, until an event that the timeline shows requires a fresh one.
  expect(log.stored.map((facts) => facts.after)).toEqual([0, 1, 2, 3])
  for (const type of ['spawn', 'mapstart', 'spawn']) {
    groupCommit.take(event(`later ${type} ${log.stored.length}`, type), 10)
    await groupCommit.idle()
  }
  expect(log.stored.slice(4).map((facts) => facts.after)).toEqual([3, 4, 4])
})

test('a message has at most 200 events and 512 KiB', async () => {
  const { groupCommit, log } = open()
  for (let i = 0; i < 450; i++) groupCommit.take(event(`${i}`), 100)
  for (let i = 0; i < 20; i++) groupCommit.take(event(`big ${i}`), 60_000)
  log.answerAll()
  await groupCommit.idle()
  const sizes = log.stored.map(({ events }) => events.length)
  expect(Math.max(...sizes)).toBe(200)
  expect(log.stored.every(({ events }) => bytesOf(events) <= 512 * 1024)).toBe(true)
  expect(log.ids().flat()).toHaveLength(470)
})

test('a failed write loses nothing, keeps the order and acknowledges nothing', async () => {
  const { groupCommit, log, acks } = open()
  log.failNext(3)
  for (const id of ['a', 'b', 'c']) groupCommit.take(event(id, 'gamestart'), 10, acks)
  await log.asked(2)
  expect(acks.ids).toEqual([])
  log.answerAll()
  await groupCommit.idle()
  expect(log.ids()).toEqual([['a'], ['b'], ['c']])
  // Retries send exactly the same message.
  expect(new Set(log.tried.slice(0, 4).map((facts) => JSON.stringify(facts))).size).toBe(1)
  expect(acks.ids).toEqual(['a', 'b', 'c'])
})

test('a stored event is acknowledged again at once; a waiting one when it is stored', async () => {
  const { groupCommit, log, acks } = open()
  groupCommit.take(event('a'), 10, acks)
  const secondAcks = ackRecorder()
  groupCommit.take(event('a'), 10, secondAcks)
  expect(secondAcks.ids).toEqual([])
  log.answerAll()
  await groupCommit.idle()
  expect(secondAcks.ids).toEqual(['a'])
  groupCommit.take(event('a'), 10, secondAcks)
  expect(secondAcks.ids).toEqual(['a', 'a'])
  expect(log.ids()).toEqual([['a']])
})

test('events that wait at shutdown while the log is unavailable are not acknowledged', async () => {
  const { groupCommit, log, acks, stop } = open()
  log.failNext(1_000)
  groupCommit.take(event('a'), 10, acks)
  await log.asked(2)
  stop.abort()
  await groupCommit.idle()
  expect(acks.ids).toEqual([])
  expect(groupCommit.held()).toBe(10)
})

test('in 200 random evenings with failures every event is stored once, in order', async () => {
  const seeds = Array.from({ length: 200 }, (_, i) => i + 1)
  await Promise.all(seeds.map(randomEvening))
})

async function randomEvening(seed: number): Promise<void> {
  const { groupCommit, log, acks } = open()
  const random = lcg(seed)
  log.answerAll()
  const ids: string[] = []
  for (let i = 0; i < 60; i++) {
    ids.push(`${i}`)
    if (random() < 0.2) log.failNext(1)
    groupCommit.take(event(`${i}`, random() < 0.1 ? 'gamestart' : 'spawn'), 10, acks)
    if (random() < 0.2) groupCommit.take(event(`${Math.floor(random() * i)}`), 10, acks)
    if (random() < 0.4) await Promise.resolve()
  }
  await groupCommit.idle()
  expect(log.ids().flat(), `seed ${seed}`).toEqual(ids)
  expect([...new Set(acks.ids)], `seed ${seed}`).toEqual(ids)
}

function open() {
  const log = fakeLog()
  const stop = new AbortController()
  let position = 0
  const groupCommit = openGroupCommit({
    cabinet: 1,
    log,
    position: async (fresh) => (fresh ? ++position : position),
    signal: stop.signal,
    retryMs: { first: 1, last: 2 },
  })
  return { groupCommit, log, stop, acks: ackRecorder() }
}

/** A log that answers on command. */
function fakeLog() {
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

function ackRecorder() {
  const ids: string[] = []
  return { ids, stored: (id: string) => void ids.push(id) }
}

function event(eventID: string, type = 'spawn'): CabinetEvent {
  return { gameID: 'g', eventID, time: '2024-02-01T02:16:29.720Z', type, values: [] }
}

function bytesOf(events: CabinetEvent[]): number {
  return events.reduce((sum, e) => sum + (e.eventID.startsWith('big') ? 60_000 : 100), 0)
}
