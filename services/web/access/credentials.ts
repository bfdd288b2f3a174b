import type { FastifyRequest } from 'fastify'
import type { CabinetId, PersonId, SceneId } from '#events/ids.ts'
import { maxInteger } from '#events/rules/limits.ts'
import type { KeyRights, Store } from '../../store/index.ts'
import type { Role } from './access.ts'
import { readMethods } from './public-read.ts'
import { hashOf } from './secret.ts'

/** The stored response to a command with the same id. */
export type AnswerRow = {
  contentHash: string
  status: number
  body: unknown
  person: PersonId | null
  asker: string | null
}
/** Data that a write needs in addition to the caller; read in the same query, which is cheaper. */
type Foreknown = {
  /** null if the command has no answer yet */
  answer: AnswerRow | null
  /** whether the tournament has videos; null if not requested */
  isFilmed: boolean | null
  /** scene of the tournament in the path; null if there is none or it was not requested */
  scene: SceneId | null
  /** cabinets of the tournament whose client is offline; null if not requested */
  offline: CabinetId[] | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** data to read together with the caller, about the match or tournament in the path */
    prefetch?: { of: 'match' | 'tournament'; offline?: true }
  }
  interface FastifyRequest {
    /** null if the route does not authenticate */
    prefetched: Foreknown | null
  }
}

export type PersonColumns = {
  personName: string | null
  isOwner: boolean | null
  roles: Record<string, Role> | null
}
export type SessionRow = PersonColumns & {
  id: number
  person: PersonId
  createdAt: Date
  lastSeenAt: Date
  scene: SceneId | null
  cabinet: CabinetId | null
  name: string
  readOnlyIn: SceneId[]
}
type KeyRow = PersonColumns & {
  id: number
  name: string
  person: PersonId | null
  scene: SceneId | null
  rights: KeyRights | null
  lastUsedAt: Date | null
}

const person = `p.name as "personName", p.is_owner as "isOwner",
  (select json_object_agg(scene, role) from (
    select scene, role from kept.role where person = p.id
    union all select s.id, r.role from kept.role r join kept.scene s on s.practice_of = r.scene
      where r.person = p.id) every_role) as roles`
const prefetched = `json_build_object(
  'answer', (select row_to_json(k) from (
    select content_hash as "contentHash", status, body, person, asker
    from kept.idempotency_key where id = q.command) k),
  'isFilmed', case q.concerns
    when 'match' then exists (select from view.match m join kept.video v on v.tournament = m.tournament
      where m.id = q.target)
    when 'tournament' then exists (select from kept.video where tournament = q.target) end,
  'scene', case q.concerns when 'tournament' then (select t.scene from view.tournament t where t.id = q.target) end,
  'offline', case when q.offline then array(
    select c.id from view.cabinet c where c.client_status = 'offline' and c.id = any(array(
      select assigned::int from view.tournament t, jsonb_array_elements_text(t.assigned_cabinets) assigned
      where t.id = case q.concerns when 'tournament' then q.target
        else (select m.tournament from view.match m where m.id = q.target) end))) end) as prefetched`
const requests = `unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::boolean[],
  $6::timestamptz[], $7::timestamptz[]) with ordinality
  as q(token, command, concerns, target, offline, asked_at, seen_after, n)`
/**
 * Always true. Without a range Postgres expects more rows for an array of unknown length than for a
 * given one, and would plan the statement again for each request, which takes longer than to run it.
 */
const isCall = `q.n between 1 and cardinality($1::text[])`
const bySession = `select q.n, s.id, s.person, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
  s.scene, s.cabinet, s.name, array(select scene from kept.read_only where session = s.id) as "readOnlyIn",
  ${person}, ${prefetched}
  from ${requests} join kept.session s on s.token_hash = q.token join kept.person p on p.id = s.person
  where s.expires_at > q.asked_at and s.last_seen_at > q.seen_after and ${isCall}`
const byKey = `select q.n, a.id, a.name, a.person, a.scene, a.rights, a.last_used_at as "lastUsedAt", ${person}, ${prefetched}
  from ${requests} join kept.api_key a on a.hash = q.token left join kept.person p on p.id = a.person
  where (a.ends_at is null or a.ends_at > q.asked_at) and ${isCall}`

/** Reads a valid session, its person and the data the route needs in one query. */
export function readSession(
  store: Store,
  request: FastifyRequest,
  { token, now, idleMs }: { token: string; now: number; idleMs: number },
): Promise<SessionRow | undefined> {
  const validAfter = [new Date(now), new Date(now - idleMs)]
  return read<SessionRow>(store, request, {
    name: 'by session',
    text: bySession,
    token,
    validAfter,
  })
}

export function readKey(
  store: Store,
  request: FastifyRequest,
  token: string,
): Promise<KeyRow | undefined> {
  return read<KeyRow>(store, request, {
    name: 'by key',
    text: byKey,
    token,
    validAfter: [new Date(), null],
  })
}

type Statement = { name: string; text: string; token: string; validAfter: (Date | null)[] }
function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id <= maxInteger
}

async function read<Row>(
  { runTogether }: Store,
  request: FastifyRequest,
  { name, text, token, validAfter }: Statement,
): Promise<Row | undefined> {
  const isWrite = !readMethods.has(request.method)
  const command = request.headers['idempotency-key']
  const { of = null, offline = false } = (isWrite && request.routeOptions.config.prefetch) || {}
  const { id: idText } = (request.params ?? {}) as { id?: string }
  const id = isId(Number(idText)) ? Number(idText) : null
  const values = [
    hashOf(token),
    isWrite && typeof command === 'string' ? hashOf(command) : null,
    id === null ? null : of,
    id,
    offline,
    ...validAfter,
  ]
  const row = await runTogether<Row & { prefetched: Foreknown }>({ name, text }, values)
  // Only for a write, because a client repeats its id until it gets an answer.
  request.prefetched = (isWrite && row?.prefetched) || null
  return row
}
