import { expect, test } from 'vitest'
import type { Commit } from '../../events/schema/commit.ts'
import { chainOf, firstChain } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { scrub } from './scrub.ts'
import type { Witness } from './witness.ts'

type Difference = Parameters<Witness['differs']>[0]

/** Two tournaments in turn, each with its chain. */
function commits(count: number): Commit[] {
  const heads = new Map<number, string>()
  return Array.from({ length: count }, (_, n) => {
    const [tournament, version] = [(n % 2) + 1, Math.floor(n / 2) + 1]
    const body = { id: `${n}`, tournament, version, at: '', events: [] } as unknown as Commit
    const chain = chainOf(heads.get(tournament) ?? firstChain, body)
    heads.set(tournament, chain)
    return { ...body, chain }
  })
}

/** Looks at all of it once, or until a difference. */
async function look(all: Commit[], inLog: (Commit | null)[]) {
  const ending = new AbortController()
  const found: Difference[] = []
  const asked: number[] = []
  const rows = all.map(({ tournament, version, chain }, n) => ({
    seq: n + 1,
    tournament,
    version,
    chain,
  }))
  async function query(_: string, [after, limit]: [number, number]) {
    return { rows: rows.filter(({ seq }) => seq > after).slice(0, limit) }
  }
  const at: Log['at'] = async (seq) => {
    asked.push(seq)
    if (seq === all.length) setImmediate(() => ending.abort())
    const commit = inLog[seq - 1]
    return commit ? { commit, seq } : null
  }
  await scrub({
    log: { at },
    store: { pool: { query } } as unknown as Store,
    witness: {
      differs(difference) {
        found.push(difference)
        ending.abort()
      },
    },
    signal: ending.signal,
    pace: { restMs: { first: 0, between: 10_000 }, commitsPerSecond: 100_000 },
    note: () => {},
  })
  return { found, asked }
}

test('P9: a whole log is read from its first commit to its last', async () => {
  const all = commits(101)
  const { found, asked } = await look(all, all)
  expect(found).toEqual([])
  expect(asked).toEqual(all.map((_, n) => n + 1))
})

test.each([
  ['was altered', (commit: Commit) => ({ ...commit, at: 'later' })],
  ['is another one', (commit: Commit) => ({ ...commit, chain: firstChain })],
  ['is not there', () => null],
])('P9: a commit in the middle that %s is named until it is repaired', async (_, damage) => {
  const all = commits(20)
  const inLog: (Commit | null)[] = [...all]
  inLog[12] = damage(all[12]!)
  const { found } = await look(all, inLog)
  expect(found.map(({ reason }) => reason)).toEqual([
    'Tournament 1, version 7: the log differs at 13 from what the database has seen.',
  ])
  expect(await found[0]!.isStill()).toBe(true)
  inLog[12] = all[12]!
  expect(await found[0]!.isStill()).toBe(false)
})
