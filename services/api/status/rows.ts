import { countUnreadable, excludePracticeSql, synchronousStandby } from '../../store/index.ts'
import type { Encryption, Store } from '../../store/index.ts'
import type { StatusLine } from '../schema/http/status.ts'

export type LineState = Omit<StatusLine, 'line'>
type Rows = Pick<Store, 'db' | 'pool'>

const minute = 60_000
const hour = 60 * minute
/** Devices report every minute. */
const reportedWithinMs = 5 * minute
const maxOffsetMs = 2_000
const maxNames = 3

export async function standby({ pool }: Rows): Promise<LineState> {
  const found = await synchronousStandby(pool)
  if (!found || (!found.isAway && found.waiting === 0)) return { ok: true, text: 'Answers.' }
  const { names, waiting } = found
  const now = waiting === 1 ? '1 write waits' : `${waiting} writes wait`
  const text = `Answers, but the standby (${names}) does not confirm what is written: ${now} for it, and accounts, texts and payments cannot be changed.`
  const todo =
    "Start the standby again, or run: alter system set synchronous_standby_names = ''; select pg_reload_conf()"
  return { ok: false, text: `${text} ${todo}` }
}

/** A damaged log halts only its own tournament (P9). */
export async function haltedTournaments({ pool }: Rows): Promise<LineState> {
  const { rows } = await pool.query<{ name: string; version: number; reason: string }>(
    `select coalesce(t.name || ' ', '') || '(' || h.tournament || ')' as name, h.version, h.reason
     from kept.halted h left join view.tournament t on t.id = h.tournament order by h.tournament`,
  )
  if (rows.length === 0) return { ok: true, text: 'None is stopped.' }
  const names = rows.map(({ name, version, reason }) => `${name} at step ${version}, ${reason}`)
  const todo =
    'Their logs are damaged; all other tournaments continue. Keep their scores on paper and run npm run repair.'
  return { ok: false, text: `Stopped: ${list(names)}. ${todo}` }
}

/** Offline cabinets of tournaments that are in play; others may be switched off. */
export async function offlineCabinets({ pool }: Rows): Promise<LineState> {
  const { rows } = await pool.query<{ name: string; since: string | null; isAway: boolean }>(
    `select distinct c.id, c.display_name || ' (' || s.display_name || ')' as name, v.since,
       v.client_status = 'offline' as "isAway"
     from view.tournament t
     join kept.cabinet c on t.assigned_cabinets @> to_jsonb(c.id)
     join kept.scene s on s.id = c.scene
     join view.cabinet v on v.id = c.id
     where t.is_active and ${excludePracticeSql('scene', 's.id')} and (left(t.date, 10) between $1 and $2
       or exists (select from view.match m where m.tournament = t.id and m.started_at > $3))
     order by c.id`,
    [isoDay(-24 * hour), isoDay(24 * hour), new Date(Date.now() - 12 * hour).toISOString()],
  )
  const offline = rows.filter(({ isAway }) => isAway)
  if (offline.length === 0) {
    return { ok: true, text: `${rows.length} with a client are connected.` }
  }
  const names = offline.map(({ name, since }) => (since ? `${name} since ${clock(since)}` : name))
  const todo =
    'Check its power, its network cable and its client. Meanwhile, its matches can be scored by hand.'
  return { ok: false, text: `Away: ${list(names)}. ${todo}` }
}

export async function waitingPresses({ pool }: Rows): Promise<LineState> {
  const { rows } = await pool.query<{ name: string; unsent: number }>(
    `select name, (health->>'unsent')::int as unsent from kept.session
     where last_seen_at > $1 and (health->>'unsent')::int > 0 order by id`,
    [new Date(Date.now() - reportedWithinMs)],
  )
  if (rows.length === 0) return { ok: true, text: 'None are waiting.' }
  const names = rows.map(({ name, unsent }) => `${unsent} on ${name || 'a device without a name'}`)
  const todo = 'Go to it: its connection bar shows what was not sent and what you can do.'
  return { ok: false, text: `Not sent: ${list(names)}. ${todo}` }
}

export async function wrongClocks({ db }: Rows): Promise<LineState> {
  const rows = await db
    .selectFrom('kept.session')
    .select(['name', 'clockOffsetMs'])
    .where('lastSeenAt', '>', new Date(Date.now() - hour))
    .where((eb) => eb(eb.fn<number>('abs', ['clockOffsetMs']), '>', maxOffsetMs))
    .orderBy('id')
    .execute()
  if (rows.length === 0) return { ok: true, text: 'The clocks of all devices are right.' }
  const names = rows.map(({ name, clockOffsetMs }) => {
    const offsetMs = clockOffsetMs ?? 0
    const direction = offsetMs > 0 ? 'ahead' : 'behind'
    return `${name || 'a device without a name'} is ${Math.round(Math.abs(offsetMs) / 1000)} s ${direction}`
  })
  const todo =
    'Set it to network time. No decision depends on it, but the times it shows as "ago" are wrong.'
  return { ok: false, text: `${list(names)}. ${todo}` }
}

/** Tokens and addresses that were encrypted with another `WAGGLE_SECRET` cannot be used. */
export async function unreadableSecrets(
  store: Rows,
  encryption: Encryption | null,
): Promise<LineState> {
  const { token, address, vapid } = await countUnreadable(store, encryption)
  if (token + address + vapid === 0) return { ok: true, text: 'Opens everything stored with it.' }
  const named = [
    ...(token > 0 ? [`${token} tokens of external brackets`] : []),
    ...(address > 0 ? [`${address} addresses of phones and programs`] : []),
    ...(vapid > 0 ? ['the key for notifications'] : []),
  ]
  const reason = encryption ? 'were stored with another one' : 'need one, and none is set'
  const todo = 'Start with the WAGGLE_SECRET they were stored with, or run npm run change-secret.'
  return { ok: false, text: `Cannot be used: ${named.join(', ')}. They ${reason}. ${todo}` }
}

/** The time of the last backup in ms; null if there is none. */
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
  const moreCount = names.length - maxNames
  return names.slice(0, maxNames).join(', ') + (moreCount > 0 ? ` and ${moreCount} more` : '')
}

function isoDay(fromNowMs: number): string {
  return new Date(Date.now() + fromNowMs).toISOString().slice(0, 10)
}

function clock(iso: string): string {
  return `${iso.slice(11, 16)} UTC`
}
