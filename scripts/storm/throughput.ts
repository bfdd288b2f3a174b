// Measures the cost of three copies of the log: the same appends with one copy and with three,
// alternating.
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { median } from '../bench/measure/numbers.ts'

type Throughput = { oneAtATime: number; inFlight: number }
type Slices = Record<keyof Throughput, number[]>
const rounds = 6
const sliceMs = 1_000
const many = 64

/** Messages per second, median of the slices. */
export async function throughput(natsUrl: string): Promise<Record<'one' | 'three', Throughput>> {
  const one = await openLog({ url: natsUrl, streams: 'one_', replicas: 1 })
  const three = await openLog({ url: natsUrl, streams: 'three_', replicas: 3 })
  const slices = (): Slices => ({ oneAtATime: [], inFlight: [] })
  const found = { one: slices(), three: slices() }
  for (let round = 0; round < rounds; round++) {
    // Order A B B A, so that other load on the machine affects both equally.
    const order = round % 2 === 0 ? (['one', 'three'] as const) : (['three', 'one'] as const)
    for (const which of order) {
      const log = which === 'one' ? one : three
      found[which].oneAtATime.push(await slice(log, 1))
      found[which].inFlight.push(await slice(log, many))
    }
  }
  await Promise.all([one.close(), three.close()])
  const result = ({ oneAtATime, inFlight }: Slices) => ({
    oneAtATime: median(oneAtATime),
    inFlight: median(inFlight),
  })
  return { one: result(found.one), three: result(found.three) }
}

async function slice(log: Log, writers: number): Promise<number> {
  const until = performance.now() + sliceMs
  let count = 0
  const write = async () => {
    for (; performance.now() < until; count++) await log.appendFacts(facts())
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: writers }, write))
  return (count * 1_000) / (performance.now() - begin)
}

function facts() {
  const time = new Date().toISOString()
  const event = { gameID: null, eventID: crypto.randomUUID(), time, type: 'alive', values: [] }
  return { cabinet: 1, after: 0, events: [event] }
}
