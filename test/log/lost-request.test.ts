import { randomBytes } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openLog } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'

const streams = `r${randomBytes(6).toString('hex')}_`
let log: Log
let wire: Awaited<ReturnType<typeof openWire>>

beforeAll(async () => {
  wire = await openWire()
  log = await openLog({ url: wire.url, streams })
  for (const cabinet of [1, 2, 3]) await log.appendFacts({ cabinet, after: 0, events: [] })
})
afterAll(async () => {
  await log?.close()
  wire?.close()
})

async function followed(): Promise<number[]> {
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

test('P10: a request for messages that reaches no consumer is sent again, before the log is taken to stand still', async () => {
  wire.lose('CONSUMER.MSG.NEXT')
  expect(await followed()).toEqual([1, 2, 3])
  expect(wire.lost).toEqual(['CONSUMER.MSG.NEXT'])
})

test('P10: a consumer whose server does not answer is asked for again, before the log is taken to stand still', async () => {
  wire.lost.length = 0
  wire.lose('CONSUMER.MSG.NEXT', 'CONSUMER.INFO')
  expect(await followed()).toEqual([1, 2, 3])
  expect(wire.lost).toEqual(['CONSUMER.MSG.NEXT', 'CONSUMER.INFO'])
})

/**
 * A wire to NATS on which the next request of a kind can go where nobody hears it: so it is where a server
 * of a cluster does not know a consumer yet that another has made, and where the consumer's server has died.
 */
async function openWire() {
  const nats = new URL(inject('natsUrl'))
  const target = { port: Number(nats.port), host: nats.hostname }
  const losing = new Set<string>()
  const lost: string[] = []
  const server = createServer((client) => {
    const upstream = connect(target)
    client.on('data', (chunk) => {
      let text = chunk.toString('latin1')
      for (const asked of losing) {
        if (!text.includes(asked)) continue
        text = text.replace(asked, asked.replace(/[^.]+$/, 'NONE'))
        losing.delete(asked)
        lost.push(asked)
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
    lose: (...asked: string[]) => asked.forEach((one) => losing.add(one)),
    close: () => void server.close(),
  }
}
