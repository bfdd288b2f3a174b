import { randomBytes } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Commit } from '#events/schema/commit.ts'
import { firstChain, natsAddress, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'

const streams = `f${randomBytes(6).toString('hex')}_`
let log: Log
beforeAll(async () => {
  log = await openLog({ url: inject('natsUrl'), streams })
})
afterAll(() => log?.close())

const commitOf = (tournament: number, version: number): Commit => ({
  id: `${tournament}-${version}`,
  tournament,
  version,
  at: '2026-01-01T00:00:00.000Z',
  by: { kind: 'service', name: 'test' },
  command: { type: 'ChangeTournament' },
  events: [],
  chain: firstChain,
})

test('one tournament among others is read by a consumer with one filter, not a list of filters', async () => {
  const lastSeq = new Map<number, number>()
  for (let version = 1; version <= 8; version++) {
    for (const tournament of [1, 2]) {
      const last = lastSeq.get(tournament) ?? 0
      const stored = await log.append(commitOf(tournament, version), last)
      if (stored === 'conflict') throw new Error(`conflict at ${version}`)
      lastSeq.set(tournament, stored.seq)
    }
  }
  const watching = await connect(natsAddress(inject('natsUrl')))
  const requests: { filter_subject?: string; filter_subjects?: string[] }[] = []
  watching.subscribe(`$JS.API.CONSUMER.CREATE.${streams}tournaments.>`, {
    callback: (_, message) => {
      requests.push(message.json<{ config: (typeof requests)[number] }>().config)
    },
  })
  await watching.flush()
  const read = await log.load(2)
  await watching.drain()
  expect(read.map(({ commit }) => commit.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((v) => `2-${v}`))
  // With a list, nats-server 2.10 can take 10 ms a message (it reads the whole block each time).
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ filter_subject: `${streams}tournament.2` })
  expect(requests[0]).not.toHaveProperty('filter_subjects')
})
