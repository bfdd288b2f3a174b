import { outsidePracticeText } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import type { StatusLine } from '../schema/status.ts'

type Judged = Omit<StatusLine, 'line'>
type Rows = Pick<Store, 'db' | 'pool'>

const minute = 60_000
const hour = 60 * minute
/** A device says every minute that it is there. */
const heardMs = 5 * minute
const maxOffsetMs = 2_000
const named = 3

/** A damaged log stops its tournament alone (P9). */
export async function haltedTournaments({ pool }: Rows): Promise<Judged> {
  const { rows } = await pool.query<{ name: string; version: number; reason: string }>(
    `select coalesce(t.name || ' ', '') || '(' || h.tournament || ')' as name, h.version, h.reason
     from kept.halted h left join view.tournament t on t.id = h.tournament order by h.tournament`,
  )
  if (rows.length === 0) return { ok: true, text: 'None is stopped.' }
  const names = rows.map(({ name, version, reason }) => `${name} at step ${version}, ${reason}`)
  const todo =
    'Their logs are damaged, all others go on. Keep their scores on paper and run npm run repair.'
  return { ok: false, text: `Stopped: ${list(names)}. ${todo}` }
}

/** Those of tournaments that are played just now: at night a cabinet may well be off. */
export async function cabinetsAway({ pool }: Rows): Promise<Judged> {
  const { rows } = await pool.query<{ name: string; since: string | null; isAway: boolean }>(
    `select distinct c.id, c.display_name || ' (' || s.display_name || ')' as name, v.since,
       v.client_status = 'offline' as "isAway"
     from view.tournament t
     join kept.cabinet c on t.assigned_cabinets @> to_jsonb(c.id)
     join kept.scene s on s.id = c.scene
     join view.cabinet v on v.id = c.id
     where t.is_active and ${outsidePracticeText('scene', 's.id')} and (left(t.date, 10) between $1 and $2
       or exists (select from view.match m where m.tournament = t.id and m.started_at > $3))
     order by c.id`,
    [isoDay(-24 * hour), isoDay(24 * hour), new Date(Date.now() - 12 * hour).toISOString()],
  )
  const away = rows.filter(({ isAway }) => isAway)
  if (away.length === 0) {
    return { ok: true, text: `${rows.length} that have a client are connected.` }
  }
  const names = away.map(({ name, since }) => (since ? `${name} since ${clock(since)}` : name))
  const todo =
    'Look at its power, its network cable and its client. Its matches can be scored by hand meanwhile.'
  return { ok: false, text: `Away: ${list(names)}. ${todo}` }
}

export async function waitingPresses({ pool }: Rows): Promise<Judged> {
  const { rows } = await pool.query<{ name: string; unsent: number }>(
    `select name, (health->>'unsent')::int as unsent from kept.session
     where last_seen_at > $1 and (health->>'unsent')::int > 0 order by id`,
    [new Date(Date.now() - heardMs)],
  )
  if (rows.length === 0) return { ok: true, text: 'None wait.' }
  const names = rows.map(({ name, unsent }) => `${unsent} on ${name || 'a device without a name'}`)
  const todo =
    'Go to it: what it has not sent stands in the row of its connection, with what can be done.'
  return { ok: false, text: `Not sent: ${list(names)}. ${todo}` }
}

export async function wrongClocks({ db }: Rows): Promise<Judged> {
  const rows = await db
    .selectFrom('kept.session')
    .select(['name', 'clockOffsetMs'])
    .where('lastSeenAt', '>', new Date(Date.now() - hour))
    .where((eb) => eb(eb.fn<number>('abs', ['clockOffsetMs']), '>', maxOffsetMs))
    .orderBy('id')
    .execute()
  if (rows.length === 0) return { ok: true, text: 'Those of all devices are right.' }
  const names = rows.map(({ name, clockOffsetMs }) => {
    const by = clockOffsetMs ?? 0
    const how = by > 0 ? 'ahead' : 'behind'
    return `${name || 'a device without a name'} is ${Math.round(Math.abs(by) / 1000)} s ${how}`
  })
  const todo =
    'Set it to the time of the network. Nothing is decided by it, but what it shows as "ago" is wrong.'
  return { ok: false, text: `${list(names)}. ${todo}` }
}

/** In ms; null: none was taken. */
export async function lastBackup({ db }: Rows): Promise<number | null> {
  const row = await db
    .selectFrom('kept.backupTaken')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at.getTime() ?? null
}

function list(names: string[]): string {
  const more = names.length - named
  return names.slice(0, named).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function isoDay(fromNowMs: number): string {
  return new Date(Date.now() + fromNowMs).toISOString().slice(0, 10)
}

function clock(iso: string): string {
  return `${iso.slice(11, 16)} UTC`
}
