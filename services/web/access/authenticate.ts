import type { FastifyRequest } from 'fastify'
import type { By } from '#events/schema/commit.ts'
import { withoutFlush } from '../../store/index.ts'
import type { KeyRights, Store } from '../../store/index.ts'
import { roleWithKey } from './access.ts'
import type { Role } from './access.ts'
import { Rejection, notSignedIn } from '../errors/rejection.ts'
import { readKey } from './credentials.ts'
import type { PersonColumns } from './credentials.ts'
import { cookieName, readValidSession } from './session.ts'
import type { Session } from './session.ts'
import type { PersonId, SceneId } from '#events/ids.ts'

/**
 * The caller: a signed-in person, or a script with an API key. A person's key has that person's
 * rights; the operator's key belongs to nobody and has all rights.
 */
export type Person = {
  by: By
  /** null for the operator's key */
  id: number | null
  /** null for an API key */
  session: Session | null
  /** the limits of a key for one scene */
  scope: { scene: SceneId; rights: KeyRights } | null
  name: string
  isOwner: boolean
  /** roles by scene id */
  roles: ReadonlyMap<number, Role>
}

const touchEveryMs = 60 * 60 * 1000
const authorization = /^([\w-]{1,30}) +(\S+)$/

declare module 'fastify' {
  interface FastifyInstance {
    /** the cookie that holds an API key, on a server that accepts no sessions */
    keyCookie: string | null
  }
}

/** A key or a session that is not valid is none; a program is told which of them is missing. */
export async function authenticated(store: Store, request: FastifyRequest): Promise<Person> {
  const person = await authenticate(store, request)
  if (person) return person
  if (keyOf(request)) throw new Rejection(401, { code: 'KEY_NOT_VALID' })
  throw request.headers.authorization === undefined ? notSignedIn() : unknownScheme(request)
}

export async function authenticate(store: Store, request: FastifyRequest): Promise<Person | null> {
  const key = keyOf(request)
  if (key) return personOfKey(store, request, key)
  if (request.server.keyCookie !== null) return null
  const token = request.cookies[cookieName(request)]
  return token ? personOfSession(store, request, token) : null
}

function keyOf(request: FastifyRequest): string | undefined {
  const { server, headers, cookies } = request
  const [, scheme = '', key] = authorization.exec(headers.authorization ?? '') ?? []
  if (key && schemesOf(request).some((one) => one.toLowerCase() === scheme.toLowerCase()))
    return key
  return server.keyCookie === null ? undefined : cookies[server.keyCookie]
}

/** Existing programs send `Token`, as the site does that they were written for. */
function schemesOf({ server }: FastifyRequest): string[] {
  return server.keyCookie === null ? ['Bearer'] : ['Bearer', 'Token']
}

/** Names the scheme only if it cannot be the key itself (P19). */
function unknownScheme(request: FastifyRequest): Rejection {
  const scheme = authorization.exec(request.headers.authorization ?? '')?.[1]
  const what = scheme ? `The scheme ${scheme}` : 'This Authorization header'
  const taken = schemesOf(request).map((one) => `"${one} <key>"`)
  return new Rejection(401, {
    detail: `${what} is not taken here. Send Authorization: ${taken.join(' or ')}.`,
    code: 'SCHEME_UNKNOWN',
  })
}

async function personOfSession(
  store: Store,
  request: FastifyRequest,
  token: string,
): Promise<Person | null> {
  const valid = await readValidSession(store, request, token)
  return valid && personOf(valid.row, valid.session.person, valid.session)
}

async function personOfKey(
  store: Store,
  request: FastifyRequest,
  key: string,
): Promise<Person | null> {
  const row = await readKey(store, request, key)
  if (!row) return null
  const { name, person } = row
  if (person === null) {
    const by = { kind: 'key', name } as const
    return { by, id: null, session: null, scope: null, name, isOwner: true, roles: new Map() }
  }
  await touchKey(store, row)
  const owner = personOf(row, person, null)
  const { scene, rights } = row
  if (!owner || scene === null || rights === null) return owner
  const limited = inScene(owner, scene, (role) => roleWithKey(role, rights))
  return { ...limited, scope: { scene, rights } }
}

async function touchKey(
  { pool }: Store,
  { id, lastUsedAt }: { id: number; lastUsedAt: Date | null },
): Promise<void> {
  const now = Date.now()
  if (lastUsedAt && lastUsedAt.getTime() > now - touchEveryMs) return
  const text = `update kept.api_key set last_used_at = $2 where id = $1 returning ${withoutFlush}`
  await pool.query(text, [id, new Date(now)])
}

/** Limits a person to one scene, where `limit` caps their role, and removes all other rights. */
function inScene(
  person: Person,
  scene: SceneId,
  limit: (role: Role | undefined) => Role | undefined,
): Person {
  const role = limit(person.isOwner ? 'admin' : person.roles.get(scene))
  return { ...person, isOwner: false, roles: new Map(role ? [[scene, role]] : []) }
}

function personOf(row: PersonColumns, id: PersonId, session: Session | null): Person | null {
  const { personName: name, isOwner, roles } = row
  if (name === null || isOwner === null) return null
  const ofScenes = Object.entries(roles ?? {}).map(
    ([scene, role]) => [Number(scene), role] as const,
  )
  const by = { kind: 'person', id } as const
  const full = { by, id, session, scope: null, name, isOwner, roles: new Map(ofScenes) }
  if (!session?.paired) return full
  // A paired tablet may officiate as long as the person who paired it may.
  return inScene(full, session.paired.scene, (role) => role && 'tournament')
}
