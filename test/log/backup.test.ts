// P22: a restore gives exactly the rows and log positions that were backed up.
import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBackupLocation } from './backup-locations.ts'
import type { BackupLocation } from './backup-locations.ts'
import { BadBackup } from '#scripts/backup/files.ts'
import type { Manifest } from '#scripts/backup/manifest.ts'
import { NotRestored, restore } from '#scripts/backup/restore-backup.ts'
import { NoBackup, backup } from '#scripts/backup/create-backup.ts'
import { generated } from '#scripts/replay-evening/generated.ts'
import { replay } from '#scripts/replay-evening/replay.ts'
import { lettersIn } from '#scripts/backup/messages.ts'
import { startWaggle } from '#services/index.ts'
import { openRawLog, openLog } from '#services/log/index.ts'
import { verify } from '#services/projector/index.ts'
import { newDatabase, startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { projected, until } from '../support/desk-client.ts'

const unlimitedSpeed = 0
let dir: string
let app: App
let folder: string
let manifest: Manifest
/** the versions acknowledged before the backup began */
let acknowledged: Map<number, number>
/** the end of the log when the second evening began */
let tailAtSecondEvening: number

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-backup-'))
  folder = join(dir, 'evening')
  app = await startApp({ cabinetRateLimit: { perSecond: 1_000_000, burst: 1_000_000 } })
  const options = { url: app.url, key: app.adminKey, speed: unlimitedSpeed }
  await replay({ ...options, evening: generated('robin', 'before') })
  acknowledged = await versions(app)
  const playing = replay({ ...options, evening: generated('double', 'meanwhile') })
  tailAtSecondEvening = await app.log.tail()
  await until('writes to go on', async () => (await app.log.tail()) > tailAtSecondEvening + 20)
  await app.store.pool.query(
    `with one as (insert into kept.person (name) values ('Once') returning id)
     insert into kept.sign_in (code_hash, person) select 'live', id from one`,
  )
  const location = await openBackupLocation(app)
  manifest = await backup({ ...location, folder })
  await location.close()
  await playing
})

afterAll(async () => {
  await app?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function versions({ store }: Pick<App, 'store'>): Promise<Map<number, number>> {
  const { rows } = await store.pool.query<{ tournament: number; version: number }>(
    'select tournament, max(version) as version from kept.witness group by 1',
  )
  return new Map(rows.map(({ tournament, version }) => [tournament, version]))
}

/** An empty database and empty streams. */
async function emptyLocation(): Promise<BackupLocation> {
  const name = `b${randomBytes(6).toString('hex')}`
  const databaseUrl = await newDatabase(name)
  return openBackupLocation({ databaseUrl, streams: `${name}_` })
}

test('P22: an evening backed up while it is played is restored hash for hash', async () => {
  expect(manifest.positions.tournament, 'writes went on').toBeGreaterThan(tailAtSecondEvening)
  expect((await app.log.tail()) > manifest.positions.tournament, 'more came after it').toBe(true)
  const location = await emptyLocation()
  const restored = await restore({ ...location, folder })
  expect(restored.differences).toEqual([])
  expect(await location.log.tail()).toBe(manifest.positions.tournament)
  expect(await location.log.factsTail()).toBe(manifest.positions.facts)

  // Every acknowledged commit is restored; messages keep their positions and timestamps.
  const now = await versions(location)
  for (const [tournament, version] of acknowledged) expect(now.get(tournament)).toBe(version)
  for (const seq of [1, manifest.positions.tournament]) {
    expect(await location.log.at(seq)).toEqual(await app.log.at(seq))
  }
  for (const seq of [1, 2, manifest.positions.facts]) {
    expect(await location.log.factsAt(seq)).toEqual(await app.log.factsAt(seq))
  }
  const games = 'select id, game_id from view.game where id <= $1 order by id'
  const upTo = [manifest.positions.facts]
  const { rows } = await location.store.pool.query(games, upTo)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows).toEqual((await app.store.pool.query(games, upTo)).rows)
  await expect(restore({ ...location, folder })).rejects.toThrow('There is already a Waggle here.')
  await location.close()
})

test('P22 P9: a restored installation continues, allocates no id twice, and can be backed up again', async () => {
  const location = await emptyLocation()
  await restore({ ...location, folder })
  const { databaseUrl, streams } = location
  const common = {
    port: 0,
    quiet: true,
    cabinetRateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
  }
  const natsUrl = inject('natsUrl')
  const key = app.adminKey
  const waggle = await startWaggle({ ...common, databaseUrl, streams, natsUrl, adminKey: key })
  const { rows: old } = await waggle.store.pool.query('select max(id) as id from view.match')
  const evening = generated('double', 'after')
  const replayed = await replay({ evening, url: waggle.url, key, speed: unlimitedSpeed })
  expect(replayed.differences).toEqual([])
  const { rows: young } = await waggle.store.pool.query(
    'select min(id) as id from view.match where tournament = $1',
    [replayed.tournament],
  )
  expect(young[0].id).toBeGreaterThan(old[0].id)
  await projected(waggle.log, waggle.store)
  expect((await verify(waggle.log, waggle.store)).problems).toEqual([])
  await expect(restore({ ...location, folder, force: true })).rejects.toThrow('stop it first')
  await waggle.stop()

  const again = join(dir, 'again')
  const second = await backup({ ...location, folder: again })
  const otherLocation = await emptyLocation()
  expect((await restore({ ...otherLocation, folder: again })).differences).toEqual([])
  expect(second.positions.tournament).toBeGreaterThan(manifest.positions.tournament)
  // Only with `force` does a restore replace existing data.
  await restore({ ...otherLocation, folder, force: true })
  expect(await otherLocation.log.tail()).toBe(manifest.positions.tournament)
  expect((await verify(otherLocation.log, otherLocation.store)).problems).toEqual([])
  await location.close()
  await otherLocation.close()
})

type Damage = [file: string, spoil: (path: string) => Promise<void>]

async function change(path: string, from: RegExp, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  await writeFile(path, changed)
}

test('P22: a damaged file is refused with its name, and nothing is written', async () => {
  const location = await emptyLocation()
  const damages: Damage[] = [
    ['facts.jsonl', (path) => change(path, /"seq":1,/, '"seq":2,')],
    ['commits.jsonl', (path) => appendFile(path, '{}\n')],
    ['kept/witness.jsonl', (path) => change(path, /"version":1,/, '"version":9,')],
    ['kept/cabinet.jsonl', (path) => writeFile(path, '')],
    ['notes.jsonl', (path) => unlink(path)],
    ['manifest.json', (path) => change(path, /"facts": \d/, '"facts": 9')],
    ['manifest.json', (path) => unlink(path)],
  ]
  for (const [file, damage] of damages) {
    const damagedFolder = join(dir, 'spoiled')
    await rm(damagedFolder, { recursive: true, force: true })
    await cp(folder, damagedFolder, { recursive: true })
    await damage(join(damagedFolder, file))
    const refused = restore({ ...location, folder: damagedFolder })
    await expect(refused).rejects.toThrow(BadBackup)
    await expect(refused).rejects.toThrow(new RegExp(`^${file} is (damaged|missing)`))
  }
  expect([await location.log.tail(), await location.log.factsTail()]).toEqual([0, 0])
  expect((await restore({ ...location, folder })).differences).toEqual([])
  await location.close()
})

test('R-DI-5: an altered commit in the middle of a log is found although its end is unchanged', async () => {
  const streams = `a${randomBytes(6).toString('hex')}_`
  const url = inject('natsUrl')
  const alteredSeq = 5
  async function* alteredMessages() {
    for await (const message of lettersIn(folder, 'commits.jsonl')) {
      const text = message.text.replace(/"at":"[^"]+"/, '"at":"2020-01-01T00:00:00.000Z"')
      yield message.seq === alteredSeq ? { ...message, text } : message
    }
  }
  const location = await emptyLocation()
  await restore({ ...location, folder })
  const rawLog = await openRawLog({ url, streams })
  await rawLog.pairs()[0]!.commits.write(alteredMessages())
  await rawLog.pairs()[0]!.facts.write(lettersIn(folder, 'facts.jsonl'))
  const log = await openLog({ url, streams })
  const { tournament, version } = (await log.at(alteredSeq))!.commit
  const { problems } = await verify(log, location.store)
  expect(problems).toEqual([
    `Tournament ${tournament} is stopped: its log is damaged at version ${version}, position ${alteredSeq}, which has been altered.`,
  ])
  const copy = backup({ log, rawLog, store: location.store, folder: join(dir, 'altered') })
  await expect(copy).rejects.toThrow('does not follow from the commits before it')
  await Promise.all([rawLog.close(), log.close(), location.close()])
})

test('P22: a duplicate or missing position stops a restore', async () => {
  const { rawLog, close } = await emptyLocation()
  async function* messages(...positions: number[]) {
    for (const seq of positions) {
      yield { seq, key: '1', time: '2026-01-02T03:04:05.678Z', text: '{}' }
    }
  }
  await expect(rawLog.pairs()[0]!.facts.write(messages(1, 3))).rejects.toThrow(
    'facts: 3 was not taken',
  )
  await expect(rawLog.pairs()[0]!.facts.write(messages(1))).rejects.toThrow(
    'facts: 1 was not taken',
  )
  await rawLog.pairs()[0]!.facts.write(messages(2, 3))
  expect(await rawLog.pairs()[0]!.facts.tail()).toBe(3)
  await close()
})

test('P22: nothing starts where a restore was interrupted, and the restore can be run again', async () => {
  const location = await emptyLocation()
  const { databaseUrl, streams, store } = location
  const blocker = await store.pool.connect()
  await blocker.query('begin; lock table kept.person in exclusive mode')
  const interrupted = restore({ ...location, folder })
  interrupted.catch(() => {})
  await until('the restore to wait for its rows', async () => {
    const text = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'truncate %'`
    return (await store.pool.query(text)).rowCount === 1
  })
  await expect(interrupted).rejects.toThrow('canceling statement')
  await blocker.query('rollback')
  blocker.release()

  const start = startWaggle({
    databaseUrl,
    streams,
    natsUrl: inject('natsUrl'),
    port: 0,
    quiet: true,
  })
  await expect(start).rejects.toThrow('A restore was interrupted here')
  await expect(openBackupLocation({ databaseUrl, streams })).rejects.toThrow('run npm run restore')
  expect((await restore({ ...location, folder })).differences).toEqual([])
  await location.close()
  await (await openBackupLocation({ databaseUrl, streams })).close()
})

test('P18 P22: a backup contains no codes that give access to an account', async () => {
  const names = manifest.files.map(({ name }) => name)
  expect(names).toContain('kept/person.jsonl')
  for (const table of ['sign_in', 'verification', 'pairing']) {
    expect(names).not.toContain(`kept/${table}.jsonl`)
    expect(manifest.kept).not.toHaveProperty(table)
  }
})

test('P19 P22: only the owner of the files can read a backup, and a backup is not overwritten', async () => {
  for (const file of ['manifest.json', 'kept/person.jsonl', 'commits.jsonl']) {
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0)
  }
  const location = await openBackupLocation(app)
  await expect(backup({ ...location, folder })).rejects.toThrow(NoBackup)
  await expect(restore({ ...location, folder })).rejects.toThrow(NotRestored)
  await location.close()
})

test('P21: following the log ends if it is aborted while it starts', async () => {
  const ending = new AbortController()
  const tail = await app.log.tail()
  const following = app.log.follow(tail, async () => {}, ending.signal)
  ending.abort()
  expect(await following).toBeUndefined()
})
