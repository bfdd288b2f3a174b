// Messages that the log has lost: what verify, rebuild and repair tell an operator.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Commit } from '#events/schema/commit.ts'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { playGame } from '#events/simulation/play.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { chainOf, openLog, replaceCommits } from '#services/log/index.ts'
import type { StoredCommit } from '#services/log/index.ts'
import { openStore } from '#services/store/index.ts'
import { newDatabase } from '../support/app.ts'
import { done, newTournament, projected, until } from '../support/desk-client.ts'
import type { TestTournament } from '../support/desk-client.ts'
import { loseMessages } from '../support/lose-messages.ts'
import { runScript } from '../support/run-script.ts'

const name = `o${randomBytes(6).toString('hex')}`
let dir: string
let nats: Nats
let databaseUrl: string
let lostPositions: number[] = []
let otherTournament: TestTournament

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-holes-'))
  nats = await startNats({ dir })
  databaseUrl = await newDatabase(name)
})

afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function withWaggle<T>(work: (waggle: Waggle) => Promise<T>): Promise<T> {
  const waggle = await startWaggle({ databaseUrl, natsUrl: nats.url, port: 0, quiet: true })
  try {
    const result = await work(waggle)
    await projected(waggle.log, waggle.store)
    return result
  } finally {
    await waggle.stop()
  }
}

async function play({ log }: Waggle, game: number): Promise<void> {
  const startAt = new Date(1_767_000_000_000 + game * 1e6)
  const events = playGame({ seed: `${name} ${game}`, startAt })
  const after = await log.tail()
  for (let from = 0; from < events.length; from += 40) {
    await log.appendFacts({ cabinet: 1, after, events: events.slice(from, from + 40) })
  }
}

const lose = (stream: string, ...positions: number[]) => loseMessages(nats.url, stream, positions)

const servers = () => ({ DATABASE_URL: databaseUrl, NATS_URL: nats.url })
const run = (script: 'verify' | 'rebuild' | 'repair') =>
  runScript(`scripts/${script}.ts`, { env: servers() })

async function eventCount({ store }: Pick<Waggle, 'store'>): Promise<number> {
  const { rows } = await store.pool.query('select count(*)::int as n from view.cabinet_event')
  return rows[0].n
}

const isTaken = (desk: Waggle['desk'], tournament: number) =>
  done(desk, tournament, { type: 'AddTeam', name: randomUUID() }).then(
    () => true,
    () => false,
  )

test('P9: commits that the log has lost, also its last one, are named with what restores them', async () => {
  const { tournament, end } = await withWaggle(async (waggle) => {
    otherTournament = await newTournament(waggle.desk)
    const { tournament } = await newTournament(waggle.desk)
    for (const team of ['Bees', 'Wasps', 'Ants', 'Moths']) {
      await done(waggle.desk, tournament, { type: 'AddTeam', name: team })
    }
    await play(waggle, 1)
    return { tournament, end: await waggle.log.tail() }
  })
  await lose('tournaments', end - 1, end)
  const stopped = `^Tournament ${tournament} is stopped: its log is damaged at version \\d+, position (${end - 1}|${end}),`
  expect(await run('verify')).toEqual({
    code: 1,
    output: expect.stringMatching(
      new RegExp(`${stopped}[^\n]+\nnpm run repair restores damaged [^\n]+\n$`),
    ),
  })
  expect((await run('rebuild')).code).toBe(0)
  expect(await run('repair')).toEqual({
    code: 0,
    output: expect.stringContaining('Restored 2 damaged commits.'),
  })
  await withWaggle((waggle) => until('it to go on', () => isTaken(waggle.desk, tournament)))
  expect((await run('verify')).code).toBe(0)
})

/** What other tournaments do first after the log has lost its last commit, and no commit followed. */
const firstSteps: [what: string, step: (waggle: Waggle) => Promise<unknown>][] = [
  [
    'start matches',
    ({ desk }) => {
      const { tournament, matches } = otherTournament
      const command = { type: 'StartMatch', match: matches[0]!, cabinet: 1, force: false } as const
      return until('a match to start', () =>
        done(desk, tournament, command).then(
          () => true,
          () => false,
        ),
      )
    },
  ],
  ['count games', (waggle) => play(waggle, 9)],
]

test.each(firstSteps)(
  'P9: while the log lacks its last commit, other tournaments %s',
  async (_, step) => {
    const lost = await withWaggle(async ({ desk, log }) => {
      const { tournament } = await newTournament(desk)
      await done(desk, tournament, { type: 'AddTeam', name: 'Last' })
      return { tournament, end: await log.tail() }
    })
    await lose('tournaments', lost.end)
    await withWaggle(async (waggle) => {
      await step(waggle)
      await until('a commit', async () => (await waggle.log.tail()) > lost.end)
    })
    expect((await run('repair')).code).toBe(0)
    await withWaggle(({ desk }) => until('it to go on', () => isTaken(desk, lost.tournament)))
    expect((await run('verify')).code).toBe(0)
  },
)

test('P9: cabinet facts that the log has lost are named, and no rebuild deletes their games', async () => {
  const [end, before] = await withWaggle(async (waggle) => {
    for (const game of [2, 3]) await play(waggle, game)
    await projected(waggle.log, waggle.store)
    return [await waggle.log.factsTail(), await eventCount(waggle)]
  })
  lostPositions = [3, 4, 6, end]
  await lose('facts', ...lostPositions)
  const lost =
    `The log has lost 4 messages of cabinet facts: positions 3 to 4, 6, ${end} of the stream facts. ` +
    'They cannot be put back there; their games are still in the database, which must not be ' +
    'rebuilt. Play can go on; to mend the log, restore the last backup.\n'
  const verified = await run('verify')
  expect(verified).toEqual({ code: 1, output: expect.stringContaining(lost) })
  expect(verified.output).toContain('cabinet_event: the rows differ')
  expect(verified.output).not.toContain('npm run')
  expect(await run('rebuild')).toEqual({ code: 1, output: `Nothing was rebuilt. ${lost}` })
  expect(await run('repair')).toEqual({ code: 1, output: lost })
  await withWaggle(async (waggle) => {
    expect(await eventCount(waggle)).toBe(before)
    await play(waggle, 4)
  })
  expect((await run('rebuild')).code).toBe(1)
})

test('P22: a backup of a log with a hole ends with the position that is missing', async () => {
  const backup = { args: [join(dir, 'copy')], env: servers() }
  expect(await runScript('scripts/backup.ts', backup)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^No backup was taken\. Delete \S+copy, which is not complete\.\nthe stream facts gave no message at position 3, [^\n]+verify[^\n]+\n$/,
    ),
  })
})

test('P9: rows that have nothing of the lost messages can be rebuilt', async () => {
  const store = await openStore({ url: databaseUrl })
  await store.pool.query('delete from view.cabinet_event where seq = any($1)', [lostPositions])
  await store.close()
  expect(await run('rebuild')).toEqual({ code: 0, output: expect.stringMatching(/^Rebuilt from/) })
  const none = 'They cannot be put back there, and the database has no events of them either.'
  const verified = await run('verify')
  expect(verified).toEqual({ code: 1, output: expect.stringContaining(none) })
  expect(verified.output).not.toContain('the rows differ')
})

test('P2 P9: a commit decided on a state from before the repair is refused, although the server would take it', async () => {
  const { tournament } = await withWaggle(({ desk }) => newTournament(desk))
  const log = await openLog({ url: nats.url })
  const [before, lost, last] = (await log.load(tournament)).slice(-3) as [
    StoredCommit,
    StoredCommit,
    StoredCommit,
  ]
  await lose('tournaments', lost.seq, last.seq)
  await replaceCommits(log, [lost, last])
  const after = ({ commit }: StoredCommit): Commit => {
    const { chain, ...body } = { ...commit, id: randomUUID(), version: commit.version + 1 }
    return { ...body, chain: chainOf(chain, body) }
  }
  expect(await log.append(after(before), before.seq)).toBe('conflict')
  expect(await log.append(after(lost), lost.seq)).toBe('conflict')
  expect(await log.append(after(last), last.seq)).toHaveProperty('seq')
  const versions = (await log.load(tournament)).map(({ commit }) => commit.version)
  expect(versions).toEqual(versions.map((_, index) => index + 1))
  await log.close()
})
