// What one completed match costs in brackets of different size.
import { median } from './numbers.ts'
import type { Stage } from './stage.ts'
import type { Line } from './table.ts'

type Tell = (line: Line) => void
const sizes = [16, 64, 256, 1_024]
const played = 8

export async function matches({ product }: Stage, { short, tell }: { short: boolean; tell: Tell }) {
  const rounds = short ? 1 : 3
  const warm = await product.ask('makeBracket', 64)
  await product.ask('playMatches', warm.tournament, 30)
  const costs = new Map<number, number[]>()
  let made = 0
  for (let round = 0; round < rounds; round++) {
    for (const teams of round % 2 === 0 ? sizes : sizes.toReversed()) {
      const { tournament, createMs } = await product.ask('makeBracket', teams)
      if (teams === 1_024) made = createMs
      const cost = await product.ask('playMatches', tournament, played)
      costs.set(teams, [...(costs.get(teams) ?? []), cost])
    }
  }
  const smallest = median(costs.get(sizes[0]!)!)
  for (const teams of sizes) {
    const what = `a match completed among ${teams} teams: CPU of all services`
    const product = median(costs.get(teams)!)
    tell({
      what,
      unit: 'ms',
      product,
      floor: smallest,
      aim: `≤ ${(Math.log2(teams) / 4).toFixed(1)}`,
    })
  }
  tell({ what: 'the matches of 1,024 teams: made and to be read', unit: 'ms', product: made })
}
