import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { slugPattern } from '#events/text/slug.ts'
import { Rejection } from '../errors/rejection.ts'

/** The site's own URL, and the scenes that have a host name of their own. */
export type SceneHosts = { main: string; sceneOf: ReadonlyMap<string, string> }
type PageAddress = { hostname: string; url: string }
type HostTarget = { state: 'here' } | { state: 'redirect'; url: string } | { state: 'unknown' }

const hostName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/
/** Files, embedded pages, and pages addressed by id: they are served under every host name. */
const sharedPaths = /^\/(assets\/|embed\/|tournament-match\/|tournament-team\/|game\/)|\.\w+$/

/** Parses `SCENE_HOSTS`, for example `bees.example.org=bees, play.example=north`; null if empty. */
export function sceneHostsFrom(env: NodeJS.ProcessEnv): SceneHosts | null {
  const { SCENE_HOSTS: list, PUBLIC_URL: main } = env
  const pairs = (list ?? '').split(',').filter((pair) => pair.trim() !== '')
  if (pairs.length === 0) return null
  if (!main || !URL.canParse(main)) {
    throw new Error('SCENE_HOSTS needs PUBLIC_URL: officials sign in there.')
  }
  const sceneOf = new Map<string, string>()
  for (const pair of pairs) {
    const [host = '', scene = ''] = pair.split('=').map((part) => part.trim().toLowerCase())
    const isInvalid = !hostName.test(host) || !slugPattern.test(scene)
    if (isInvalid || sceneOf.has(host) || host === new URL(main).hostname) {
      throw new Error(`SCENE_HOSTS has ${pair.trim()}: each is another host name = a scene`)
    }
    sceneOf.set(host, scene)
  }
  return { main: main.replace(/\/+$/, ''), sceneOf }
}

/** Decides whether a page is served under the requested host name, or redirected. */
export function resolveHost(
  { main, sceneOf }: SceneHosts,
  { hostname, url }: PageAddress,
): HostTarget {
  const host = hostname.toLowerCase()
  const scene = sceneOf.get(host)
  if (scene === undefined) return { state: isOwn(main, host) ? 'here' : 'unknown' }
  const [path = ''] = url.split('?')
  if (path === '/') return { state: 'redirect', url: `/scene/${scene}` }
  const lowerPath = path.toLowerCase()
  const isHere =
    lowerPath === `/scene/${scene}` ||
    lowerPath.startsWith(`/t/${scene}/`) ||
    sharedPaths.test(path)
  return isHere ? { state: 'here' } : { state: 'redirect', url: `${main}${url}` }
}

/** True for the site's own host name, IP addresses, and names used in a local network. */
function isOwn(main: string, host: string): boolean {
  if (host === new URL(main).hostname || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true
  return !host.includes('.') || /\.(local|localhost|lan|internal|home\.arpa)$/.test(host)
}

/**
 * Enforces host names. Under a scene's host name no cookie is accepted or set, so nobody signs in.
 */
export function enforceHosts(web: FastifyInstance, hosts: SceneHosts): void {
  const isSceneHost = (hostname: string) => hosts.sceneOf.has(hostname.toLowerCase())

  web.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    const { hostname, url } = request
    if (isSceneHost(hostname)) {
      request.cookies = {}
      if (access === 'signIn') throw new Rejection(403, { detail: `Sign in at ${hosts.main}` })
    }
    if (access !== 'openConsole') return
    const target = resolveHost(hosts, { hostname, url })
    if (target.state === 'here') return
    reply.header('cache-control', 'no-store')
    if (target.state === 'redirect') return reply.redirect(target.url)
    const words = `There is no site under the name ${hostname}. This server is ${hosts.main}\n`
    return reply.code(421).type('text/plain; charset=utf-8').send(words)
  })
  web.addHook('onSend', async (request, reply) => {
    if (isSceneHost(request.hostname)) reply.removeHeader('set-cookie')
  })
}
