import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonId } from '../../../events/ids.ts'
import type { Store } from '../../store/index.ts'
import { setOwnCookie } from './own-cookie.ts'
import { hashOf, newSecret } from './secret.ts'

const knownMs = 180 * 24 * 60 * 60 * 1000

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Tells a browser in which the person with this e-mail has signed in before from all others; null: it is not known. */
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
    .where('seenAt', '>', new Date(Date.now() - knownMs))
    .executeTakeFirst()
  return found?.tokenHash ?? null
}

/** After the right password. It gives no right: only tries from here are counted by themselves. */
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
    .where('seenAt', '<=', new Date(seenAt.getTime() - knownMs))
    .execute()
  await db
    .insertInto('kept.knownDevice')
    .values({ tokenHash: hashOf(token), person, seenAt })
    .onConflict((oc) => oc.columns(['person', 'tokenHash']).doUpdateSet({ seenAt }))
    .execute()
  setOwnCookie({ request, reply }, cookieName(request), { token, forMs: knownMs })
}

/** Several people may sign in on one browser; a token that was not made here is not taken. */
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

/** A browser keeps the first name to https alone, as that of the session. */
function cookieName(request: FastifyRequest): '__Host-waggle-device' | 'waggle-device' {
  return request.protocol === 'https' ? '__Host-waggle-device' : 'waggle-device'
}
