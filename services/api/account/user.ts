import type { FastifyRequest } from 'fastify'
import { authenticate, hashOf, notFound, notSignedIn, signIn, signOut } from '../../web/index.ts'
import type { PairedTablet, Person } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { safeRedirect } from './safe-redirect.ts'
import type { PersonId } from '#events/ids.ts'
import { route } from '../http/route.ts'

export function userRoutes(context: Context): void {
  const { web, store } = context
  // Codes and sessions may not stay in any cache either, although the request has no credentials.
  web.addHook('onSend', async ({ routeOptions: { url } }, reply) => {
    if (url?.startsWith('/api/user/')) reply.header('cache-control', 'no-store')
  })

  route(web, 'GET /api/user/me/', { access: 'readMe' }, async ({ person }) => {
    if (!person) throw notSignedIn()
    return personBody(context, person)
  })

  // Browsers log every answer of 401 as an error, and most visitors are not signed in.
  route(web, 'GET /api/user/visitor/', { access: 'readVisitor' }, async (request) => {
    const person = await authenticate(store, request)
    return { person: person && (await personBody(context, person)) }
  })

  route(
    web,
    'POST /api/user/sign-out/',
    { access: 'signOut', isIdempotent: false },
    async (request, reply) => {
      await signOut(store, { request, reply })
      return { success: true as const }
    },
  )
}

async function personBody({ store, accounts }: Context, person: Person) {
  const { id, name, isOwner, session, scope } = person
  const readOnlyIn = session?.readOnlyIn ?? []
  if (session?.paired) return { ...(await tabletBody(store, person, session.paired)), readOnlyIn }
  // A key for one scene may be on a display; it does not tell its owner's address.
  const account = id === null || scope ? null : await accounts.of(id)
  const { email = null, emailVerified = false, hasPassword = false } = account ?? {}
  const roles = scope ? await limitedRoles(store, person) : await rolesOf(store, id)
  const privacy = id === null ? null : await privacyOf(store, id)
  const own = { id, name, email, emailVerified, hasPassword, isOwner, roles, shown: privacy }
  return { ...own, paired: null, readOnlyIn }
}

const codeLifetimeMs = 15 * 60 * 1000
const loopback = /^(127\.|::1$|::ffff:127\.)/

/**
 * Sign-in links for the seeded persons of the embedded servers. A link works once, for 15 minutes
 * and on this machine only.
 */
export function seededSignInRoutes({ web, store }: Context): void {
  route(web, 'GET /api/user/sign-in/:code/', { access: 'signIn' }, async (request, reply) => {
    if (!isLocal(request)) throw notFound()
    const signInLink = await store.db
      .deleteFrom('kept.signIn')
      .where('codeHash', '=', hashOf(request.params.code))
      .where('createdAt', '>', new Date(Date.now() - codeLifetimeMs))
      .returning('person')
      .executeTakeFirstOrThrow(notFound)
    await signIn(store, signInLink.person, { request, reply })
    return reply.header('cache-control', 'no-store').redirect(safeRedirect(request.query.to))
  })
}

/** A forwarded request came through a proxy on this machine, and its client may be anywhere. */
function isLocal({ ip, raw, headers }: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers
  return !isForwarded && loopback.test(ip) && loopback.test(raw.socket.remoteAddress ?? '')
}

async function privacyOf({ db }: Context['store'], id: PersonId) {
  const row = await db
    .selectFrom('kept.person')
    .select(['doNotDisplay', 'isProfilePublic'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** A paired tablet stands in public, so of its person it gets the name only. */
async function tabletBody(store: Context['store'], person: Person, paired: PairedTablet) {
  const { id, name } = person
  const cabinet = await store.db
    .selectFrom('kept.cabinet')
    .select('displayName')
    .where('id', '=', paired.cabinet)
    .executeTakeFirst()
  return {
    shown: null,
    id,
    name,
    email: null,
    emailVerified: false,
    hasPassword: false,
    isOwner: false,
    paired: { ...paired, cabinetName: cabinet?.displayName ?? '' },
    roles: await limitedRoles(store, person),
  }
}

/** What a tablet or a key may do, which is less than the person may. */
async function limitedRoles({ db }: Context['store'], { roles }: Pick<Person, 'roles'>) {
  const scenes = await db
    .selectFrom('kept.scene')
    .select(['id as scene', 'name as sceneName'])
    .where('id', 'in', [0, ...roles.keys()])
    .execute()
  return scenes.map((row) => ({ ...row, role: roles.get(row.scene) ?? ('tournament' as const) }))
}

async function rolesOf({ db }: Context['store'], person: PersonId | null) {
  if (person === null) return []
  return db
    .selectFrom('kept.role')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.role.scene')
    .select(['scene', 'kept.scene.name as sceneName', 'role'])
    .where('person', '=', person)
    .orderBy('sceneName')
    .execute()
}
