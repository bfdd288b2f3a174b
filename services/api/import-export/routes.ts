import type { Exchange } from './import.ts'
import { say } from '#events/messages/message.ts'
import { english } from '#events/messages/english.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TooMuchAtOnce, limitConcurrency } from '../../store/index.ts'
import { Rejection, tryAgain, told } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotent } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { exportFiles, storedGames } from './export.ts'
import { historyFiles, exportObstacle } from './history-export.ts'
import { importHistory } from './history-import.ts'
import { importZip, importTarget, prepareImport, readZip } from './import.ts'
import { readHistory } from './read-history.ts'
import { UnreadableFile, zipFiles } from './zip.ts'
import type { ZipFile } from './zip.ts'
import type { SceneId } from '#events/ids.ts'
import type { NextIds } from './import-plan.ts'

/** Export and import of a tournament as a ZIP of tables, for other programs, scenes and servers. */
export function importExportRoutes(context: Context): void {
  exportRoute(context)
  exportHistoryRoute(context)
  importRoutes(context)
}

function exportRoute({ web, store, desk, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/tournament/:id/export/',
    { access: 'exportTournament', scene: sceneOf.tournament },
    async (request, reply) => {
      const { id, slug } = await readTournament(store, request.params.id)
      return sendZip(reply, slug, exportFiles(await desk.state(id), slug, storedGames(store)))
    },
  )
}

function exportHistoryRoute({ web, store, desk, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/tournament/:id/export-history/',
    { access: 'exportTournament', scene: sceneOf.tournament },
    async (request, reply) => {
      const { id, slug } = await readTournament(store, request.params.id)
      const state = await desk.state(id)
      const obstacle = exportObstacle(state)
      if (obstacle) throw new Rejection(409, { ...told(obstacle), code: 'EXPORT_UNFINISHED' })
      return sendZip(reply, `${slug}-history`, await historyFiles(store, state, slug))
    },
  )
}

function sendZip(reply: FastifyReply, name: string, files: ZipFile[]): Readable {
  reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('cache-control', 'no-store')
  return Readable.from(zipFiles(files), { objectMode: false })
}

declare module 'fastify' {
  interface FastifyRequest {
    zip: Buffer | null
  }
}

function importRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  acceptZipBodies(context)
  // An import holds its whole file in memory and keeps the intake busy.
  const oneAtATime = limitConcurrency({ atOnce: 1, maxWaiting: 0 })
  const config = { access: 'importTournament', scene: sceneOf.scene, takesZip: true } as const
  const preview = { ...config, isIdempotent: false }
  route(web, 'POST /api/game/scene/:id/preview-tournament/', preview, (request) =>
    oneAtATime(() => previewImport(context, request.params.id, zipOf(request))).catch(
      throwRejection,
    ),
  )
  const command = { ...config, isCommand: true }
  route(web, 'POST /api/game/scene/:id/import-tournament/', command, (request, reply) =>
    idempotent({ store, request, reply }, () =>
      oneAtATime(() => importAny(context, { request, reply }, zipOf(request))).catch(
        throwRejection,
      ),
    ),
  )
}

async function importAny(context: Context, exchange: Exchange, zip: Uint8Array) {
  const history = await readHistory(zip)
  return history
    ? importHistory(context, exchange, { zip, history })
    : importZip(context, exchange, zip)
}

/** Accepts ZIP bodies. The parsed body is the hash, by which retries are compared. */
function acceptZipBodies({ web }: Context): void {
  web.decorateRequest('zip', null)
  const parse = async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.takesZip) {
      throw new Rejection(415, { detail: 'Send JSON' })
    }
    request.zip = body
    return { sha256: createHash('sha256').update(body).digest('hex') }
  }
  web.addContentTypeParser(
    ['application/zip', 'application/x-zip-compressed'],
    { parseAs: 'buffer' },
    parse,
  )
}

function zipOf({ zip }: FastifyRequest): Buffer {
  if (zip && zip.length > 0) return zip
  throw new Rejection(400, {
    detail: 'Send the ZIP file as the body, with content-type application/zip',
  })
}

function throwRejection(error: unknown): never {
  if (error instanceof UnreadableFile) {
    throw new Rejection(422, { ...told(error.why), code: 'IMPORT_UNREADABLE' })
  }
  if (error instanceof TooMuchAtOnce) {
    throw tryAgain(english(say('importRunning')))
  }
  throw error
}

/**
 * Reads a ZIP and checks it as an import would, and summarizes it, without writing anything. An
 * import that would be refused is refused here with the same reason.
 */
async function previewImport(context: Context, scene: SceneId, zip: Uint8Array) {
  const { required, newCabinets, ...summary } = await contentOf(context, scene, zip)
  const isNew = (name: string) => newCabinets.some((cabinet) => cabinet.name === name)
  const cabinets = required.map(({ name, displayName }) => {
    return { name: displayName, isNew: isNew(name) }
  })
  return { ...summary, cabinets }
}

async function contentOf(context: Context, scene: SceneId, zip: Uint8Array) {
  const history = await readHistory(zip)
  if (history) {
    const { commits, state, beside, games, events } = history
    const { name, date, teams, matches } = state
    const required = beside.cabinets
    const { newCabinets } = await importTarget(context, scene, { required, games })
    return {
      name,
      date,
      events,
      commits: commits.length,
      games: games.length,
      teams: Object.keys(teams).length,
      matches: Object.keys(matches).length,
      players: beside.players.length,
      required,
      newCabinets,
    }
  }
  const content = await readZip(context, zip, scene)
  const { name, date, teams, matches } = content.tournament
  const plan = { scene, name, nextIds: idsForPreview }
  const { required, newCabinets } = await prepareImport(context, content, plan)
  return {
    name,
    date,
    commits: null,
    players: 0,
    games: content.games.size,
    teams: teams.length,
    matches: matches.length,
    events: content.events,
    required,
    newCabinets,
  }
}

/** Ids that nothing is stored under. */
const idsForPreview: NextIds = async (_, count) =>
  Array.from({ length: count }, (_unused, index) => index + 1)
