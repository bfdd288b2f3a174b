import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import { headTexts, languageOfPage } from './head-text.ts'
import { inLanguage, withHead, withLinks } from './page-head.ts'
import { manifestOf, scriptsOf, stylesOf } from './manifest.ts'
import { pageAt } from './open-graph.ts'
import type { SceneHosts } from './scene-hosts.ts'
import { sceneManifest, webManifest } from './scene-manifest.ts'
import { notFound } from '../errors/rejection.ts'
import { hashOf } from '../access/secret.ts'

const notBuilt = `The console is not built yet.

Run "npm run build", then load this page again. The interface for programs is at /api/docs/.
`
const forOfficials = /^\/tournament\/(\d{1,9})\/admin(\/|$)/
const machines = /^\/(api|ws)(\/|$)/
const hashed = /^\/assets\//
/** Pages that others may frame, and the script that frames them. */
const framed = /^\/embed\//
const framing = '/embed.js'
/** What is said to pages only; beside a small file it is most of what is sent. */
const ofPages = [
  'content-security-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'x-frame-options',
  'referrer-policy',
]
/** What a page needs at once; named here so that it is asked for before anything runs. */
const screens: [address: RegExp, source: string][] = [
  [/^\/scene\//, 'src/spectate/home/ScenePage.tsx'],
  [/^\/t\//, 'src/spectate/tournament/TournamentPage.tsx'],
  [/^\/tournament-match\//, 'src/spectate/match/MatchPage.tsx'],
  [/^\/tournament-team\//, 'src/spectate/tournament/TeamPage.tsx'],
  [/^\/game\//, 'src/spectate/match/GamePage.tsx'],
  [/\/admin\/(dashboard|current-matches)$/, 'src/officiate/cabinets/CurrentMatches.tsx'],
  [/\/admin\/match-queue$/, 'src/officiate/queue/MatchQueue.tsx'],
  [/\/admin\/edit-match-results$/, 'src/officiate/results/EditMatchResults.tsx'],
  [/\/admin\/?$/, 'src/organize/settings/BasicSettings.tsx'],
]

/** The built console: files as they are, and its page for every other address people may open. */
export async function serveConsole(
  web: FastifyInstance,
  { dist, store, hosts }: { dist: string; store: Store; hosts: SceneHosts | null },
): Promise<void> {
  await web.register(fastifyStatic, {
    root: dist,
    serve: false,
    suppressWarning: true,
    // Packed by the build; asked for by what the browser takes.
    preCompressed: true,
  })
  const page = join(dist, 'index.html')

  web.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: 'openConsole' }, schema: { hide: true } },
    async (request, reply) => {
      const path = `/${request.params['*']}`
      if (machines.test(path)) throw notFound()
      if (!existsSync(page)) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
      if (hashed.test(path)) {
        for (const name of ofPages) reply.removeHeader(name)
        // A framed page has no origin: its files are asked for as if by another site.
        allowElsewhere(reply)
        const options = { etag: false, lastModified: false, acceptRanges: false }
        return reply.sendFile(path, { maxAge: '365d', immutable: true, ...options })
      }
      // What looks like a file is one or is missing; everything else is a page of the console.
      if (path === framing) allowElsewhere(reply)
      if (framed.test(path)) allowFraming(reply)
      const scene = hosts?.sceneOf.get(request.hostname.toLowerCase())
      if (path === webManifest && scene !== undefined) {
        reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
        return reply.send(JSON.stringify(await sceneManifest(store, dist, scene)))
      }
      if (/\.\w+$/.test(path) && existsSync(join(dist, path)))
        return reply.sendFile(path, { maxAge: 0 })
      return sendPage({ request, reply, path, dist, store })
    },
  )
}

function allowElsewhere(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

/**
 * The page may stand in a frame anywhere, for it can do nothing there: a browser gives it no origin, so
 * it has no cookie of this site, keeps nothing, submits nothing and opens nothing.
 */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const open = policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *')
  reply.removeHeader('x-frame-options')
  reply.header('content-security-policy', `${open};sandbox allow-scripts`)
}

type PageRequest = {
  request: FastifyRequest
  reply: FastifyReply
  path: string
  dist: string
  store: Store
}

/** What a screen of officials reads before it shows anything, asked for with its scripts. */
async function readsOf({ db }: Store, path: string): Promise<string[]> {
  const id = Number(forOfficials.exec(path)?.[1])
  const row = await db
    .selectFrom('view.tournament')
    .select('scene')
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(() => undefined)
  const cabinets = row && `/api/game/cabinet/?sceneId=${row.scene}&rowsPerPage=1000`
  return ['/api/user/me/', `/api/tournament/tournament/${id}/`, ...(cabinets ? [cabinets] : [])]
}

/** An unknown tournament is missing, and yet the console says so in its own words. */
async function sendPage({ request, reply, path, dist, store }: PageRequest): Promise<FastifyReply> {
  const language = languageOfPage(request.url, request.headers)
  const [built, page] = await Promise.all([
    readFile(join(dist, 'index.html'), 'utf8'),
    // A preview is not worth a page that does not open: the console shows what is wrong.
    pageAt(store, path, headTexts[language]).catch((err: unknown) => {
      request.log.warn({ err }, 'head of a page')
      return { state: 'known' } as const
    }),
  ])
  const html = inLanguage(built, language)
  let body = html
  const isPublic = page.state === 'described'
  if (isPublic || forOfficials.test(path)) {
    const screen = screens.filter(([address]) => address.test(path)).map(([, source]) => source)
    const sources = [isPublic ? 'src/spectators.tsx' : 'src/officials.tsx', ...screen]
    const manifest = await manifestOf(dist)
    const files = { scripts: scriptsOf(manifest, sources), styles: stylesOf(manifest, sources) }
    const origin = `${request.protocol}://${request.host}`
    const first = scriptsOf(manifest, ['src/early.ts'])
    body = isPublic
      ? withHead(html, page, { ...files, origin })
      : withLinks(html, { ...files, first, reads: await readsOf(store, path) })
  }
  // In one packet, the connection that brought it is free when the first file is asked for.
  const isPacked = /\bgzip\b/.test(`${request.headers['accept-encoding']}`)
  reply.header('vary', 'accept-encoding, accept-language, cookie')
  const etag = `"${hashOf(body).slice(0, 24)}${isPacked ? '-gzip' : ''}"`
  // Asked about each time, for it names the scripts of this very build, but sent only when it is new.
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (page.state !== 'missing' && request.headers['if-none-match'] === etag) {
    return reply.code(304).send()
  }
  if (isPacked) reply.header('content-encoding', 'gzip')
  return reply
    .code(page.state === 'missing' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(isPacked ? gzipSync(body) : body)
}
