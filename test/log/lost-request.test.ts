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

test('P10: a request for messages that reaches no consumer is sent again, before the log is taken to stand still', async () => {
  const found: number[] = []
  const done = new AbortController()
  wire.loseNext()
  await log.followFacts(
    0,
    async (batch) => {
      found.push(...batch.map(({ facts }) => facts.cabinet))
      if (found.length === 3) done.abort()
    },
    done.signal,
  )
  expect(wire.lost()).toBe(1)
  expect(found).toEqual([1, 2, 3])
})

/**
 * A wire to NATS on which a request for messages can go where nobody hears it: so it is where a server
 * of a cluster does not know a consumer yet that another has made.
 */
async function openWire() {
  const nats = new URL(inject('natsUrl'))
  const target = { port: Number(nats.port), host: nats.hostname }
  const [asked, unheard] = ['CONSUMER.MSG.NEXT', 'CONSUMER.MSG.NONE']
  let losing = false
  let lost = 0
  const server = createServer((client) => {
    const upstream = connect(target)
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      const isLost = losing && text.includes(asked)
      if (isLost) [losing, lost] = [false, lost + 1]
      upstream.write(isLost ? text.replace(asked, unheard) : text, 'latin1')
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
    loseNext: () => void (losing = true),
    lost: () => lost,
    close: () => void server.close(),
  }
}
