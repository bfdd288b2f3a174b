import type { FastifyRequest } from 'fastify'
import type { By } from '../../events/commit.ts'
import type { Store } from '../store/index.ts'
import type { Role } from './access.ts'
import { hashOf } from './secret.ts'
import { cookieName, personOfSession } from './session.ts'

/** Who sends a request: a signed-in person, or a script with an API key, which may do everything. */
export type Person = {
  by: By
  /** null for a key */
  id: number | null
  name: string
  isOwner: boolean
  /** by scene id */
  roles: ReadonlyMap<number, Role>
}

const bearer = /^Bearer +(\S+)$/i

export async function identify(store: Store, request: FastifyRequest): Promise<Person | null> {
  const key = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (key) return personOfKey(store, key)
  const token = request.cookies[cookieName(request)]
  const id = token ? await personOfSession(store, token) : null
  return id === null ? null : readPerson(store, id)
}

async function personOfKey(store: Store, key: string): Promise<Person | null> {
  const found = await store.db
    .selectFrom('kept.apiKey')
    .select('name')
    .where('hash', '=', hashOf(key))
    .executeTakeFirst()
  if (!found) return null
  const { name } = found
  return { by: { kind: 'key', name }, id: null, name, isOwner: true, roles: new Map() }
}

async function readPerson(store: Store, id: number): Promise<Person | null> {
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
  return { by: { kind: 'person', id }, id, name, isOwner, roles: new Map(roles) }
}
