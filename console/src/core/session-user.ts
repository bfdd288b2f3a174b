import { deviceName } from './device.ts'
import { create } from 'zustand'
import { read, rest, sendOnce } from './rest.ts'
import type { Answer } from './rest.ts'

export type Person = Answer<'/api/user/me/'>
type Role = Person['roles'][number]
/** A tablet that is paired with a cabinet: it can only referee there (R-PE-4). */
export type PairedTablet = NonNullable<Person['paired']>
type User = { state: 'loading' } | { state: 'out' } | { state: 'in'; person: Person }

export const useUser = create<User>(() => ({ state: 'loading' }))

const retryMs = 2_000

export async function loadUser(): Promise<void> {
  try {
    useUser.setState(await readUser(), true)
  } catch {
    setTimeout(() => void loadUser(), retryMs)
  }
}

export async function readUser(): Promise<User> {
  const { person } = await read(rest.get('/api/user/visitor/'))
  return person ? { state: 'in', person } : { state: 'out' }
}

export async function signOut(): Promise<void> {
  await sendOnce(rest.post('/api/user/sign-out/'), deviceName())
  await loadUser()
}

export function pairedOf(user: User): PairedTablet | null {
  return user.state === 'in' ? user.person.paired : null
}

/** The officials of a scene are also the officials of its practice scene. */
type SceneRef = { id: number; practiceOf?: number | null }

/** True for officials and admins of the scene. */
export function mayOfficiate(user: User, scene: SceneRef): boolean {
  return mayOrganize(user, scene) || hasRole(user, scene, 'tournament')
}

export function mayOrganize(user: User, scene: SceneRef): boolean {
  return user.state === 'in' && (user.person.isOwner || hasRole(user, scene, 'admin'))
}

/** True for the owner of the site and for admins of any scene. */
export function organizesAny({ isOwner, roles }: Person): boolean {
  return isOwner || roles.some(({ role }) => role === 'admin')
}

function hasRole(user: User, { id, practiceOf }: SceneRef, role: Role['role']): boolean {
  if (user.state !== 'in') return false
  const sceneId = practiceOf ?? id
  return user.person.roles.some((each) => each.role === role && each.scene === sceneId)
}
