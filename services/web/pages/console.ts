import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import { inLanguage, withHead, withLinks } from './page-head.ts'
import { manifestOf, scriptsOf, stylesOf } from './manifest.ts'
import { pageAt } from './open-graph.ts'
import type { SceneHosts } from './scene-hosts.ts'
import { notFound } from '../errors/rejection.ts'
import { pageHeaders } from '../http/headers.ts'
import { hashOf } from '../access/secret.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { languageCodes, languageOf } from '#events/text/languages.ts'
import type { LanguageCode } from '#events/text/languages.ts'

/**
 * A cookie that the page sets when its user chooses a language
 * (`console/src/core/text/choose-language.ts`).
 */
const languageCookie = /(?:^|;\s*)waggle-lang=([a-z]{2})/

const notBuilt = `The console is not built yet.

Run "npm run build", then load this page again. The interface for programs is at /api/docs/.
`
const officialPages = /^\/tournament\/(\d{1,9})\/admin(\/|$)/
const programPaths = /^\/(api|ws)(\/|$)/
const hashedFiles = /^\/assets\//
/** Pages that other sites may embed in a frame, and the script that embeds them. */
const embeddable = /^\/embed\//
const embedScript = '/embed.js'
/** The source file of each page's screen, so that its scripts are preloaded. */
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

/** Serves the built console: its files, and its page at every other address. */
export async function serveConsole(
  web: FastifyInstance,
  of: { dist: string; store: Store; hosts: SceneHosts | null },
): Promise<void> {
  const { store, hosts } = of
  // The setting may be relative, as in compose.yaml.
  const dist = resolve(of.dist)
  await web.register(fastifyStatic, {
    root: dist,
    serve: false,
    suppressWarning: true,
    // The build writes compressed files; the browser's Accept-Encoding selects one.
    preCompressed: true,
  })
  const page = join(dist, 'index.html')

  web.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: 'openConsole' }, schema: { hide: true } },
    async (request, reply) => {
      const path = `/${request.params['*']}`
      if (programPaths.test(path)) throw notFound()
      if (!existsSync(page)) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
      if (hashedFiles.test(path)) {
        for (const name of pageHeaders) reply.removeHeader(name)
        // A framed page has no origin, so its requests for files count as cross-origin.
        allowElsewhere(reply)
        const options = { etag: false, lastModified: false, acceptRanges: false }
        return reply.sendFile(path, { maxAge: '365d', immutable: true, ...options })
      }
      // A path with a file extension is served as that file if it exists, any other as the page.
      if (path === embedScript) allowElsewhere(reply)
      if (embeddable.test(path)) allowFraming(reply)
      const scene = hosts?.sceneOf.get(request.hostname.toLowerCase())
      if (path === webManifest && scene !== undefined) {
        reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
        return reply.send(JSON.stringify(await sceneManifest(store, dist, scene)))
      }
      if (isBuiltFile(dist, path)) return reply.sendFile(path, { maxAge: 0 })
      return sendPage({ request, reply, path, dist, store })
    },
  )
}

/** Never looks outside the folder, nor at hidden files: an answer would tell which files exist. */
function isBuiltFile(dist: string, path: string): boolean {
  const isHidden = path.split(/[/\\]/).some((part) => part.startsWith('.'))
  return !isHidden && /\.\w+$/.test(path) && existsSync(join(dist, path))
}

function allowElsewhere(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

/**
 * Allows any site to frame the page. That is safe because the sandbox gives it no origin: it has no
 * cookies or storage of this site, and cannot submit forms or open windows.
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

/** The API requests that an officials' screen needs first; the browser preloads them. */
async function preloadsOf({ db }: Store, path: string): Promise<string[]> {
  const id = Number(officialPages.exec(path)?.[1])
  const row = await db
    .selectFrom('view.tournament')
    .select('scene')
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(() => undefined)
  const cabinets = row && `/api/game/cabinet/?sceneId=${row.scene}&rowsPerPage=1000`
  return [
    '/api/user/visitor/',
    `/api/tournament/tournament/${id}/`,
    ...(cabinets ? [cabinets] : []),
  ]
}

/**
 * Sends the console's page; if nothing exists at the address, with 404, which the console explains.
 */
async function sendPage({ request, reply, path, dist, store }: PageRequest): Promise<FastifyReply> {
  const language = languageOfPage(request.url, request.headers)
  const [built, page] = await Promise.all([
    readFile(join(dist, 'index.html'), 'utf8'),
    // A page without its head must still open.
    pageAt(store, path, language).catch((err: unknown) => {
      request.log.warn({ err }, 'head of a page')
      return { state: 'known' } as const
    }),
  ])
  const html = inLanguage(built, language)
  let body = html
  const isPublic = page.state === 'described'
  if (isPublic || officialPages.test(path)) {
    const screen = screens.filter(([address]) => address.test(path)).map(([, source]) => source)
    const sources = [isPublic ? 'src/spectators.tsx' : 'src/officials.tsx', ...screen]
    const manifest = await manifestOf(dist)
    const files = { scripts: scriptsOf(manifest, sources), styles: stylesOf(manifest, sources) }
    const origin = `${request.protocol}://${request.host}`
    const first = scriptsOf(manifest, ['src/early.ts'])
    body = isPublic
      ? withHead(html, page, { ...files, origin })
      : withLinks(html, { ...files, first, reads: await preloadsOf(store, path) })
  }
  // Compressed, the page fits in one packet, which frees the connection for the first file.
  const isGzip = /\bgzip\b/.test(`${request.headers['accept-encoding']}`)
  reply.header('vary', 'accept-encoding, accept-language, cookie')
  const etag = `"${hashOf(body).slice(0, 24)}${isGzip ? '-gzip' : ''}"`
  // The page names the scripts of this build, so it is revalidated each time.
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (page.state !== 'missing' && request.headers['if-none-match'] === etag) {
    return reply.code(304).send()
  }
  if (isGzip) reply.header('content-encoding', 'gzip')
  return reply
    .code(page.state === 'missing' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(isGzip ? gzipSync(body) : body)
}

const webManifest = '/app.webmanifest'

/** The manifest for installing from a scene's own host name, with the scene's name and logo. */
async function sceneManifest(
  { db }: Pick<Store, 'db'>,
  dist: string,
  name: string,
): Promise<object> {
  const [text, scene] = await Promise.all([
    readFile(join(dist, webManifest), 'utf8'),
    db
      .selectFrom('kept.scene')
      .select(['displayName', 'logo'])
      .where('name', '=', name)
      .executeTakeFirst(),
  ])
  const site = JSON.parse(text) as object
  if (!scene) return site
  // Replaces the default icons, because a browser would prefer icons with a fixed size.
  const icons = scene.logo !== null && { icons: [{ src: scene.logo, sizes: 'any' }] }
  const { displayName } = scene
  return { ...site, name: displayName, short_name: displayName, ...icons }
}

/** Chooses the language like the page does: from the URL, then the cookie, then the browser. */
function languageOfPage(url: string, headers: IncomingHttpHeaders): LanguageCode {
  const requested = new URLSearchParams(url.split('?')[1]).get('lang')
  const stored = languageCookie.exec(headers.cookie ?? '')?.[1]
  const supported = (code: unknown) => languageCodes.find((each) => each === code)
  return supported(requested) ?? supported(stored) ?? languageOf(headers['accept-language'])
}
