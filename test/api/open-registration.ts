import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expectOk, person } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Reply } from '../support/two-scenes.ts'

/** A signed-in person with their own session and no role. */
export type Registrant = {
  id: number
  call(method: string, url: string, body?: unknown, key?: string): Promise<Reply>
  /** a request to their own registration */
  registration(method: string, tournament: number, body?: unknown, key?: string): Promise<Reply>
}
const t = '/api/tournament'

export async function newRegistrant(
  fixture: TwoScenes,
  who: { name?: string; email?: string; emailVerified?: boolean } = {},
) {
  const headers = await person(fixture.app, who)
  const call: Registrant['call'] = (method, url, body, key = randomUUID()) =>
    fixture.call('anonymous', method, url, {
      headers: { ...headers, 'idempotency-key': key },
      ...(method === 'GET' ? {} : { body: body ?? {} }),
    })
  const { id } = (await expectOk(call('GET', '/api/user/me/'))).body
  const registration: Registrant['registration'] = (method, tournament, body, key) =>
    call(method, `${t}/tournament/${tournament}/registration/`, body, key)
  return { id, call, registration } satisfies Registrant
}

/** A tournament with open registration. */
export async function openTournament(fixture: TwoScenes, more: object = {}): Promise<number> {
  const body = {
    scene: fixture.scene,
    name: 'Open',
    date: '2026-03-01',
    allowRegistration: true,
    ...more,
  }
  return (await expectOk(fixture.call('admin', 'POST', `${t}/tournament/`, { body }))).body.id
}

/** Sends a request as an organiser. */
export async function organise(
  fixture: TwoScenes,
  method: string,
  path: string,
  body: unknown = {},
): Promise<Body> {
  return (await expectOk(fixture.call('admin', method, `${t}/${path}`, { body }))).body
}

/** A photo as a browser sends it, with EXIF data. */
export async function photo(background = '#2040c0'): Promise<string> {
  const picture = sharp({ create: { width: 1200, height: 600, channels: 3, background } })
  const exif = { IFD0: { Copyright: 'CANARY-EXIF' } }
  const bytes = await picture.withExif(exif).jpeg().toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

/** All rows of the database, as text. */
export async function dump({ app }: TwoScenes): Promise<string> {
  const { pool } = app.store
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
