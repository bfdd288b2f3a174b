// Statements of several requests in one transaction, on a real Postgres.
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRunTogether } from '#services/store/run-together.ts'
import type { RunTogether } from '#services/store/run-together.ts'
import { newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { Caller, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

describe('a statement that several calls share', () => {
  const share = {
    name: 'share',
    text: `select n, 60 / cabinets as minutes, pg_current_xact_id()::text as transaction
      from unnest($1::int[]) with ordinality as given(cabinets, n) where cabinets <> 7`,
  }
  type Share = { minutes: number; transaction: string }
  const minutesOf = (cabinets: number) => fixture.app.store.runTogether<Share>(share, [cabinets])

  test('runs once for all calls of one turn of the event loop, and each gets its own row', async () => {
    const found = await Promise.all([1, 7, 3, 3, 4].map(minutesOf))
    expect(found.map((row) => row?.minutes)).toEqual([60, undefined, 20, 20, 15])
    expect(new Set(found.flatMap((row) => row?.transaction ?? [])).size).toBe(1)
    const later = await minutesOf(5)
    expect(later).toMatchObject({ minutes: 12 })
    expect(later?.transaction).not.toBe(found[0]?.transaction)
  })

  test('fails only for the call whose value is wrong', async () => {
    const found = await Promise.allSettled([1, 0, 3].map(minutesOf))
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(found[1]).toMatchObject({ reason: { message: 'division by zero' } })
    expect(found[2]).toMatchObject({ value: { minutes: 20 } })
  })

  test('fails for all calls, and is not repeated, if their values are not the reason', async () => {
    const missing = {
      name: 'missing',
      text: 'select n from nowhere, unnest($1::int[]) with ordinality as given(cabinets, n)',
    }
    const { pool } = fixture.app.store
    let statements = 0
    const count = () => statements++
    pool.on('acquire', count)
    const of = (cabinets: number) => fixture.app.store.runTogether(missing, [cabinets])
    const found = await Promise.allSettled([1, 2, 3].map(of))
    pool.off('acquire', count)
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(statements).toBe(1)
  })
})

describe('a statement that waits for a lock', () => {
  const locked = {
    name: 'locked',
    text: `select n, pg_advisory_xact_lock(key), pg_current_xact_id()::text as transaction
      from unnest($1::int[]) with ordinality as given(key, n)`,
  }
  type Locked = { transaction: string }
  const held = 4_711

  /** Runs `work` while one call waits for a lock; returns that call. */
  async function whileOneWaits(
    runTogether: RunTogether,
    work: () => Promise<void>,
  ): Promise<Locked | undefined> {
    const { pool } = fixture.app.store
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock($1)', [held])
    const first = runTogether<Locked>(locked, [held])
    const isWaiting = `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = $1`
    await expect.poll(async () => (await holder.query(isWaiting, [held])).rowCount).toBe(1)
    await work()
    await holder.query('select pg_advisory_unlock($1)', [held])
    holder.release()
    return first
  }

  test('is followed by one statement for all calls that came meanwhile', async () => {
    const runTogether = openRunTogether(fixture.app.store.pool, 60_000)
    const later: Promise<Locked | undefined>[] = []
    const first = await whileOneWaits(runTogether, async () => {
      for (const key of [1, 2, 3]) {
        later.push(runTogether<Locked>(locked, [key]))
        await nextTurn()
      }
    })
    const transactions = (await Promise.all(later)).map((row) => row?.transaction)
    expect(new Set(transactions).size).toBe(1)
    expect(transactions[0]).not.toBe(first?.transaction)
  })

  test('does not hold up the calls after it for long', async () => {
    const { runTogether } = fixture.app.store
    let others: (Locked | undefined)[] = []
    const first = await whileOneWaits(runTogether, async () => {
      others = await Promise.all([1, 2].map((key) => runTogether<Locked>(locked, [key])))
    })
    expect(others.map((row) => typeof row?.transaction)).toEqual(['string', 'string'])
    expect(first?.transaction).not.toBe(others[0]?.transaction)
  })
})

describe('requests that arrive together', () => {
  test('P18: each is checked with its own session or key', async () => {
    const { match } = await newSampleTournament(fixture)
    const who: Caller[] = ['anonymous', 'official', 'key', 'otherAdmin', 'player', 'admin']
    const note = (caller: Caller, index: number) =>
      fixture.call(caller, 'PUT', `/api/tournament/match/${match}/annotate/`, {
        body: { note: `${index}` },
      })
    const answers = await Promise.all(who.map(note))
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 403, 403, 200])
  })

  test('P2: each stores its own answer, which a repetition gets', async () => {
    const { match, teams } = await newSampleTournament(fixture)
    const keys = Array.from({ length: 6 }, () => randomUUID())
    const point = (key: string) =>
      fixture.call('official', 'PUT', `/api/tournament/match/${match}/add-score/`, {
        body: { team: teams[0], by: 1 },
        headers: { 'idempotency-key': key },
      })
    const first = await Promise.all(keys.map(point))
    const again = await Promise.all(keys.map(point))
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    expect(new Set(first.map(({ headers }) => headers['x-version'])).size).toBe(keys.length)
  })
})
