import type { FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import type { SceneOf, Web } from '../../web/index.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { expectScene } from './scope.ts'
import type { SceneId } from '../../../events/ids.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the scene a request on rows alone acts on, found while checking whose it is */
    keptIn: number | null
  }
}

type Db = Store['db']

/** Which scene a thing is of that is rows alone. */
export type RowScopes = Record<
  | 'question'
  | 'paymentOption'
  | 'template'
  | 'cabinetGroup'
  | 'link'
  | 'video'
  | 'display'
  | 'bySceneInQuery',
  SceneOf
>

export function rowScopesOf(web: Web, { db }: Store): RowScopes {
  web.decorateRequest('keptIn', null)
  return {
    question: (request) => found(db, request, ofTournament(db, 'question', request)),
    paymentOption: (request) => found(db, request, ofTournament(db, 'paymentOption', request)),
    template: (request) => found(db, request, ofScene(db, 'template', request)),
    cabinetGroup: (request) => found(db, request, ofScene(db, 'cabinetGroup', request)),
    link: (request) => found(db, request, ofTournament(db, 'link', request)),
    display: (request) => found(db, request, ofDisplay(db, request)),
    video: (request) => found(db, request, ofTournament(db, 'video', request)),
    bySceneInQuery: ({ query }) => {
      return expectScene(db, (query as { sceneId: number }).sceneId, 'sceneId')
    },
  }
}

type SceneLookup = Promise<{ scene: SceneId } | undefined>

/** A thing may be gone because this very command removed it and is sent again (P2). */
async function found(db: Db, request: FastifyRequest, home: SceneLookup): Promise<number | null> {
  request.keptIn = (await home)?.scene ?? (await removedBefore(db, request))
  return request.keptIn
}

type OfTournament = 'question' | 'paymentOption' | 'link' | 'video'

/** Only of a tournament that is still there. */
function ofTournament(db: Db, table: OfTournament, request: FastifyRequest): SceneLookup {
  return db
    .selectFrom(`kept.${table}`)
    .innerJoin('view.tournament', 'view.tournament.id', `kept.${table}.tournament`)
    .select('view.tournament.scene')
    .where(`kept.${table}.id`, '=', idOf(request))
    .executeTakeFirst()
}

function ofScene(db: Db, table: 'template' | 'cabinetGroup', request: FastifyRequest): SceneLookup {
  return db
    .selectFrom(`kept.${table}`)
    .select('scene')
    .where('id', '=', idOf(request))
    .executeTakeFirst()
}

/** One that nobody has claimed is of no scene yet. */
function ofDisplay(db: Db, request: FastifyRequest): SceneLookup {
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
    .selectFrom('kept.idempotencyKey')
    .select('body')
    .where('id', '=', idempotencyKeyOf(request))
    .executeTakeFirst()
  const { body } = (row?.body ?? {}) as { body?: { removedFrom?: number } | null }
  return body?.removedFrom ?? null
}

function idOf(request: FastifyRequest): number {
  return (request.params as { id: number }).id
}
