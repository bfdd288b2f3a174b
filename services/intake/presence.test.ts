import { expect, test } from 'vitest'
import { Presence } from './presence.ts'

test('the first socket of a cabinet says it is online, the last one that it is away', async () => {
  const { presence, said } = opened(standIn())
  await presence.arrived(1)
  await presence.arrived(1)
  presence.left(1)
  await presence.settled()
  expect(said).toEqual(['1 clientOnline'])
  presence.left(1)
  await presence.settled()
  expect(said).toEqual(['1 clientOnline', '1 clientOffline'])
})

test('after a death those who do not come back are said to be away, the others are not', async () => {
  const log = standIn()
  const died = opened(log)
  await died.presence.arrived(1)
  await died.presence.arrived(2)
  const { presence, said } = opened(log)
  await presence.start()
  await presence.arrived(2)
  await new Promise((resolve) => setTimeout(resolve, 40))
  await presence.settled()
  expect(said).toEqual(['1 clientOffline'])
  expect(log.notes.kept.get('intake.a')).toEqual([2])
})

test('a note that cannot be written keeps nobody from being online', async () => {
  const log = standIn()
  log.notes.put = async () => Promise.reject(new Error('away'))
  const { presence, said } = opened(log)
  await presence.arrived(3)
  expect(said).toEqual(['3 clientOnline'])
})

test('a client that went over to another intake ends as online', async () => {
  const log = standIn()
  const a = opened(log, 'a')
  const b = opened(log, 'b')
  await a.presence.arrived(1)
  await b.presence.arrived(1)
  a.presence.left(1)
  await a.presence.settled()
  expect(a.said).toEqual(['1 clientOnline', '1 clientOffline'])
  expect(b.said).toEqual(['1 clientOnline', '1 clientOnline'])
})

test('an intake says who is here or awaited, and what came back elsewhere is awaited no more', async () => {
  const log = standIn()
  const died = opened(log)
  await died.presence.arrived(1)
  await died.presence.arrived(2)
  died.presence.stop()
  const { presence, said } = opened(log, 'a', 10_000)
  await presence.start()
  const [first] = await heard(log, 'intake.here')
  expect(first).toMatchObject({ cabinets: [1, 2] })
  log.publish('intake.here', { intake: 'another', cabinets: [2] })
  log.publish('intake.left', { intake: 'another', cabinet: 1 })
  await presence.arrived(3)
  const [next] = await heard(log, 'intake.here')
  expect(next).toMatchObject({ cabinets: [3] })
  expect(said).toEqual(['3 clientOnline'])
  presence.stop()
})

test('an intake that is taken for dead says once that its clients are here', async () => {
  const log = standIn()
  const { presence, said } = opened(log)
  await presence.arrived(1)
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
  const presence = new Presence({
    name,
    log,
    comeBackMs,
    renewMs: 5,
    say(cabinet, event, stored) {
      said.push(`${cabinet} ${event.type}`)
      stored?.()
    },
  })
  return { presence, said }
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
