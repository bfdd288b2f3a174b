import type { FastifyRequest } from 'fastify'
import type { By } from '../../../events/schema/commit.ts'
import type { KeyRights, Store } from '../../store/index.ts'
import { roleWithKey } from './access.ts'
import type { Role } from './access.ts'
import { readKey } from './credentials.ts'
import type { PersonColumns } from './credentials.ts'
import { cookieName, readValidSession } from './session.ts'
import type { Session } from './session.ts'
import type { PersonId, SceneId } from '../../../events/ids.ts'

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
  /** rights of a key that is limited to one scene */
  rights: KeyRights | null
  name: string
  isOwner: boolean
  /** roles by scene id */
  roles: ReadonlyMap<number, Role>
}

const touchEveryMs = 60 * 60 * 1000
const bearer = /^Bearer +(\S+)$/i

declare module 'fastify' {
  interface FastifyInstance {
    /** the cookie that holds an API key, on a server that accepts no sessions */
    keyCookie: string | null
  }
}

export async function authenticate(store: Store, request: FastifyRequest): Promise<Person | null> {
  const { keyCookie } = request.server
  const bearerKey = bearer.exec(request.headers.authorization ?? '')?.[1]
  const key = bearerKey ?? (keyCookie === null ? undefined : request.cookies[keyCookie])
  if (key) return personOfKey(store, request, key)
  if (keyCookie !== null) return null
  const token = request.cookies[cookieName(request)]
  return token ? personOfSession(store, request, token) : null
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
    return { by, id: null, session: null, rights: null, name, isOwner: true, roles: new Map() }
  }
  await touchKey(store, row)
  const owner = personOf(row, person, null)
  const { scene, rights } = row
  if (!owner || scene === null || rights === null) return owner
  return { ...inScene(owner, scene, (role) => roleWithKey(role, rights)), rights }
}

async function touchKey(
  { db }: Store,
  { id, lastUsedAt }: { id: number; lastUsedAt: Date | null },
): Promise<void> {
  const now = Date.now()
  if (lastUsedAt && lastUsedAt.getTime() > now - touchEveryMs) return
  await db
    .updateTable('kept.apiKey')
    .set({ lastUsedAt: new Date(now) })
    .where('id', '=', id)
    .execute()
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
  const full = { by, id, session, rights: null, name, isOwner, roles: new Map(ofScenes) }
  if (!session?.paired) return full
  // A paired tablet may officiate as long as the person who paired it may.
  return inScene(full, session.paired.scene, (role) => role && 'tournament')
}
