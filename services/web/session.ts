import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../store/index.ts'
import { hashOf, newSecret } from './secret.ts'

const dayMs = 24 * 60 * 60 * 1000
const idleMs = 30 * dayMs
const absoluteMs = 90 * dayMs
const touchEveryMs = 60 * 60 * 1000

/** A browser keeps the first name to https alone; a plain address in the hall cannot have it. */
export function cookieName(request: FastifyRequest): '__Host-waggle' | 'waggle' {
  return request.protocol === 'https' ? '__Host-waggle' : 'waggle'
}

/** Signs a person in on this browser. */
export async function signIn(
  store: Store,
  person: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const token = newSecret()
  const now = Date.now()
  await store.db
    .insertInto('kept.session')
    .values({
      tokenHash: hashOf(token),
      person,
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
      expiresAt: new Date(now + absoluteMs),
    })
    .execute()
  reply.setCookie(cookieName(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: absoluteMs / 1000,
  })
}

export async function signOut(
  store: Store,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const name = cookieName(request)
  const token = request.cookies[name]
  if (token) {
    await store.db.deleteFrom('kept.session').where('tokenHash', '=', hashOf(token)).execute()
  }
  const secure = request.protocol === 'https'
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

/** The person of a session that is still good; being seen keeps it so. */
export async function personOfSession(store: Store, token: string): Promise<number | null> {
  const tokenHash = hashOf(token)
  const now = Date.now()
  const session = await store.db
    .selectFrom('kept.session')
    .select(['person', 'lastSeenAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', new Date(now))
    .where('lastSeenAt', '>', new Date(now - idleMs))
    .executeTakeFirst()
  if (!session) return null
  if (session.lastSeenAt.getTime() < now - touchEveryMs) {
    await store.db
      .updateTable('kept.session')
      .set({ lastSeenAt: new Date(now) })
      .where('tokenHash', '=', tokenHash)
      .execute()
  }
  return session.person
}
