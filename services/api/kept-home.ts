import type { FastifyRequest } from 'fastify'
import type { Store } from '../store/index.ts'
import type { SceneOf, Web } from '../web/index.ts'
import { keptUnder } from './answered.ts'
import { knownScene } from './home.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the scene a request on rows alone acts on, found while checking whose it is */
    keptIn: number | null
  }
}

type Db = Store['db']

/** Which scene a thing is of that is rows alone. */
export type KeptHomes = Record<
  | 'ofQuestion'
  | 'ofPaymentOption'
  | 'ofTemplate'
  | 'ofCabinetGroup'
  | 'ofLink'
  | 'ofVideo'
  | 'ofDisplay'
  | 'bySceneInQuery',
  SceneOf
>

export function keptHomesOf(web: Web, { db }: Store): KeptHomes {
  web.decorateRequest('keptIn', null)
  return {
    ofQuestion: (request) => found(db, request, ofTournament(db, 'question', request)),
    ofPaymentOption: (request) => found(db, request, ofTournament(db, 'paymentOption', request)),
    ofTemplate: (request) => found(db, request, ofScene(db, 'template', request)),
    ofCabinetGroup: (request) => found(db, request, ofScene(db, 'cabinetGroup', request)),
    ofLink: (request) => found(db, request, ofTournament(db, 'link', request)),
    ofDisplay: (request) => found(db, request, ofDisplay(db, request)),
    ofVideo: (request) => found(db, request, ofTournament(db, 'video', request)),
    bySceneInQuery: ({ query }) => {
      return knownScene(db, (query as { sceneId: number }).sceneId, 'sceneId')
    },
  }
}

type Home = Promise<{ scene: number } | undefined>

/** A thing may be gone because this very command removed it and is sent again (P2). */
async function found(db: Db, request: FastifyRequest, home: Home): Promise<number | null> {
  request.keptIn = (await home)?.scene ?? (await removedBefore(db, request))
  return request.keptIn
}

type OfTournament = 'question' | 'paymentOption' | 'link' | 'video'

/** Only of a tournament that is still there. */
function ofTournament(db: Db, table: OfTournament, request: FastifyRequest): Home {
  return db
    .selectFrom(`kept.${table}`)
    .innerJoin('view.tournament', 'view.tournament.id', `kept.${table}.tournament`)
    .select('view.tournament.scene')
    .where(`kept.${table}.id`, '=', idOf(request))
    .executeTakeFirst()
}

function ofScene(db: Db, table: 'template' | 'cabinetGroup', request: FastifyRequest): Home {
  return db
    .selectFrom(`kept.${table}`)
    .select('scene')
    .where('id', '=', idOf(request))
    .executeTakeFirst()
}

/** One that nobody has claimed is of no scene yet. */
function ofDisplay(db: Db, request: FastifyRequest): Home {
  return db
    .selectFrom('kept.display')
    .select((eb) => eb.ref('scene').$notNull().as('scene'))
    .where('id', '=', idOf(request))
    .where('scene', 'is not', null)
    .executeTakeFirst()
}

async function removedBefore(db: Db, request: FastifyRequest): Promise<number | null> {
  if (!request.isRepeatable || !request.commandId) return null
  const row = await db
    .selectFrom('kept.answered')
    .select('body')
    .where('id', '=', keptUnder(request))
    .executeTakeFirst()
  const { body } = (row?.body ?? {}) as { body?: { removedFrom?: number } | null }
  return body?.removedFrom ?? null
}

function idOf(request: FastifyRequest): number {
  return (request.params as { id: number }).id
}
