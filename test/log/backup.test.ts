// P22: what was backed up comes back, to the row and to the position in the log.
import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { takeable } from './backup-locations.ts'
import type { Opened } from './backup-locations.ts'
import { BadBackup } from '../../scripts/backup/files.ts'
import type { Manifest } from '../../scripts/backup/manifest.ts'
import { NotRestored, restore } from '../../scripts/backup/restore-backup.ts'
import { NoBackup, backup } from '../../scripts/backup/create-backup.ts'
import { generated } from '../../scripts/replay-evening/generated.ts'
import { replay } from '../../scripts/replay-evening/replay.ts'
import { lettersIn } from '../../scripts/backup/messages.ts'
import { startWaggle } from '../../services/index.ts'
import { openArchive, openLog } from '../../services/log/index.ts'
import { verify } from '../../services/projector/index.ts'
import { newDatabase, startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { projected, until } from '../support/desk-client.ts'

const eveningMs = 180_000
const asFastAsTaken = 0
let dir: string
let rig: App
let folder: string
let manifest: Manifest
/** what had been answered before the backup was asked for */
let acknowledged: Map<number, number>
/** the end of the log when the second evening began */
let asked: number

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-backup-'))
  folder = join(dir, 'evening')
  rig = await startApp({ cabinetPace: { perSecond: 1_000_000, burst: 1_000_000 } })
  const how = { url: rig.url, key: rig.adminKey, speed: asFastAsTaken }
  await replay({ ...how, evening: generated('robin', 'before') })
  acknowledged = await versions(rig)
  const playing = replay({ ...how, evening: generated('double', 'meanwhile') })
  asked = await rig.log.tail()
  await until('writes to go on', async () => (await rig.log.tail()) > asked + 20)
  await rig.store.pool.query(
    `with one as (insert into kept.person (name) values ('Once') returning id)
     insert into kept.sign_in (code_hash, person) select 'live', id from one`,
  )
  const places = await takeable(rig)
  manifest = await backup({ ...places, folder })
  await places.close()
  await playing
}, eveningMs)

afterAll(async () => {
  await rig?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function versions({ store }: Pick<App, 'store'>): Promise<Map<number, number>> {
  const { rows } = await store.pool.query<{ tournament: number; version: number }>(
    'select tournament, max(version) as version from kept.witness group by 1',
  )
  return new Map(rows.map(({ tournament, version }) => [tournament, version]))
}

/** Servers on which nobody has ever run anything. */
async function emptyPlaces(): Promise<Opened> {
  const name = `b${randomBytes(6).toString('hex')}`
  const databaseUrl = await newDatabase(name)
  return takeable({ databaseUrl, streams: `${name}_` })
}

test(
  'P22: an evening backed up while it is played comes back hash for hash',
  async () => {
    expect(manifest.positions.tournament, 'writes went on').toBeGreaterThan(asked)
    expect((await rig.log.tail()) > manifest.positions.tournament, 'more came after it').toBe(true)
    const places = await emptyPlaces()
    const restored = await restore({ ...places, folder })
    expect(restored.differences).toEqual([])
    expect(await places.log.tail()).toBe(manifest.positions.tournament)
    expect(await places.log.factsTail()).toBe(manifest.positions.facts)

    // Nothing that was answered before is missing; every message is where it was, and as old.
    const now = await versions(places)
    for (const [tournament, version] of acknowledged) expect(now.get(tournament)).toBe(version)
    for (const seq of [1, manifest.positions.tournament]) {
      expect(await places.log.at(seq)).toEqual(await rig.log.at(seq))
    }
    for (const seq of [1, 2, manifest.positions.facts]) {
      expect(await places.log.factsAt(seq)).toEqual(await rig.log.factsAt(seq))
    }
    const games = 'select id, game_id from view.game where id <= $1 order by id'
    const upTo = [manifest.positions.facts]
    const { rows } = await places.store.pool.query(games, upTo)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual((await rig.store.pool.query(games, upTo)).rows)
    await expect(restore({ ...places, folder })).rejects.toThrow('There is a Waggle here already.')
    await places.close()
  },
  eveningMs,
)

test(
  'P22 P9: a Waggle goes on from its backup, hands out no id twice, and can be backed up again',
  async () => {
    const places = await emptyPlaces()
    await restore({ ...places, folder })
    const { databaseUrl, streams } = places
    const common = { port: 0, quiet: true, cabinetPace: { perSecond: 1_000_000, burst: 1_000_000 } }
    const natsUrl = inject('natsUrl')
    const key = rig.adminKey
    const waggle = await startWaggle({ ...common, databaseUrl, streams, natsUrl, adminKey: key })
    const { rows: old } = await waggle.store.pool.query('select max(id) as id from view.match')
    const evening = generated('double', 'after')
    const replayed = await replay({ evening, url: waggle.url, key, speed: asFastAsTaken })
    expect(replayed.differences).toEqual([])
    const { rows: young } = await waggle.store.pool.query(
      'select min(id) as id from view.match where tournament = $1',
      [replayed.tournament],
    )
    expect(young[0].id).toBeGreaterThan(old[0].id)
    await projected(waggle.log, waggle.store)
    expect((await verify(waggle.log, waggle.store)).problems).toEqual([])
    await expect(restore({ ...places, folder, force: true })).rejects.toThrow('stop it first')
    await waggle.stop()

    const again = join(dir, 'again')
    const second = await backup({ ...places, folder: again })
    const other = await emptyPlaces()
    expect((await restore({ ...other, folder: again })).differences).toEqual([])
    expect(second.positions.tournament).toBeGreaterThan(manifest.positions.tournament)
    // Thrown away on demand alone, and then what was there is gone.
    await restore({ ...other, folder, force: true })
    expect(await other.log.tail()).toBe(manifest.positions.tournament)
    expect((await verify(other.log, other.store)).problems).toEqual([])
    await places.close()
    await other.close()
  },
  eveningMs,
)

type Spoil = [file: string, spoil: (path: string) => Promise<void>]

async function change(path: string, from: RegExp, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  await writeFile(path, changed)
}

test(
  'P22: a damaged file is refused by its name, and nothing is written',
  async () => {
    const places = await emptyPlaces()
    const spoils: Spoil[] = [
      ['facts.jsonl', (path) => change(path, /"seq":1,/, '"seq":2,')],
      ['commits.jsonl', (path) => appendFile(path, '{}\n')],
      ['kept/witness.jsonl', (path) => change(path, /"version":1,/, '"version":9,')],
      ['kept/cabinet.jsonl', (path) => writeFile(path, '')],
      ['notes.jsonl', (path) => unlink(path)],
      ['manifest.json', (path) => change(path, /"facts": \d/, '"facts": 9')],
      ['manifest.json', (path) => unlink(path)],
    ]
    for (const [file, spoil] of spoils) {
      const spoiled = join(dir, 'spoiled')
      await rm(spoiled, { recursive: true, force: true })
      await cp(folder, spoiled, { recursive: true })
      await spoil(join(spoiled, file))
      const refused = restore({ ...places, folder: spoiled })
      await expect(refused).rejects.toThrow(BadBackup)
      await expect(refused).rejects.toThrow(new RegExp(`^${file} is (damaged|missing)`))
    }
    expect([await places.log.tail(), await places.log.factsTail()]).toEqual([0, 0])
    expect((await restore({ ...places, folder })).differences).toEqual([])
    await places.close()
  },
  eveningMs,
)

test('R-DI-5: an altered commit in the middle of a log is found, though its end is as it was', async () => {
  const streams = `a${randomBytes(6).toString('hex')}_`
  const url = inject('natsUrl')
  const altered = 5
  async function* changed() {
    for await (const letter of lettersIn(folder, 'commits.jsonl')) {
      const text = letter.text.replace(/"at":"[^"]+"/, '"at":"2020-01-01T00:00:00.000Z"')
      yield letter.seq === altered ? { ...letter, text } : letter
    }
  }
  const places = await emptyPlaces()
  await restore({ ...places, folder })
  const archive = await openArchive({ url, streams })
  await archive.pairs()[0]!.commits.write(changed())
  await archive.pairs()[0]!.facts.write(lettersIn(folder, 'facts.jsonl'))
  const log = await openLog({ url, streams })
  const { tournament, version } = (await log.at(altered))!.commit
  const { problems } = await verify(log, places.store)
  expect(problems).toEqual([
    `Tournament ${tournament} is stopped: its log is damaged at version ${version}, position ${altered}, which has been altered.`,
  ])
  const copy = backup({ log, archive, store: places.store, folder: join(dir, 'altered') })
  await expect(copy).rejects.toThrow('does not follow from the commits before it')
  await Promise.all([archive.close(), log.close(), places.close()])
})

test('P22: a position that is taken or left out stops a restore', async () => {
  const { archive, close } = await emptyPlaces()
  async function* letters(...positions: number[]) {
    for (const seq of positions) {
      yield { seq, key: '1', time: '2026-01-02T03:04:05.678Z', text: '{}' }
    }
  }
  await expect(archive.pairs()[0]!.facts.write(letters(1, 3))).rejects.toThrow(
    'facts: 3 was not taken',
  )
  await expect(archive.pairs()[0]!.facts.write(letters(1))).rejects.toThrow(
    'facts: 1 was not taken',
  )
  await archive.pairs()[0]!.facts.write(letters(2, 3))
  expect(await archive.pairs()[0]!.facts.tail()).toBe(3)
  await close()
})

test('P18 P22: a backup holds no codes that open an account', async () => {
  const names = manifest.files.map(({ name }) => name)
  expect(names).toContain('kept/person.jsonl')
  for (const table of ['sign_in', 'verification', 'pairing']) {
    expect(names).not.toContain(`kept/${table}.jsonl`)
    expect(manifest.kept).not.toHaveProperty(table)
  }
})

test('P19 P22: a backup is for its owner alone, and is not written over', async () => {
  for (const file of ['manifest.json', 'kept/person.jsonl', 'commits.jsonl']) {
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0)
  }
  const places = await takeable(rig)
  await expect(backup({ ...places, folder })).rejects.toThrow(NoBackup)
  await expect(restore({ ...places, folder })).rejects.toThrow(NotRestored)
  await places.close()
})

test('P21: following the log that is told to stop while it begins ends', async () => {
  const ending = new AbortController()
  const tail = await rig.log.tail()
  const following = rig.log.follow(tail, async () => {}, ending.signal)
  ending.abort()
  expect(await following).toBeUndefined()
})
