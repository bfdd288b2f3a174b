import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '../errors/rejection.ts'

/** Scenes whose pages stand under a host name of their own, beside the address of the site. */
export type SceneHosts = { main: string; sceneOf: ReadonlyMap<string, string> }
type Asked = { hostname: string; url: string }
type Place = { state: 'here' } | { state: 'elsewhere'; url: string } | { state: 'unknown' }

const hostName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/
const sceneName = /^[a-z0-9][a-z0-9_-]{0,59}$/
/** Files, frames, and pages that are found by a number, whichever scene they are of. */
const ofAll = /^\/(assets\/|embed\/|tournament-match\/|tournament-team\/|game\/)|\.\w+$/

/** `SCENE_HOSTS`, as `bees.example.org=bees, play.example=north`; null where none has one. */
export function sceneHostsFrom(env: NodeJS.ProcessEnv): SceneHosts | null {
  const { SCENE_HOSTS: listed, PUBLIC_URL: main } = env
  const pairs = (listed ?? '').split(',').filter((pair) => pair.trim() !== '')
  if (pairs.length === 0) return null
  if (!main || !URL.canParse(main)) {
    throw new Error('SCENE_HOSTS needs PUBLIC_URL: officials sign in there.')
  }
  const sceneOf = new Map<string, string>()
  for (const pair of pairs) {
    const [host = '', scene = ''] = pair.split('=').map((part) => part.trim().toLowerCase())
    const isWrong = !hostName.test(host) || !sceneName.test(scene)
    if (isWrong || sceneOf.has(host) || host === new URL(main).hostname) {
      throw new Error(`SCENE_HOSTS has ${pair.trim()}: each is another host name = a scene`)
    }
    sceneOf.set(host, scene)
  }
  return { main: main.replace(/\/+$/, ''), sceneOf }
}

/** Where a page stands that somebody asks for by a host name. */
export function placeOf({ main, sceneOf }: SceneHosts, { hostname, url }: Asked): Place {
  const host = hostname.toLowerCase()
  const scene = sceneOf.get(host)
  if (scene === undefined) return { state: isOwn(main, host) ? 'here' : 'unknown' }
  const [path = ''] = url.split('?')
  if (path === '/') return { state: 'elsewhere', url: `/scene/${scene}` }
  const own = path.toLowerCase()
  const isHere = own === `/scene/${scene}` || own.startsWith(`/t/${scene}/`) || ofAll.test(path)
  return isHere ? { state: 'here' } : { state: 'elsewhere', url: `${main}${url}` }
}

/** The address of the site, and what a machine is called in its own hall. */
function isOwn(main: string, host: string): boolean {
  if (host === new URL(main).hostname || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true
  return !host.includes('.') || /\.(local|localhost|lan|internal|home\.arpa)$/.test(host)
}

/** Nobody is ever signed in under a scene's host name: no cookie is taken there, and none is set. */
export function keepToHosts(web: FastifyInstance, hosts: SceneHosts): void {
  const isScenes = (hostname: string) => hosts.sceneOf.has(hostname.toLowerCase())

  web.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    const { hostname, url } = request
    if (isScenes(hostname)) {
      request.cookies = {}
      if (access === 'signIn') throw new Rejection(403, { detail: `Sign in at ${hosts.main}` })
    }
    if (access !== 'openConsole') return
    const place = placeOf(hosts, { hostname, url })
    if (place.state === 'here') return
    reply.header('cache-control', 'no-store')
    if (place.state === 'elsewhere') return reply.redirect(place.url)
    const words = `Nothing stands under the name ${hostname}. This server is ${hosts.main}\n`
    return reply.code(421).type('text/plain; charset=utf-8').send(words)
  })
  web.addHook('onSend', async (request, reply) => {
    if (isScenes(request.hostname)) reply.removeHeader('set-cookie')
  })
}
