import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyRights, Store } from '../../store/index.ts'
import {
  isScoped,
  isAllowedWithKey,
  isAllowedWhenPaired,
  isGlobal,
  roleSuffices,
  accessLevelOf,
} from './access.ts'
import type { Action, AccessLevel } from './access.ts'
import { bodyLimitsOf } from './body-limits.ts'
import { isCrossSiteWrite } from './cross-site.ts'
import { readMethods } from './public-read.ts'
import { authenticated } from './authenticate.ts'
import type { Person } from './authenticate.ts'
import { Rejection, notAuthorized, notFound } from '../errors/rejection.ts'
import type { PairedTablet } from './session.ts'
import type { SceneId } from '#events/ids.ts'

/**
 * Finds the scene that a request affects from its path or body; null if the target is not found.
 */
export type SceneOf = (request: FastifyRequest) => Promise<number | null>
/** Finds the person behind the player in the path; null if the player has no account. */
export type PersonOf = (request: FastifyRequest) => Promise<number | null>
/** A line of the access matrix: a route and the access level it requires. */
export type AccessRow = {
  method: string
  url: string
  action: Action
  who: AccessLevel
  socket: boolean
  /** the response is a stream that stays open */
  stream: boolean
  /** maximum body size in bytes */
  bodyLimit: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the route's action in the access table */
    access?: Action
    /** the response stays open; it is counted as a viewer, not as a request in flight */
    isStream?: boolean
    /** required if the access level is a role in a scene */
    scene?: SceneOf
    /** required if the access level is the player */
    whose?: PersonOf
  }
  interface FastifyRequest {
    /** the caller; null if the route is for everyone */
    person: Person | null
  }
  interface FastifyInstance {
    /** every route and socket with its entry in the access table */
    matrix(): AccessRow[]
  }
}

/**
 * Denies by default: a route without an entry fails at startup, and every request is checked (P18).
 */
export function authorize(web: FastifyInstance, store: Store): void {
  const lines: AccessRow[] = []
  const sockets = new Set<string>()
  web.decorate('matrix', () => lines)
  web.decorateRequest('person', null)
  web.decorateRequest('prefetched', null)

  web.addHook('onRoute', (options) => {
    // Fields are judged after the rights: whoever may not do it learns nothing about them.
    options.attachValidation = true
    const { method, url, config, ...route } = options
    const action = config?.access
    const methods = [method].flat()
    if (!action) throw new Error(`${methods.join()} ${url} has no entry in the access table`)
    const who = accessLevelOf(action)
    if (isScoped(who) && !config?.scene) {
      throw new Error(`${methods.join()} ${url} is for a role and does not say of which scene`)
    }
    if (who === 'player' && !config?.whose) {
      throw new Error(`${methods.join()} ${url} is for a player and does not say which`)
    }
    const socket = 'websocket' in route && route.websocket === true
    if (socket) sockets.add(url)
    const bodyLimit = route.bodyLimit ?? bodyLimitsOf(config).bytes
    const line = { url, action, who, socket, stream: config.isStream === true, bodyLimit }
    lines.push(...methods.map((each) => ({ method: each, ...line })))
  })

  // Before the body is read: authenticates the caller and checks for the role in any scene.
  web.addHook('onRequest', async (request) => {
    // Unknown routes are answered before authentication and before the body is read.
    if (request.is404) throw notFound()
    const { access: action } = request.routeOptions.config
    if (!action) throw notAuthorized()
    if (request.ws && !sockets.has(request.routeOptions.url ?? '')) throw notFound()
    const who = accessLevelOf(action)
    if (isCrossSiteWrite(request)) throw notAuthorized()
    if (who === 'everyone' || who === 'cabinet') return
    const person = await authenticated(store, request)
    request.person = person
    const paired = person.session?.paired
    if (paired && !isAllowedWhenPaired(action)) throw pairedOnly(paired)
    if (who === 'self' && !person.session) throw noKeyAllowed()
    const isWrite = !readMethods.has(request.method)
    if (person.scope && !isAllowedWithKey(person.scope.rights, action, isWrite)) {
      throw refused(person)
    }
    const readOnlyIn = person.session?.readOnlyIn ?? []
    // A preview makes the server send a request, though it is a read.
    const acts = isWrite || action === 'previewLinks'
    if (acts && readOnlyIn.length > 0 && isGlobal(action)) throw readOnly()
    if (who === 'self' || who === 'signed-in' || who === 'player' || person.isOwner) return
    const level = who === 'editor' ? 'admin' : who
    if (!isScoped(level)) throw refused(person)
    if (![...person.roles.values()].some((role) => roleSuffices(level, role))) throw refused(person)
  })

  web.addHook('preHandler', checkScene)
}

/** After path and body are validated: checks that the role is in the affected scene. */
async function checkScene(request: FastifyRequest): Promise<void> {
  const { access: action, scene: sceneOf, whose } = request.routeOptions.config
  const wrong = request.validationError
  if (wrong && (!action || !sceneOf || wrong.validationContext === 'params')) throw wrong
  if (!action || !sceneOf) return
  const { person } = request
  // Wrong fields may not even be an object.
  const found = async () => sceneOf(request)
  const scene = wrong ? await found().catch(() => null) : await found()
  if (scene === null) throw wrong ?? notFound()
  const isWrite = !readMethods.has(request.method)
  if (isWrite && person?.session?.readOnlyIn.includes(scene)) throw readOnly()
  const isAllowed = accessLevelOf(action) === 'signed-in' || may(person, action, scene)
  const ownerId = person?.id ?? null
  const isOwn = async () => ownerId !== null && (await whose?.(request)) === ownerId
  if (!isAllowed && !(await isOwn())) throw refused(person)
  if (wrong) throw wrong
}

function pairedOnly({ name }: PairedTablet): Rejection {
  const detail = `${name || 'This tablet'} is paired with a cabinet and can only referee there.`
  return new Rejection(403, { detail, code: 'PAIRED' })
}

const granted = {
  read: 'reading what an official may read',
  displays: 'screens and overlays',
  official: 'what an official may do',
  admin: 'what an admin may do',
} as const satisfies Record<KeyRights, string>

/** The limits of a key are named, so that its owner knows which key to create instead. */
function refused(person: Person | null): Rejection {
  if (!person?.scope) return notAuthorized()
  const { scene, rights } = person.scope
  const detail = `This key allows only ${granted[rights]}, in scene ${scene}.`
  return new Rejection(403, { detail, code: 'KEY_IS_FOR_LESS', scene, rights })
}

function noKeyAllowed(): Rejection {
  return new Rejection(403, { code: 'NO_KEY_ALLOWED' })
}

function readOnly(): Rejection {
  return new Rejection(403, { code: 'READ_ONLY' })
}

/**
 * The id of the person whose private data the caller may read; null for a paired tablet or a key.
 */
export function ownId(person: Person | null): number | null {
  return person?.session?.paired || person?.scope ? null : (person?.id ?? null)
}

/** Whether the caller may do an action in a scene; also used to hide parts of a response. */
export function may(person: Person | null, action: Action, scene: SceneId): boolean {
  const who = accessLevelOf(action)
  if (!person || !isScoped(who)) return false
  if (person.session?.paired && !isAllowedWhenPaired(action)) return false
  if (person.scope && !isAllowedWithKey(person.scope.rights, action, false)) return false
  return person.isOwner || roleSuffices(who, person.roles.get(scene))
}
