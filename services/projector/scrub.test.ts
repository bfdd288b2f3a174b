import { expect, test } from 'vitest'
import type { Commit } from '#events/schema/commit.ts'
import { chainOf, firstChain } from '../log/index.ts'
import type { Damage, Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { scrub } from './scrub.ts'

/** Commits of two tournaments alternately, each with its own chain. */
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

/** Runs one pass over the whole log. */
async function scrubOnce(all: Commit[], inLog: (Commit | null)[]) {
  const stopping = new AbortController()
  const found: Damage[] = []
  const reads: number[] = []
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
    reads.push(seq)
    if (seq === all.length) setImmediate(() => stopping.abort())
    const commit = inLog[seq - 1]
    return commit ? { commit, seq } : null
  }
  await scrub({
    log: { at },
    store: { pool: { query } } as unknown as Store,
    halted: new Map(),
    halt: async (damage) => void found.push(damage),
    signal: stopping.signal,
    throttle: { restMs: { first: 0, between: 10_000 }, commitsPerSecond: 100_000 },
    logError: () => {},
  })
  return { found, reads }
}

test('P9: reads the log from its first commit to its last', async () => {
  const all = commits(101)
  const { found, reads } = await scrubOnce(all, all)
  expect(found).toEqual([])
  expect(reads).toEqual(all.map((_, n) => n + 1))
})

test.each([
  ['was altered', (commit: Commit) => ({ ...commit, at: 'later' }), 'which has been altered'],
  [
    'is another one',
    (commit: Commit) => ({ ...commit, chain: firstChain }),
    'which differs from what the database has seen',
  ],
  ['is not there', () => null, 'which is missing'],
  [
    'cannot be read',
    (commit: Commit) => ({ ...commit, version: 0, chain: '' }),
    'which cannot be read',
  ],
])(
  'P9: a commit in the middle that %s halts its tournament, and the others are still read',
  async (...row) => {
    const [, damage, reason] = row
    const all = commits(20)
    const inLog: (Commit | null)[] = [...all]
    inLog[12] = damage(all[12]!)
    const { found, reads } = await scrubOnce(all, inLog)
    expect(found).toEqual([{ tournament: 1, version: 7, seq: 13, reason }])
    // No more commits of the halted tournament, all of the other one.
    expect(reads.slice(12)).toEqual([13, 14, 16, 18, 20])
  },
)
