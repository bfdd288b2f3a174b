import { say } from '#events/messages/message.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection, told } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { sendAll } from '../http/command/send.ts'
import type { Part } from '../http/command/send.ts'
import { claimId, idempotent } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import type { NewBracket } from '../schema/bracket-import/bracket-import.ts'
import { storeSettings } from '../tournament/tournament-changes.ts'
import { storeSlug } from '../tournament/slug.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import { zoneOf } from '../venue/local-date.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import { UnreadableFile } from '../import-export/zip.ts'
import { bracketCommand, previewOf, readBracket } from './read-bracket.ts'

/** Previews and imports a bracket of another site from that site's JSON. */
export function bracketImportRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'importTournament', scene: sceneOf.scene, takesBracket: true } as const

  const preview = { ...config, isIdempotent: false }
  route(web, 'POST /api/game/scene/:id/preview-bracket/', preview, (request) =>
    explainErrors(async () => {
      const zone = await zoneOf(store.db, request.params.id)
      return previewOf(readBracket(parsed(request.body.documents), zone))
    }),
  )

  const command = { ...config, isCommand: true }
  route(web, 'POST /api/game/scene/:id/import-bracket/', command, (request, reply) =>
    idempotent({ store, request, reply }, () =>
      explainErrors(() => importBracket(context, request, reply)),
    ),
  )
}

type ImportRequest = FastifyRequest<{ Params: { id: number }; Body: NewBracket }>

async function importBracket(context: Context, request: ImportRequest, reply: FastifyReply) {
  const { store, desk } = context
  const { documents, assignedCabinets: ids = [], ...body } = request.body
  const scene = request.params.id
  const bracket = readBracket(parsed(documents), await zoneOf(store.db, scene))
  const cabinets = await namedCabinets(store, { scene, ids, field: 'assignedCabinets' })
  const tournament = await claimId({ store, request }, 'tournament')
  const target = { request, reply, tournament }
  const parts: Part[] = []
  if ((await desk.state(tournament)).version === 0) {
    const command = await bracketCommand(bracket, { scene, ...body, nextIds: store.nextIds })
    await storeSettings(store, tournament, {})
    const slug = await storeSlug(store, { id: tournament, scene, name: command.name })
    parts.push({ part: 'documents', command: { ...command, slug } })
  }
  if (cabinets.length > 0) {
    parts.push({ part: 'assignedCabinets', command: { type: 'AssignCabinets', cabinets } })
  }
  await sendAll(context, target, parts)
  reply.code(201)
  return readTournament(store, tournament)
}

function parsed(documents: string[]): unknown[] {
  return documents.map((document): unknown => {
    try {
      return JSON.parse(document)
    } catch {
      throw new UnreadableFile(say('notJson'))
    }
  })
}

async function explainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw new Rejection(422, { ...told(error.why), code: 'IMPORT_UNREADABLE' })
    }
    throw error
  }
}
