import { expect, test } from 'vitest'
import { ConnectedCabinets } from './connected-cabinets.ts'

test('the first socket of a cabinet says it is online, the last one that it is away', async () => {
  const { connected, said } = opened(standIn())
  await connected.arrived(1)
  await connected.arrived(1)
  connected.left(1)
  await connected.settled()
  expect(said).toEqual(['1 clientOnline'])
  connected.left(1)
  await connected.settled()
  expect(said).toEqual(['1 clientOnline', '1 clientOffline'])
})

test('after a death those who do not come back are said to be away, the others are not', async () => {
  const log = standIn()
  const died = opened(log)
  await died.connected.arrived(1)
  await died.connected.arrived(2)
  const { connected, said } = opened(log)
  await connected.start()
  await connected.arrived(2)
  await new Promise((resolve) => setTimeout(resolve, 40))
  await connected.settled()
  expect(said).toEqual(['1 clientOffline'])
  expect(log.notes.kept.get('intake.a')).toEqual([2])
})

test('a note that cannot be written keeps nobody from being online', async () => {
  const log = standIn()
  log.notes.put = async () => Promise.reject(new Error('away'))
  const { connected, said } = opened(log)
  await connected.arrived(3)
  expect(said).toEqual(['3 clientOnline'])
})

test('a client that went over to another intake ends as online', async () => {
  const log = standIn()
  const a = opened(log, 'a')
  const b = opened(log, 'b')
  await a.connected.arrived(1)
  await b.connected.arrived(1)
  a.connected.left(1)
  await a.connected.settled()
  expect(a.said).toEqual(['1 clientOnline', '1 clientOffline'])
  expect(b.said).toEqual(['1 clientOnline', '1 clientOnline'])
})

test('an intake says who is here or awaited, and what came back elsewhere is awaited no more', async () => {
  const log = standIn()
  const died = opened(log)
  await died.connected.arrived(1)
  await died.connected.arrived(2)
  died.connected.stop()
  const { connected, said } = opened(log, 'a', 10_000)
  await connected.start()
  const [first] = await heard(log, 'intake.here')
  expect(first).toMatchObject({ cabinets: [1, 2] })
  log.publish('intake.here', { intake: 'another', cabinets: [2] })
  log.publish('intake.left', { intake: 'another', cabinet: 1 })
  await connected.arrived(3)
  const [next] = await heard(log, 'intake.here')
  expect(next).toMatchObject({ cabinets: [3] })
  expect(said).toEqual(['3 clientOnline'])
  connected.stop()
})

test('an intake that is taken for dead says once that its clients are here', async () => {
  const log = standIn()
  const { connected, said } = opened(log)
  await connected.arrived(1)
  // As two referees do.
  for (const intake of ['x', 'y']) log.publish('intake.left', { intake, cabinet: 1 })
  expect(said).toEqual(['1 clientOnline', '1 clientOnline'])
})

function heard(log: ReturnType<typeof standIn>, subject: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    const end = log.subscribe(subject, (message) => {
      end()
      resolve([message])
    })
  })
}

function opened(log: ReturnType<typeof standIn>, name = 'a', comeBackMs = 20) {
  const said: string[] = []
  const connected = new ConnectedCabinets({
    name,
    log,
    comeBackMs,
    renewMs: 5,
    say(cabinet, event, stored) {
      said.push(`${cabinet} ${event.type}`)
      stored?.()
    },
  })
  return { connected, said }
}

function standIn() {
  const kept = new Map<string, unknown>()
  type Each = (message: unknown, subject: string) => void
  const listening = new Set<[subject: string, each: Each]>()
  return {
    notes: {
      kept,
      get: async (key: string) => kept.get(key) ?? null,
      put: async (key: string, note: unknown) => void kept.set(key, note),
      keys: async (prefix: string) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    },
    publish(subject: string, message: unknown) {
      for (const [to, each] of listening) if (to === subject) each(message, subject)
    },
    subscribe(to: string, each: Each) {
      const one: [string, Each] = [to, each]
      listening.add(one)
      return () => void listening.delete(one)
    },
  }
}
