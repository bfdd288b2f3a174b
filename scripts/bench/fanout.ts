// Measures the time until a frame has reached the last of 1,000 sockets.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { publicIdOf } from '#events/public-command-id.ts'
import { ofPairs } from './commands.ts'
import type { Side } from './load/commands.ts'
import { alternate, median } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Report = (line: Measurement) => void
const crowd = 1_000
const warmUp = 5
const memoryRounds = 3
/** By then the server has noticed that sockets were closed. */
const settleMs = 1_000

export async function fanout(
  servers: BenchServers,
  { short, report }: { short: boolean; report: Report },
) {
  const { product, baseline, load, prepared } = servers
  const { tournament } = await product.ask('showFrames')
  const urls = frameSockets(servers, tournament)
  const each = { product: 0, baseline: 0 }
  for (const side of ['product', 'baseline'] as const) {
    const hello = side === 'product' ? '{"type":"subscribe","have":0}' : undefined
    const rounds: number[] = []
    // Several rounds, because a process also frees what earlier measurements left.
    while (rounds.length < memoryRounds) {
      await load.ask('leave', urls[side])
      await sleep(settleMs)
      const before = await held(servers, side)
      await load.ask('watch', urls[side], crowd, hello)
      rounds.push(((await held(servers, side)) - before) / crowd / 1024)
    }
    each[side] = median(rounds)
  }
  let text = ''
  let mark = ''
  const spent: { product: number[]; baseline: number[] } = { product: [], baseline: [] }
  const measure = async (side: Side, publish: () => Promise<{ atMs: number }>) => {
    const before = await cpu(servers, side)
    await load.ask('expectFrame', urls[side], mark)
    const { atMs } = await publish()
    const ms = Math.max(...(await load.ask('waitForFrames', urls[side]))) - atMs
    spent[side].push((((await cpu(servers, side)) - before) / crowd) * 1_000)
    return ms
  }
  const found = await alternate(warmUp + (short ? 6 : 30), {
    product: () => {
      const id = randomUUID()
      mark = publicIdOf(id)
      return measure('product', async () => {
        const published = await product.ask('publishFrame', id, prepared.tournament)
        text = published.text
        return published
      })
    },
    baseline: () => {
      const before = mark
      mark = randomUUID()
      text = text.replace(before, mark)
      return measure('baseline', () => baseline.ask('publishFrame', text))
    },
  })
  const settled = <T>({ product, baseline }: { product: T[]; baseline: T[] }) => ({
    product: product.slice(warmUp),
    baseline: baseline.slice(warmUp),
  })
  const what = `a frame of ${text.length} bytes to ${crowd} sockets`
  report({ what: `${what}, all have it`, unit: 'ms', ...ofPairs(settled(found)), aim: '≤ 1.2' })
  report({ what: `${what}, CPU`, unit: 'µs a socket', ...ofPairs(settled(spent)), aim: '≤ 1.2' })
  report({ what: 'memory of a connection', unit: 'KiB', ...each, aim: '≤ 1.2' })
  // The sockets of one address are limited.
  for (const url of Object.values(urls)) await load.ask('leave', url)
}

/** The addresses of the sockets that get the frames of a tournament of `showFrames`. */
export function frameSockets({ productUrl, baselineUrl }: BenchServers, tournament: number) {
  return {
    product: `${productUrl.replace('http', 'ws')}/ws/tournament-relay/${tournament}`,
    baseline: `${baselineUrl.replace('http', 'ws')}/ws`,
  }
}

function held({ product, baseline }: BenchServers, side: Side): Promise<number> {
  return side === 'product' ? product.ask('heldBytes') : baseline.ask('heldBytes')
}

function cpu({ product, baseline }: BenchServers, side: Side): Promise<number> {
  return side === 'product' ? product.ask('cpuMs') : baseline.ask('cpuMs')
}
