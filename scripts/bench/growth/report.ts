import { startChild } from '../children/child.ts'
import type { Child } from '../children/child.ts'
import type { Measurement } from '../measure/table.ts'

export type Options = {
  short: boolean
  long: boolean
  million: boolean
  flags: string[]
  report: (line: Measurement) => void
}
/** A unit cost in the small and in the large case. */
export type FewAndMany = { few: number; many: number }
export type Sizes = { few: number; many: number }

const aim = '≤ 1.3'

/** Reports the large case as product and the small case as baseline. */
export function reportGrowth(
  report: Options['report'],
  { what, unit, sizes }: { what: string; unit: string; sizes: Sizes },
  { few, many }: FewAndMany,
): void {
  const [most, least] = [sizes.many, sizes.few].map((n) => n.toLocaleString('en'))
  report({ what: `${what}: ${most} (baseline: ${least})`, unit, product: many, baseline: few, aim })
}

export async function measureBoth(
  work: (size: 'few' | 'many') => Promise<number>,
): Promise<FewAndMany> {
  return { few: await work('few'), many: await work('many') }
}

export async function withChild<T extends object, R>(
  file: string,
  flags: string[],
  work: (child: Child<T & Record<string, (...args: never[]) => unknown>>) => Promise<R>,
): Promise<R> {
  const child = startChild<T & Record<string, (...args: never[]) => unknown>>(file, flags)
  try {
    return await work(child)
  } finally {
    await child.end()
  }
}
