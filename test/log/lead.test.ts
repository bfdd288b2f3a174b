// Who works on which pair of streams, over real servers: one process each, and another one when it is gone.
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { lead, openLog } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'
import { until } from '../support/desk-client.ts'
import { startProxy } from '../support/proxy.ts'

const natsUrl = inject('natsUrl')
const pairs = 4
const everyMs = 100

type Process = { works: Set<number>; stop(): Promise<void> }

/** A process that does the work of a role, on a connection of its own. */
async function start(streams: string, url = natsUrl): Promise<Process & { log: Log }> {
  const log = await openLog({ url, streams })
  const works = new Set<number>()
  const ending = new AbortController()
  const leading = { bus: log, role: 'projector', pairs, signal: ending.signal, everyMs } as const
  const ended = lead(leading, async (pair, signal) => {
    works.add(pair)
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    works.delete(pair)
  })
  const stop = async () => {
    ending.abort()
    await ended
    await log.close()
  }
  return { works, stop, log }
}

const newStreams = () => `lead${randomBytes(4).toString('hex')}_`
const sizes = (...all: Process[]) => all.map(({ works }) => works.size)
const doneOnce = (...all: Process[]) =>
  [0, 1, 2, 3].every((pair) => all.filter(({ works }) => works.has(pair)).length === 1)

test('alone a process works on all, and gives half of them to one that comes', async () => {
  const streams = newStreams()
  const first = await start(streams)
  await until('the first to have all', () => first.works.size === pairs)
  const second = await start(streams)
  await until('both to have two', () => sizes(first, second).every((n) => n === 2))
  expect(doneOnce(first, second)).toBe(true)
  await first.stop()
  await until('the second to have all', () => second.works.size === pairs)
  await second.stop()
})

test('of two that begin at once one goes on with each pair', async () => {
  const streams = newStreams()
  const both = await Promise.all([start(streams), start(streams)])
  await until(
    'each pair to have one',
    () => doneOnce(...both) && sizes(...both).every((n) => n > 0),
  )
  await Promise.all(both.map(({ stop }) => stop()))
})

test('who is cut off is replaced, and afterwards each pair has one again', async () => {
  const streams = newStreams()
  const port = Number(new URL(natsUrl).port)
  const line = await startProxy(() => port)
  onTestFinished(() => line.close())
  const first = await start(streams, natsUrl.replace(`:${port}`, `:${line.port}`))
  await until('the first to have all', () => first.works.size === pairs)
  line.swallow()
  const second = await start(streams)
  await until('the second to have all', () => second.works.size === pairs)
  line.heal()
  await until('each pair to have one', () => doneOnce(first, second))
  await Promise.all([first.stop(), second.stop()])
})
