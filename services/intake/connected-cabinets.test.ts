import { expect, test } from 'vitest'
import { ConnectedCabinets } from './connected-cabinets.ts'

test('a cabinet goes online with its first socket and offline with its last', async () => {
  const { connected, facts } = open(fakeLog())
  await connected.arrived(1)
  await connected.arrived(1)
  connected.left(1)
  await connected.settled()
  expect(facts).toEqual(['1 clientOnline'])
  connected.left(1)
  await connected.settled()
  expect(facts).toEqual(['1 clientOnline', '1 clientOffline'])
})

test('after a crash, only cabinets that do not reconnect go offline', async () => {
  const log = fakeLog()
  const died = open(log)
  await died.connected.arrived(1)
  await died.connected.arrived(2)
  const { connected, facts } = open(log)
  await connected.start()
  await connected.arrived(2)
  await new Promise((resolve) => setTimeout(resolve, 40))
  await connected.settled()
  expect(facts).toEqual(['1 clientOffline'])
  expect(log.notes.kept.get('intake.a')).toEqual([2])
})

test('a cabinet goes online even if the list cannot be written', async () => {
  const log = fakeLog()
  log.notes.put = async () => Promise.reject(new Error('away'))
  const { connected, facts } = open(log)
  await connected.arrived(3)
  expect(facts).toEqual(['3 clientOnline'])
})

test('a client that moves to another intake stays online', async () => {
  const log = fakeLog()
  const a = open(log, 'a')
  const b = open(log, 'b')
  await a.connected.arrived(1)
  await b.connected.arrived(1)
  a.connected.left(1)
  await a.connected.settled()
  expect(a.facts).toEqual(['1 clientOnline', '1 clientOffline'])
  expect(b.facts).toEqual(['1 clientOnline', '1 clientOnline'])
})

test('an intake reports connected and awaited cabinets until they connect elsewhere', async () => {
  const log = fakeLog()
  const died = open(log)
  await died.connected.arrived(1)
  await died.connected.arrived(2)
  died.connected.stop()
  const { connected, facts } = open(log, 'a', 10_000)
  await connected.start()
  const [first] = await nextMessage(log, 'intake.here')
  expect(first).toMatchObject({ cabinets: [1, 2] })
  log.publish('intake.here', { intake: 'another', cabinets: [2] })
  log.publish('intake.left', { intake: 'another', cabinet: 1 })
  await connected.arrived(3)
  const [next] = await nextMessage(log, 'intake.here')
  expect(next).toMatchObject({ cabinets: [3] })
  expect(facts).toEqual(['3 clientOnline'])
  connected.stop()
})

test('an intake that is reported dead repeats once that its clients are online', async () => {
  const log = fakeLog()
  const { connected, facts } = open(log)
  await connected.arrived(1)
  // Two referees may report this.
  for (const intake of ['x', 'y']) log.publish('intake.left', { intake, cabinet: 1 })
  expect(facts).toEqual(['1 clientOnline', '1 clientOnline'])
})

function nextMessage(log: ReturnType<typeof fakeLog>, subject: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    const end = log.subscribe(subject, (message) => {
      end()
      resolve([message])
    })
  })
}

function open(log: ReturnType<typeof fakeLog>, name = 'a', comeBackMs = 20) {
  const facts: string[] = []
  const connected = new ConnectedCabinets({
    name,
    log,
    comeBackMs,
    renewMs: 5,
    record(cabinet, event, stored) {
      facts.push(`${cabinet} ${event.type}`)
      stored?.()
    },
  })
  return { connected, facts }
}

function fakeLog() {
  const kept = new Map<string, unknown>()
  type Each = (message: unknown, subject: string) => void
  const listening = new Set<[subject: string, each: Each]>()
  return {
    notes: {
      kept,
      get: async (key: string) => kept.get(key) ?? null,
      put: async (key: string, value: unknown) => void kept.set(key, value),
      keys: async (prefix: string) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    },
    publish(subject: string, message: unknown) {
      for (const [to, each] of listening) if (to === subject) each(message, subject)
    },
    subscribe(to: string, each: Each) {
      const entry: [string, Each] = [to, each]
      listening.add(entry)
      return () => void listening.delete(entry)
    },
  }
}
