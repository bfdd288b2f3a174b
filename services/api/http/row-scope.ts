import type { FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import type { SceneOf, Web } from '../../web/index.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { expectScene, idOf } from './scope.ts'
import type { SceneId } from '#events/ids.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the scene of the row that a request acts on, set by authorization */
    rowScene: number | null
  }
}

type Db = Store['db']

/** Lookups of the scene of objects that are rows only and not in the log. */
export function rowScopesOf(web: Web, { db }: Store) {
  web.decorateRequest('rowScene', null)
  return {
    question: (request) => recordScene(db, request, ofTournament(db, 'question', request)),
    paymentOption: (request) =>
      recordScene(db, request, ofTournament(db, 'paymentOption', request)),
    template: (request) => recordScene(db, request, ofScene(db, 'template', request)),
    cabinetGroup: (request) => recordScene(db, request, ofScene(db, 'cabinetGroup', request)),
    link: (request) => recordScene(db, request, ofTournament(db, 'link', request)),
    display: (request) => recordScene(db, request, ofDisplay(db, request)),
    video: (request) => recordScene(db, request, ofTournament(db, 'video', request)),
    bySceneInQuery: ({ query }) => {
      return expectScene(db, (query as { sceneId: number }).sceneId, 'sceneId')
    },
  } satisfies Record<string, SceneOf>
}

type SceneLookup = Promise<{ scene: SceneId } | undefined>

/** If the row does not exist, this may be a retry of the command that removed it (P2). */
async function recordScene(
  db: Db,
  request: FastifyRequest,
  lookup: SceneLookup,
): Promise<number | null> {
  request.rowScene = (await lookup)?.scene ?? (await sceneOfRemoved(db, request))
  return request.rowScene
}

type OfTournament = 'question' | 'paymentOption' | 'link' | 'video'

/** Rows of a deleted tournament are not found. */
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

/** A display that is not claimed yet has no scene. */
function ofDisplay(db: Db, request: FastifyRequest): SceneLookup {
  return db
    .selectFrom('kept.display')
    .select((eb) => eb.ref('scene').$notNull().as('scene'))
    .where('id', '=', idOf(request))
    .where('scene', 'is not', null)
    .executeTakeFirst()
}

async function sceneOfRemoved(db: Db, request: FastifyRequest): Promise<number | null> {
  if (!request.isRepeatable || !request.commandId) return null
  const row = await db
    .selectFrom('kept.idempotencyKey')
    .select('body')
    .where('id', '=', idempotencyKeyOf(request))
    .executeTakeFirst()
  const { body } = (row?.body ?? {}) as { body?: { removedFrom?: number } | null }
  return body?.removedFrom ?? null
}
