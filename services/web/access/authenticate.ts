import type { FastifyRequest } from 'fastify'
import type { By } from '../../../events/schema/commit.ts'
import type { KeyRights, Store } from '../../store/index.ts'
import { capped } from './access.ts'
import type { Role } from './access.ts'
import { readKey } from './asker.ts'
import type { PersonColumns } from './asker.ts'
import { cookieName, goodSession } from './session.ts'
import type { Session } from './session.ts'
import type { PersonId, SceneId } from '../../../events/ids.ts'

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
  /** of a key that is for one scene: how much it may there */
  rights: KeyRights | null
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
  const found = await goodSession(store, request, token)
  return found && personOf(found.row, found.session.person, found.session)
}

async function personOfKey(
  store: Store,
  request: FastifyRequest,
  key: string,
): Promise<Person | null> {
  const found = await readKey(store, request, key)
  if (!found) return null
  const { name, person } = found
  if (person === null) {
    const by = { kind: 'key', name } as const
    return { by, id: null, session: null, rights: null, name, isOwner: true, roles: new Map() }
  }
  await noteUse(store, found)
  const whole = personOf(found, person, null)
  const { scene, rights } = found
  if (!whole || scene === null || rights === null) return whole
  return { ...inScene(whole, scene, (role) => capped(role, rights)), rights }
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

/** Somebody who has at most some role in one scene, as long as they have one, and is nobody elsewhere. */
function inScene(
  person: Person,
  scene: SceneId,
  most: (role: Role | undefined) => Role | undefined,
): Person {
  const role = most(person.isOwner ? 'admin' : person.roles.get(scene))
  return { ...person, isOwner: false, roles: new Map(role ? [[scene, role]] : []) }
}

function personOf(row: PersonColumns, id: PersonId, session: Session | null): Person | null {
  const { personName: name, isOwner, roles } = row
  if (name === null || isOwner === null) return null
  const ofScenes = Object.entries(roles ?? {}).map(
    ([scene, role]) => [Number(scene), role] as const,
  )
  const by = { kind: 'person', id } as const
  const whole = { by, id, session, rights: null, name, isOwner, roles: new Map(ofScenes) }
  if (!session?.paired) return whole
  // A paired tablet officiates as long as who paired it may.
  return inScene(whole, session.paired.scene, (role) => role && 'tournament')
}
