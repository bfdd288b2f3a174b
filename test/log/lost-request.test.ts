import { randomBytes } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'

const streams = `r${randomBytes(6).toString('hex')}_`
let log: Log
let proxy: Awaited<ReturnType<typeof openProxy>>

beforeAll(async () => {
  proxy = await openProxy()
  log = await openLog({ url: proxy.url, streams })
  for (const cabinet of [1, 2, 3]) await log.appendFacts({ cabinet, after: 0, events: [] })
})
afterAll(async () => {
  await log?.close()
  proxy?.close()
})

async function followedCabinets(): Promise<number[]> {
  const found: number[] = []
  const done = new AbortController()
  await log.followFacts(
    0,
    async (batch) => {
      found.push(...batch.map(({ facts }) => facts.cabinet))
      if (found.length === 3) done.abort()
    },
    done.signal,
  )
  return found
}

test('P10: a request for messages that reaches no consumer is repeated before the log counts as stalled', async () => {
  proxy.lose('CONSUMER.MSG.NEXT')
  expect(await followedCabinets()).toEqual([1, 2, 3])
  expect(proxy.lost).toEqual(['CONSUMER.MSG.NEXT'])
})

test('P10: a consumer whose server does not answer is requested again before the log counts as stalled', async () => {
  proxy.lost.length = 0
  proxy.lose('CONSUMER.MSG.NEXT', 'CONSUMER.INFO')
  expect(await followedCabinets()).toEqual([1, 2, 3])
  expect(proxy.lost).toEqual(['CONSUMER.MSG.NEXT', 'CONSUMER.INFO'])
})

/**
 * A proxy to NATS that can send the next request of a kind to a subject without subscribers. That
 * happens in a cluster if a server does not know a new consumer yet, or the consumer's server has
 * died.
 */
async function openProxy() {
  const nats = new URL(inject('natsUrl'))
  const target = { port: Number(nats.port), host: nats.hostname }
  const subjectsToLose = new Set<string>()
  const lost: string[] = []
  const server = createServer((client) => {
    const upstream = connect(target)
    client.on('data', (chunk) => {
      let text = chunk.toString('latin1')
      for (const subject of subjectsToLose) {
        if (!text.includes(subject)) continue
        text = text.replace(subject, subject.replace(/[^.]+$/, 'NONE'))
        subjectsToLose.delete(subject)
        lost.push(subject)
      }
      upstream.write(text, 'latin1')
    })
    upstream.pipe(client)
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => [client, upstream].forEach((one) => one.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  nats.port = `${(server.address() as AddressInfo).port}`
  return {
    url: nats.href,
    lost,
    lose: (...subjects: string[]) => subjects.forEach((one) => subjectsToLose.add(one)),
    close: () => void server.close(),
  }
}
