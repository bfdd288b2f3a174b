import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import { isScoped, mayKey, mayPaired, reachesBeyond, roleSuffices, whoMay } from './access.ts'
import type { Action, Who } from './access.ts'
import { bodyLimitsOf } from './body-limits.ts'
import { isCrossSite } from './cross-site.ts'
import { authenticate } from './authenticate.ts'
import type { Person } from './authenticate.ts'
import { Rejection, notAuthorized, notFound, notSignedIn } from '../errors/rejection.ts'
import type { Paired } from './session.ts'
import type { SceneId } from '../../../events/ids.ts'

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The scene a request acts on, by its path or body; null when there is no such thing. */
export type SceneOf = (request: FastifyRequest) => Promise<number | null>
/** The person a player is, by its path; null when nobody signed in is that player. */
export type PersonOf = (request: FastifyRequest) => Promise<number | null>
/** A line of the access matrix: what stands at which address, and for whom. */
export type MatrixLine = {
  method: string
  url: string
  action: Action
  who: Who
  socket: boolean
  /** its answer goes on for as long as it is read */
  stream: boolean
  /** the longest body in bytes */
  bodyLimit: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** what the route does, by its name in the access table */
    access?: Action
    /** its answer goes on for as long as it is read: it counts among viewers, not among requests */
    isStream?: boolean
    /** needed where the table asks for a role of a scene */
    scene?: SceneOf
    /** needed where the table asks for the player themself */
    whose?: PersonOf
  }
  interface FastifyRequest {
    /** who asks; null where the route is for everyone */
    person: Person | null
  }
  interface FastifyInstance {
    /** every route and socket with what the access table says of it */
    matrix(): MatrixLine[]
  }
}

/** Deny by default: a route without an entry does not start, and every request passes here (P18). */
export function authorize(web: FastifyInstance, store: Store): void {
  const lines: MatrixLine[] = []
  const sockets = new Set<string>()
  web.decorate('matrix', () => lines)
  web.decorateRequest('person', null)
  web.decorateRequest('foreknown', null)

  web.addHook('onRoute', ({ method, url, config, ...route }) => {
    const action = config?.access
    const methods = [method].flat()
    if (!action) throw new Error(`${methods.join()} ${url} has no entry in the access table`)
    const who = whoMay(action)
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

  // Before the body is read: who asks, and whether they have any such role at all.
  web.addHook('onRequest', async (request) => {
    // What is nowhere is told so before its body is read: nobody has been asked who they are.
    if (request.is404) throw notFound()
    const { access: action } = request.routeOptions.config
    if (!action) throw notAuthorized()
    if (request.ws && !sockets.has(request.routeOptions.url ?? '')) throw notFound()
    const who = whoMay(action)
    if (isCrossSite(request)) throw notAuthorized()
    if (who === 'everyone' || who === 'cabinet') return
    const person = await authenticate(store, request)
    if (!person) throw notSignedIn()
    request.person = person
    const paired = person.session?.paired
    if (paired && !mayPaired(action)) throw onlyAtCabinet(paired)
    const isWrite = !reads.has(request.method)
    if (person.rights && !mayKey(person.rights, action, isWrite)) throw notOfKey()
    const onlyLooksIn = person.session?.readOnlyIn ?? []
    if (isWrite && onlyLooksIn.length > 0 && reachesBeyond(action)) throw onlyLooks()
    if (who === 'self') {
      if (!person.session) throw notAuthorized()
      return
    }
    if (who === 'signed-in' || who === 'player' || person.isOwner) return
    const asked = who === 'editor' ? 'admin' : who
    if (!isScoped(asked)) throw notAuthorized()
    if (![...person.roles.values()].some((role) => roleSuffices(asked, role))) throw notAuthorized()
  })

  // With path and body checked for shape: whether the role is one of the scene acted on.
  web.addHook('preHandler', async (request) => {
    const { access: action, scene: sceneOf, whose } = request.routeOptions.config
    if (!action || !sceneOf) return
    const { person } = request
    const scene = await sceneOf(request)
    if (scene === null) throw notFound()
    const isWrite = !reads.has(request.method)
    if (isWrite && person?.session?.readOnlyIn.includes(scene)) throw onlyLooks()
    if (whoMay(action) === 'signed-in' || may(person, action, scene)) return
    const own = person?.id ?? null
    if (own === null || (await whose?.(request)) !== own) throw notAuthorized()
  })
}

function onlyAtCabinet({ name }: Paired): Rejection {
  const detail = `${name || 'This tablet'} is paired with a cabinet: it referees there and nothing else.`
  return new Rejection(403, { detail, code: 'PAIRED' })
}

function notOfKey(): Rejection {
  const detail = 'This key is for something else.'
  return new Rejection(403, { detail, code: 'KEY_IS_FOR_LESS' })
}

function onlyLooks(): Rejection {
  const detail = 'This device may only look. An admin can change that under Devices.'
  return new Rejection(403, { detail, code: 'READ_ONLY' })
}

/** Whose private parts a request may read: a paired tablet and a scene's key read nobody's. */
export function ownId(person: Person | null): number | null {
  return person?.session?.paired || person?.rights ? null : (person?.id ?? null)
}

/** Whether somebody may do what only roles of a scene may: also for parts of what a route gives. */
export function may(person: Person | null, action: Action, scene: SceneId): boolean {
  const who = whoMay(action)
  if (!person || !isScoped(who)) return false
  if (person.session?.paired && !mayPaired(action)) return false
  if (person.rights && !mayKey(person.rights, action, false)) return false
  return person.isOwner || roleSuffices(who, person.roles.get(scene))
}
