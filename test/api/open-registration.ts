import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { ok, person } from '../support/two-scenes.ts'
import type { Body, Hall, Reply } from '../support/two-scenes.ts'

/** Somebody at a browser of their own, who is no official of anything. */
export type Somebody = {
  id: number
  call(method: string, url: string, body?: unknown, key?: string): Promise<Reply>
  /** their own registration, or a part of it */
  mine(method: string, tournament: number, body?: unknown, key?: string): Promise<Reply>
}
const t = '/api/tournament'

export async function somebody(
  hall: Hall,
  who: { name?: string; email?: string; emailVerified?: boolean } = {},
) {
  const headers = await person(hall.rig, who)
  const call: Somebody['call'] = (method, url, body, key = randomUUID()) =>
    hall.call('anonymous', method, url, {
      headers: { ...headers, 'idempotency-key': key },
      ...(method === 'GET' ? {} : { body: body ?? {} }),
    })
  const { id } = (await ok(call('GET', '/api/user/me/'))).body
  const mine: Somebody['mine'] = (method, tournament, body, key) =>
    call(method, `${t}/tournament/${tournament}/registration/`, body, key)
  return { id, call, mine } satisfies Somebody
}

/** A tournament that players may register for. */
export async function openTournament(hall: Hall, more: object = {}): Promise<number> {
  const body = {
    scene: hall.scene,
    name: 'Open',
    date: '2026-03-01',
    allowRegistration: true,
    ...more,
  }
  return (await ok(hall.call('admin', 'POST', `${t}/tournament/`, { body }))).body.id
}

/** As an organiser. */
export async function organise(
  hall: Hall,
  method: string,
  path: string,
  body: unknown = {},
): Promise<Body> {
  return (await ok(hall.call('admin', method, `${t}/${path}`, { body }))).body
}

/** A photo as a browser sends it, with the place where it was taken. */
export async function photo(background = '#2040c0'): Promise<string> {
  const picture = sharp({ create: { width: 1200, height: 600, channels: 3, background } })
  const place = { IFD0: { Copyright: 'CANARY-EXIF' } }
  const bytes = await picture.withExif(place).jpeg().toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

/** Everything that is in the database, as text. */
export async function dump({ rig }: Hall): Promise<string> {
  const { pool } = rig.store
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    parts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return parts.join('\n')
}
