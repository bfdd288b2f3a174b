import type { FastifyRequest } from 'fastify'
import type { PersonId } from '#events/ids.ts'
import type { Store } from '../../store/index.ts'
import { setOwnCookie } from './own-cookie.ts'
import { hashOf, newSecret } from './secret.ts'
import type { Exchange } from './session.ts'

const maxAgeMs = 180 * 24 * 60 * 60 * 1000

/**
 * An identifier of this browser if the person with this e-mail has signed in on it before, or null.
 */
export async function knownDevice(
  { db }: Store,
  request: FastifyRequest,
  email: string,
): Promise<string | null> {
  const token = request.cookies[cookieName(request)]
  if (!token) return null
  const found = await db
    .selectFrom('kept.knownDevice')
    .innerJoin('kept.person', 'kept.person.id', 'kept.knownDevice.person')
    .select('tokenHash')
    .where('tokenHash', '=', hashOf(token))
    .where('email', '=', email.toLowerCase())
    .where('seenAt', '>', new Date(Date.now() - maxAgeMs))
    .executeTakeFirst()
  return found?.tokenHash ?? null
}

/**
 * Called after a correct password. A known device gets no rights; its sign-in attempts are only
 * counted separately.
 */
export async function rememberDevice(
  { db }: Store,
  person: PersonId,
  { request, reply }: Exchange,
): Promise<void> {
  const token = (await ownToken(db, request)) ?? newSecret()
  const seenAt = new Date()
  await db
    .deleteFrom('kept.knownDevice')
    .where('person', '=', person)
    .where('seenAt', '<=', new Date(seenAt.getTime() - maxAgeMs))
    .execute()
  await db
    .insertInto('kept.knownDevice')
    .values({ tokenHash: hashOf(token), person, seenAt })
    .onConflict((oc) => oc.columns(['person', 'tokenHash']).doUpdateSet({ seenAt }))
    .execute()
  setOwnCookie({ request, reply }, cookieName(request), { token, forMs: maxAgeMs })
}

/** Reuses the browser's token, because several people may share it, but only one issued by us. */
async function ownToken(db: Store['db'], request: FastifyRequest): Promise<string | null> {
  const token = request.cookies[cookieName(request)]
  if (!token) return null
  const found = await db
    .selectFrom('kept.knownDevice')
    .select('person')
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  return found ? token : null
}

/** Browsers accept the `__Host-` prefix only over https, as for the session cookie. */
function cookieName(request: FastifyRequest): '__Host-waggle-device' | 'waggle-device' {
  return request.protocol === 'https' ? '__Host-waggle-device' : 'waggle-device'
}
