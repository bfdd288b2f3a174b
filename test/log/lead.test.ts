// Leases on pairs of streams, on real servers: each pair has one process, and another one if that
// is gone.
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { lead, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { until } from '../support/desk-client.ts'
import { startProxy } from '../support/proxy.ts'

const natsUrl = inject('natsUrl')
const pairs = 4
const everyMs = 100

type Process = { leads: Set<number>; stop(): Promise<void> }

/** Competes for the pairs like a process of its own, on its own connection. */
async function start(streams: string, url = natsUrl): Promise<Process & { log: Log }> {
  const log = await openLog({ url, streams })
  const leads = new Set<number>()
  const ending = new AbortController()
  const leading = { bus: log, role: 'projector', pairs, signal: ending.signal, everyMs } as const
  const ended = lead(leading, async (pair, signal) => {
    leads.add(pair)
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    leads.delete(pair)
  })
  const stop = async () => {
    ending.abort()
    await ended
    await log.close()
  }
  return { leads, stop, log }
}

const newStreams = () => `lead${randomBytes(4).toString('hex')}_`
const sizes = (...all: Process[]) => all.map(({ leads }) => leads.size)
const hasOneLeader = (...all: Process[]) =>
  [0, 1, 2, 3].every((pair) => all.filter(({ leads }) => leads.has(pair)).length === 1)

test('a single process leads all pairs, and yields half of them to a second one', async () => {
  const streams = newStreams()
  const first = await start(streams)
  await until('the first to have all', () => first.leads.size === pairs)
  const second = await start(streams)
  await until('both to have two', () => sizes(first, second).every((n) => n === 2))
  expect(hasOneLeader(first, second)).toBe(true)
  await first.stop()
  await until('the second to have all', () => second.leads.size === pairs)
  await second.stop()
})

test('when two processes start together, each pair has one leader', async () => {
  const streams = newStreams()
  const both = await Promise.all([start(streams), start(streams)])
  await until(
    'each pair to have one',
    () => hasOneLeader(...both) && sizes(...both).every((n) => n > 0),
  )
  await Promise.all(both.map(({ stop }) => stop()))
})

test('a process that is cut off is replaced, and when it is back each pair has one leader again', async () => {
  const streams = newStreams()
  const port = Number(new URL(natsUrl).port)
  const proxy = await startProxy(() => port)
  onTestFinished(() => proxy.close())
  const first = await start(streams, natsUrl.replace(`:${port}`, `:${proxy.port}`))
  await until('the first to have all', () => first.leads.size === pairs)
  proxy.swallow()
  const second = await start(streams)
  await until('the second to have all', () => second.leads.size === pairs)
  proxy.heal()
  await until('each pair to have one', () => hasOneLeader(first, second))
  await Promise.all([first.stop(), second.stop()])
})
