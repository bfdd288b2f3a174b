import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutFlush } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { readSession } from './credentials.ts'
import type { SessionRow } from './credentials.ts'
import { setOwnCookie } from './own-cookie.ts'
import { hashOf, newSecret } from './secret.ts'
import type { CabinetId, PersonId, SceneId } from '#events/ids.ts'

const dayMs = 24 * 60 * 60 * 1000
const idleMs = 30 * dayMs
const absoluteMs = 90 * dayMs
const touchEveryMs = 60 * 60 * 1000
const deviceLength = 200

/**
 * Browsers accept the `__Host-` prefix only over https; a plain address in the venue cannot use it.
 */
export function cookieName(request: FastifyRequest): '__Host-waggle' | 'waggle' {
  return request.protocol === 'https' ? '__Host-waggle' : 'waggle'
}

/** A tablet paired with a cabinet: it acts for the person who paired it, only there (R-PE-4). */
export type PairedTablet = { scene: SceneId; cabinet: CabinetId; name: string }
/** A valid session. */
export type Session = {
  id: number
  person: PersonId
  createdAt: Date
  paired: PairedTablet | null
  /** scenes in which the session is read-only */
  readOnlyIn: number[]
}
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Signs a person in with a new token and ends the browser's previous session. */
export async function signIn(
  store: Store,
  person: PersonId,
  { request, reply, paired }: Exchange & { paired?: PairedTablet },
): Promise<void> {
  const token = newSecret()
  const now = Date.now()
  await endSession(store, request)
  await deleteExpired(store, person, now)
  await store.db
    .insertInto('kept.session')
    .values({
      device: (request.headers['user-agent'] ?? '').slice(0, deviceLength),
      tokenHash: hashOf(token),
      person,
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
      expiresAt: new Date(now + absoluteMs),
      ...paired,
    })
    .execute()
  setOwnCookie({ request, reply }, cookieName(request), { token, forMs: absoluteMs })
}

export async function signOut(store: Store, { request, reply }: Exchange): Promise<void> {
  const name = cookieName(request)
  await endSession(store, request)
  const secure = request.protocol === 'https'
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

async function endSession(store: Store, request: FastifyRequest): Promise<void> {
  const token = request.cookies[cookieName(request)]
  if (!token) return
  await store.db.deleteFrom('kept.session').where('tokenHash', '=', hashOf(token)).execute()
}

/** Deletes the person's expired sessions. */
async function deleteExpired({ db }: Store, person: PersonId, now: number): Promise<void> {
  await db
    .deleteFrom('kept.session')
    .where('person', '=', person)
    .where((eb) =>
      eb.or([eb('expiresAt', '<=', new Date(now)), eb('lastSeenAt', '<=', new Date(now - idleMs))]),
    )
    .execute()
}

/** Ends a person's sessions, known devices, paired tablets, open pairings and API keys. */
export async function endSessions({ db }: Pick<Store, 'db'>, person: PersonId): Promise<void> {
  await db.deleteFrom('kept.session').where('person', '=', person).execute()
  await db.deleteFrom('kept.knownDevice').where('person', '=', person).execute()
  await db.deleteFrom('kept.pairing').where('person', '=', person).execute()
  await db.deleteFrom('kept.apiKey').where('person', '=', person).execute()
}

/** Reads a valid session and records its use, which extends it up to the absolute limit. */
export async function readValidSession(
  store: Store,
  request: FastifyRequest,
  token: string,
): Promise<{ session: Session; row: SessionRow } | null> {
  const now = Date.now()
  const row = await readSession(store, request, { token, now, idleMs })
  if (!row) return null
  const { id, person, createdAt, lastSeenAt, scene, cabinet, name, readOnlyIn } = row
  if (lastSeenAt.getTime() < now - touchEveryMs) {
    // Without a flush, so that a press does not wait for a standby that is away.
    const text = `update kept.session set last_seen_at = $2 where id = $1 returning ${withoutFlush}`
    await store.pool.query(text, [id, new Date(now)])
  }
  const paired = scene !== null && cabinet !== null ? { scene, cabinet, name } : null
  return { session: { id, person, createdAt, paired, readOnlyIn }, row }
}

export function validSessions({ db }: Pick<Store, 'db'>, now: number) {
  return db
    .selectFrom('kept.session')
    .where('expiresAt', '>', new Date(now))
    .where('lastSeenAt', '>', new Date(now - idleMs))
}

/** A person's valid sessions, most recently used first. */
export function sessionsOf(store: Store, person: PersonId) {
  return validSessions(store, Date.now())
    .select(['id', 'device', 'createdAt', 'lastSeenAt'])
    .where('person', '=', person)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
}
