// A disk that is full (P16): a small one of its own, as a mount in memory.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNats } from '../scripts/servers.ts'
import type { Nats } from '../scripts/servers.ts'
import { startWaggle } from '../scripts/waggle.ts'
import type { Waggle } from '../scripts/waggle.ts'
import { fill as fillView, hashes } from '../services/projector/index.ts'
import { newDatabase } from './rig.ts'
import { newTournament, projected, until } from './stand.ts'
import type { Stand } from './stand.ts'

const sizeMiB = 48
const adminKey = randomBytes(24).toString('base64url')

function mount(at: string): boolean {
  const options = ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', at]
  return spawnSync('mount', options).status === 0
}

const dir = await mkdtemp(join(tmpdir(), 'waggle-full-'))
const isMounted = mount(dir)
if (!isMounted) console.warn('Left out: a full disk (mounting a small one needs more rights)')

describe.skipIf(!isMounted)('a full disk', () => {
  let nats: Nats
  let waggle: Waggle
  let stand: Stand
  beforeAll(async () => {
    nats = await startNats({ dir })
    const databaseUrl = await newDatabase(`d${randomBytes(6).toString('hex')}`)
    waggle = await startWaggle({ databaseUrl, natsUrl: nats.url, adminKey, port: 0, quiet: true })
    stand = await newTournament(waggle.desk)
    const { pool } = waggle.store
    await pool.query(`insert into kept.scene (id, name, display_name) values (1, 'hive', 'Hive')`)
    await pool.query('insert into kept.tournament (id) values ($1)', [stand.tournament])
    await projected(waggle.log, waggle.store)
  })
  afterAll(async () => {
    await waggle?.stop()
    await nats?.stop()
    execFileSync('umount', [dir])
    await rm(dir, { recursive: true, force: true })
  })

  const press = (id: string) =>
    waggle.web.inject({
      method: 'PUT',
      url: `/api/tournament/match/${stand.matches[0]}/add-score/`,
      headers: { authorization: `Bearer ${adminKey}`, 'idempotency-key': id },
      payload: { team: stand.teams[0], by: 1 },
    })
  const read = (path: string) => waggle.web.inject(`/api/tournament/${path}/`)
  const score = async () => (await read(`match/${stand.matches[0]}`)).json().blueScore

  test('P16: commands are refused, screens keep working, nothing acknowledged is lost', async () => {
    let taken = 0
    const refused: { id: string; status: number; detail: string }[] = []
    fill(join(dir, 'ballast'))
    // The blocks that are open take a few more.
    await until('refusals', async () => {
      const id = randomUUID()
      const answer = await press(id)
      if (answer.statusCode === 200) taken += 1
      else refused.push({ id, status: answer.statusCode, detail: answer.json().detail })
      return refused.length === 3
    })
    const detail = 'Not available just now. Send the same again.'
    for (const one of refused) expect(one).toMatchObject({ status: 503, detail })
    expect(await score()).toBe(taken)
    for (const path of ['match', 'queue', 'bracket', 'team'])
      expect(
        (await waggle.web.inject(`/api/tournament/${path}/?tournamentId=${stand.tournament}`))
          .statusCode,
      ).toBe(200)

    await rm(join(dir, 'ballast'))
    // What was refused is sent again as consoles send it: under its own id.
    await until('space', async () => (await press(refused[0]!.id)).statusCode === 200)
    for (const { id } of refused) expect((await press(id)).statusCode).toBe(200)
    expect(await score()).toBe(taken + refused.length)

    await nats.restart()
    await until('the log', async () => (await press(randomUUID())).statusCode === 200)
    expect(await score()).toBe(taken + refused.length + 1)
    const versions = (await waggle.log.load(stand.tournament)).map(({ commit }) => commit.version)
    expect(versions).toEqual(versions.map((_, at) => at + 1))
    const { log, store } = waggle
    await projected(log, store)
    const upTo = { tournament: await log.tail(), facts: await log.factsTail() }
    await fillView({ log, store, schema: 'view_fresh', upTo })
    expect(await hashes(store, 'view')).toEqual(await hashes(store, 'view_fresh'))
  })
})

/** Until the disk takes no more. */
function fill(file: string): void {
  const out = openSync(file, 'w')
  try {
    for (const size of [1 << 20, 1 << 12, 1])
      try {
        for (;;) writeSync(out, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
  } finally {
    closeSync(out)
  }
}
