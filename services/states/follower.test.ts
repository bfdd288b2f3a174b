import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Commit } from '#events/schema/commit.ts'
import { chainOf, firstChain } from '../log/index.ts'
import type { Log, StoredCommit } from '../log/index.ts'
import { openStates } from './index.ts'

// The commits of a frozen log twice, alternately as tournament 1 and as tournament 2.
const frozen = join(import.meta.dirname, '../../test/fixtures/backup-0.1.0/commits.jsonl')
const messages = readFileSync(frozen, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).message as Commit)
const originals = messages
  .filter(({ tournament }) => tournament === messages[0]!.tournament)
  .slice(0, 30)

/** The commits as those of several tournaments, which take turns in the log. */
function storedFor(tournaments: readonly number[]): StoredCommit[] {
  const all = tournaments.map((tournament) => {
    let chain = firstChain
    return originals.map((message): Commit => {
      const commit = { ...message, tournament }
      chain = chainOf(chain, commit)
      return { ...commit, chain }
    })
  })
  return originals
    .flatMap((_, n) => all.map((commits) => commits[n]!))
    .map((commit, n): StoredCommit => ({ commit, seq: n + 1 }))
}
const allStored = storedFor([1, 2])
const brokenVersion = 10

/** A log in memory with the current content of `all`. */
function openLogOf(all: { now: StoredCommit[] }): Log {
  const load = async (tournament: number, after = 0) =>
    all.now.filter(({ commit, seq }) => commit.tournament === tournament && seq > after)
  const at = async (seq: number) => all.now.find((one) => one.seq === seq) ?? null
  return { load, at, onReconnect: () => () => {} } as unknown as Log
}

const unreadable: Partial<Commit> = { version: 0, chain: '', events: [] }
const unfit = (commit: Commit) => {
  const events = [{ type: 'MatchStarted', match: 'none' }] as unknown as Commit['events']
  const before = allStored[brokenVersion - 2]!.commit.chain
  const body = { ...commit, events }
  return { ...body, chain: chainOf(before, body) }
}

test.each<[string, (commit: Commit) => Commit | null]>([
  ['cannot be read', (commit) => ({ ...commit, ...unreadable })],
  ['was altered', (commit) => ({ ...commit, at: 'later' })],
  ['is not there', () => null],
  ['does not fit', unfit],
])(
  'P9: after a commit that %s the other tournament goes on, and the repair brings the missing steps',
  async (...row) => {
    const [, damage] = row
    const damaged = allStored.flatMap((stored): StoredCommit[] => {
      if (stored.seq !== 2 * brokenVersion - 1) return [stored]
      const commit = damage(stored.commit)
      return commit ? [{ ...stored, commit }] : []
    })
    const all = { now: damaged }
    const states = openStates({ log: openLogOf(all) })
    const follower = states.follower()
    const steps: number[][] = [[], []]
    const take = async (stored: StoredCommit) => {
      const found = await follower(stored)
      for (const step of found.steps) {
        const { tournament, version } = step.stored.commit
        expect(step.after.state.version).toBe(version)
        expect(step.before.state.version).toBe(version - 1)
        steps[tournament - 1]!.push(version)
      }
      return found.damage
    }
    const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

    const damageReasons = []
    for (const stored of damaged.slice(0, -2)) damageReasons.push(await take(stored))
    expect(steps).toEqual([upTo(brokenVersion - 1), upTo(originals.length - 1)])
    const damages = damageReasons.filter((one) => one !== null)
    expect(damages[0]).toMatchObject({ tournament: 1, version: brokenVersion })
    expect(new Set(damages.map(({ seq }) => seq)).size).toBe(1)
    await expect(states.now(1)).rejects.toMatchObject({ damage: damages[0] })

    all.now = allStored
    for (const stored of allStored.slice(-2)) expect(await take(stored)).toBe(null)
    expect(steps).toEqual([upTo(originals.length), upTo(originals.length)])
    expect((await states.now(1)).chain).toBe(allStored.at(-2)!.commit.chain)
    states.close()
  },
)

test('a follower that falls behind the cache continues from its own states without reading the log', async () => {
  const tournaments = Array.from({ length: 20 }, (_, index) => index + 1)
  const stored = storedFor(tournaments)
  const log = openLogOf({ now: stored })
  let reads = 0
  const load: Log['load'] = async (...range) => {
    reads++
    return log.load(...range)
  }
  const states = openStates({ log: { ...log, load } })
  const follower = states.follower()
  const firstHalf = stored.slice(0, stored.length / 2)
  for (const one of firstHalf) await follower(one)
  // The cache folds more commits than it keeps as recent steps.
  for (const tournament of tournaments) await states.now(tournament)
  reads = 0
  for (const one of stored.slice(firstHalf.length)) {
    const { steps } = await follower(one)
    expect(steps.map(({ after }) => after.chain)).toEqual([one.commit.chain])
  }
  expect(reads).toBe(0)
  states.close()
})
