// One frame to a crowd, until the last has it.
import { randomUUID } from 'node:crypto'
import { ofPairs } from './commands.ts'
import type { Side } from './children/load-commands.ts'
import { alternate } from './measure/numbers.ts'
import type { Stage } from './stage.ts'
import type { Line } from './measure/table.ts'

type Tell = (line: Line) => void
const crowd = 1_000
const warmUp = 5

export async function fanout(stage: Stage, { short, tell }: { short: boolean; tell: Tell }) {
  const { product, floor, load, hall } = stage
  const { tournament } = await product.ask('showFrames')
  const urls = {
    product: `${stage.productUrl.replace('http', 'ws')}/ws/tournament-relay/${tournament}`,
    floor: `${stage.floorUrl.replace('http', 'ws')}/ws`,
  }
  const each = { product: 0, floor: 0 }
  for (const side of ['product', 'floor'] as const) {
    const before = await held(stage, side)
    const hello = side === 'product' ? '{"type":"subscribe","have":0}' : undefined
    await load.ask('watch', urls[side], crowd, hello)
    each[side] = ((await held(stage, side)) - before) / crowd / 1024
  }
  let text = ''
  let mark = ''
  const spent: { product: number[]; floor: number[] } = { product: [], floor: [] }
  const until = async (side: Side, say: () => Promise<{ atMs: number }>) => {
    const before = await cpu(stage, side)
    await load.ask('expectFrame', urls[side], mark)
    const { atMs } = await say()
    const ms = (await load.ask('framesCame', urls[side])) - atMs
    spent[side].push((((await cpu(stage, side)) - before) / crowd) * 1_000)
    return ms
  }
  const found = await alternate(warmUp + (short ? 6 : 30), {
    product: () => {
      mark = randomUUID()
      return until('product', async () => {
        const said = await product.ask('shout', mark, hall.tournament)
        text = said.text
        return said
      })
    },
    floor: () => {
      const before = mark
      mark = randomUUID()
      text = text.replace(before, mark)
      return until('floor', () => floor.ask('shout', text))
    },
  })
  const settled = <T>({ product, floor }: { product: T[]; floor: T[] }) => ({
    product: product.slice(warmUp),
    floor: floor.slice(warmUp),
  })
  const what = `a frame of ${text.length} bytes to ${crowd} sockets`
  tell({ what: `${what}, all have it`, unit: 'ms', ...ofPairs(settled(found)), aim: '≤ 1.2' })
  tell({ what: `${what}, CPU`, unit: 'µs a socket', ...ofPairs(settled(spent)), aim: '≤ 1.2' })
  tell({ what: 'memory of a connection', unit: 'KiB', ...each, aim: '≤ 1.2' })
}

function held({ product, floor }: Stage, side: Side): Promise<number> {
  return side === 'product' ? product.ask('heldBytes') : floor.ask('heldBytes')
}

function cpu({ product, floor }: Stage, side: Side): Promise<number> {
  return side === 'product' ? product.ask('cpuMs') : floor.ask('cpuMs')
}
