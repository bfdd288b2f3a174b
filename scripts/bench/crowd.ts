// Measures ten thousand sockets on one process: the time until 99 % of them have a frame, first
// while all read at once, then while a tenth reads slowly and does not count; and the time until a
// fifth of them has reconnected, and until as many new ones have the snapshot.
import { snapshotForm } from '#services/fanout/tournament/source.ts'
import { randomUUID } from 'node:crypto'
import { publicIdOf } from '#events/public-command-id.ts'
import type { Change } from '#events/view/frames.ts'
import { frameSockets } from './fanout.ts'
import type { Side } from './load/commands.ts'
import { quantile } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Options = { short: boolean; report: (line: Measurement) => void }
/** Times in ms: from the frame to each socket, and until all that (re)connect have subscribed. */
type Found = { allRead: number[]; tenthSlow: number[]; reconnectMs: number; newMs: number }

export async function crowd(servers: BenchServers, { short, report }: Options): Promise<void> {
  const [size, blocks] = short ? [1_000, 2] : [10_000, 4]
  const found = {
    product: await measure(servers, 'product', { size, blocks }),
    baseline: await measure(servers, 'baseline', { size, blocks }),
  }
  const line = (what: string, unit: string, of: (one: Found) => number, aim?: string) => {
    const [product, baseline] = [of(found.product), of(found.baseline)]
    report({ what, unit, product, baseline, ratio: product / baseline, ...(aim && { aim }) })
  }
  const p99 = (times: number[]) => quantile(times, 0.99)
  const what = `a frame to ${size.toLocaleString('en')} sockets, p99`
  line(what, 'ms', ({ allRead }) => p99(allRead))
  line(`${what}, a tenth reads once a second`, 'ms', ({ tenthSlow }) => p99(tenthSlow))
  line('  changed by that tenth', '×', (one) => p99(one.tenthSlow) / p99(one.allRead), '< 1.2')
  line(
    `${size / 5} sockets reconnect at once`,
    'ms',
    ({ reconnectMs }) => reconnectMs,
    '< 10,000 ms',
  )
  line(`${size / 5} new sockets at once`, 'ms', ({ newMs }) => newMs)
}

/** Both kinds of rounds alternate in blocks, so that drift of the machine affects both. */
async function measure(
  servers: BenchServers,
  side: Side,
  { size, blocks }: { size: number; blocks: number },
): Promise<Found> {
  const { product, baseline, load, prepared } = servers
  const { tournament } = await product.ask('showFrames')
  const { text: like } = await product.ask('publishFrame', randomUUID(), prepared.tournament)
  const url = frameSockets(servers, tournament)[side]
  const helloOf = (have: number) =>
    side === 'product' ? JSON.stringify({ type: 'subscribe', have, form: snapshotForm }) : undefined
  await load.ask('watch', url, size, helloOf(0))

  async function round(): Promise<number[]> {
    const id = randomUUID()
    await load.ask('expectFrame', url, side === 'product' ? publicIdOf(id) : id)
    const { atMs } =
      side === 'product'
        ? await product.ask('publishFrame', id, prepared.tournament)
        : await baseline.ask('publishFrame', `${id}${like.slice(id.length)}`)
    return (await load.ask('waitForFrames', url)).map((arrivalMs) => arrivalMs - atMs)
  }
  async function block(isTenthSlow: boolean): Promise<number[]> {
    await load.ask('slowTenth', url, isTenthSlow)
    // In the first rounds the slow ones still have older frames to read.
    for (let warmUp = 0; warmUp < 2; warmUp++) await round()
    const times: number[][] = []
    for (let each = 0; each < 10; each++) times.push(await round())
    return times.flat()
  }

  const found: Found = { allRead: [], tenthSlow: [], reconnectMs: 0, newMs: 0 }
  for (let each = 0; each < blocks; each++) {
    for (const time of await block(false)) found.allRead.push(time)
    for (const time of await block(true)) found.tenthSlow.push(time)
  }
  await load.ask('slowTenth', url, false)
  await round()
  const last = await product.ask('publishFrame', randomUUID(), prepared.tournament)
  const { version } = JSON.parse(last.text) as Change
  found.reconnectMs = await load.ask('reconnect', url, size / 5, helloOf(version))
  await round()
  found.newMs = await load.ask('reconnect', url, size / 5, helloOf(0))
  await load.ask('leave', url)
  return found
}
