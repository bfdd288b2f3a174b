import type { FastifyRequest } from 'fastify'
import type { By } from '../../../events/schema/commit.ts'
import type { Store } from '../../store/index.ts'
import type { Role } from './access.ts'
import { hashOf } from './secret.ts'
import { cookieName, sessionOf } from './session.ts'
import type { Session } from './session.ts'
import type { SceneId } from '../../../events/ids.ts'

/**
 * Who sends a request: a signed-in person, or a script with an API key. A person's key may do what
 * its person may; the operator's, which is nobody's, may do everything.
 */
export type Person = {
  by: By
  /** null for the operator's key */
  id: number | null
  /** null: by a key */
  session: Session | null
  name: string
  isOwner: boolean
  /** by scene id */
  roles: ReadonlyMap<number, Role>
}

const noteEveryMs = 60 * 60 * 1000
const bearer = /^Bearer +(\S+)$/i

declare module 'fastify' {
  interface FastifyInstance {
    /** where nobody is known by a session: the cookie that holds an API key */
    keyCookie: string | null
  }
}

export async function authenticate(store: Store, request: FastifyRequest): Promise<Person | null> {
  const { keyCookie } = request.server
  const sent = bearer.exec(request.headers.authorization ?? '')?.[1]
  const key = sent ?? (keyCookie === null ? undefined : request.cookies[keyCookie])
  if (key) return personOfKey(store, key)
  if (keyCookie !== null) return null
  const token = request.cookies[cookieName(request)]
  const session = token ? await sessionOf(store, token) : null
  return session && readPerson(store, session.person, session)
}

async function personOfKey(store: Store, key: string): Promise<Person | null> {
  const found = await store.db
    .selectFrom('kept.apiKey')
    .select(['id', 'name', 'person', 'lastUsedAt'])
    .where('hash', '=', hashOf(key))
    .executeTakeFirst()
  if (!found) return null
  const { name, person } = found
  if (person === null) {
    const by = { kind: 'key', name } as const
    return { by, id: null, session: null, name, isOwner: true, roles: new Map() }
  }
  await noteUse(store, found)
  return readPerson(store, person, null)
}

async function noteUse(
  { db }: Store,
  { id, lastUsedAt }: { id: number; lastUsedAt: Date | null },
): Promise<void> {
  const now = Date.now()
  if (lastUsedAt && lastUsedAt.getTime() > now - noteEveryMs) return
  await db
    .updateTable('kept.apiKey')
    .set({ lastUsedAt: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** A paired tablet officiates in its scene as long as who paired it may, and is nobody elsewhere. */
function atCabinet(person: Person, scene: SceneId): Person {
  const role = person.isOwner ? 'admin' : person.roles.get(scene)
  const roles = new Map<number, Role>(role ? [[scene, 'tournament']] : [])
  return { ...person, isOwner: false, roles }
}

async function readPerson(
  store: Store,
  id: number,
  session: Session | null,
): Promise<Person | null> {
  const rows = await store.db
    .selectFrom('kept.person')
    .leftJoin('kept.role', 'kept.role.person', 'kept.person.id')
    .select(['kept.person.name', 'kept.person.isOwner', 'kept.role.scene', 'kept.role.role'])
    .where('kept.person.id', '=', id)
    .execute()
  const [first] = rows
  if (!first) return null
  const roles = rows.flatMap(({ scene, role }) =>
    scene !== null && role !== null ? [[scene, role] as const] : [],
  )
  const { name, isOwner } = first
  const by = { kind: 'person', id } as const
  const whole = { by, id, session, name, isOwner, roles: new Map(roles) }
  return session?.paired ? atCabinet(whole, session.paired.scene) : whole
}
