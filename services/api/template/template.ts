import type { z } from 'zod'
import { countOf } from '../../store/index.ts'
import { notFound, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import type { RowScopes } from '../http/row-scope.ts'
import { lockScene, removeRoute } from '../http/row-write.ts'
import type { Tx } from '../http/row-write.ts'
import { list } from '../http/list.ts'
import { snapshot } from './template-content.ts'
import { contentGiven } from './template-given.ts'
import { loadTemplate } from './template-load.ts'
import { write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { templateApi } from '../schema/template.ts'
import type { NewTemplate, TemplateBody } from '../schema/template.ts'
import type { SceneId, TournamentId } from '../../../events/ids.ts'

/** A tournament's configuration under a name, for other tournaments of the scene. */
export function templateRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  readRoutes(context, sceneOf)
  writeRoutes(context, sceneOf)
  loadRoute(context, sceneOf)
}

function readRoutes({ web, store: { db } }: Context, sceneOf: RowScopes): void {
  web.route({
    ...on(templateApi, 'GET /api/tournament/template/'),
    config: { access: 'readTemplates', scene: sceneOf.bySceneInQuery },
    handler: (request) => {
      const found = templates(db).where('scene', '=', request.query.sceneId)
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const rows = found.orderBy('name').orderBy('id').limit(limit).offset(offset)
          return (await rows.execute()).map(shown)
        },
      })
    },
  })

  web.route({
    ...on(templateApi, 'GET /api/tournament/template/:id/'),
    config: { access: 'readTemplates', scene: sceneOf.template },
    handler: (request) => readTemplate(db, request.params.id),
  })
}

function writeRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  const { web, store } = context
  const config = { access: 'editTemplates', scene: sceneOf.template } as const

  web.route({
    ...on(templateApi, 'POST /api/tournament/template/'),
    config: { access: 'editTemplates', scene: sceneOf.bySceneInBody, takesPicture: true },
    handler: (request, reply) => {
      reply.code(201)
      return idempotentRows({ store, request, reply }, async (tx) => {
        const { scene, name } = request.body
        await lockScene(tx, scene)
        await checkName(tx, { scene, name })
        const data = JSON.stringify(await contentOfNew(tx, request.body))
        const { id } = await tx
          .insertInto('kept.template')
          .values({ scene, name, data })
          .returning('id')
          .executeTakeFirstOrThrow()
        return readTemplate(tx, id)
      })
    },
  })

  web.route({
    ...on(templateApi, 'PATCH /api/tournament/template/:id/'),
    config,
    handler: (request, reply) =>
      idempotentRows({ store, request, reply }, async (tx) => {
        const { id } = request.params
        const { scene } = await readTemplate(tx, id)
        await lockScene(tx, scene)
        const { name: before } = await readTemplate(tx, id)
        const { name = before, tournament } = request.body
        await checkName(tx, { scene, name, id })
        const content = tournament === undefined ? null : await contentFrom(tx, scene, tournament)
        const data = content ? { data: JSON.stringify(content) } : {}
        await tx
          .updateTable('kept.template')
          .set({ name, ...data })
          .where('id', '=', id)
          .execute()
        return readTemplate(tx, id)
      }),
  })

  removeRoute(
    context,
    { ...on(templateApi, 'DELETE /api/tournament/template/:id/'), config },
    (tx, id) => tx.deleteFrom('kept.template').where('id', '=', id).execute(),
  )
}

function loadRoute(context: Context, sceneOf: Scopes): void {
  context.web.route({
    ...on(templateApi, 'PUT /api/tournament/tournament/:id/load-template/'),
    config: { access: 'changeTournament', scene: sceneOf.tournament },
    handler: (request, reply) =>
      write(context, { request, reply }, (target) => loadTemplate(context, target, request.body)),
  })
}

async function contentOfNew(tx: Tx, { scene, tournament, data }: z.infer<typeof NewTemplate>) {
  if (tournament !== undefined && data === undefined) return contentFrom(tx, scene, tournament)
  if (data !== undefined && tournament === undefined) return contentGiven(tx, scene, data)
  throw wrongFields({ tournament: ['Name a tournament to save, or send data: one of both'] })
}

async function contentFrom(tx: Tx, scene: SceneId, tournament: TournamentId) {
  const home = await sceneOfTournament(tx, tournament)
  if (home === scene) return snapshot(tx, tournament)
  throw wrongFields({ tournament: ['There is no such tournament in this scene'] })
}

/** The scene is locked: nobody takes the name meanwhile. */
async function checkName(
  tx: Tx,
  { scene, name, id = 0 }: { scene: SceneId; name: string; id?: number },
): Promise<void> {
  const other = await templates(tx)
    .where('scene', '=', scene)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw wrongFields({ name: ['There is a template of this name already'] })
}

function templates(db: Tx) {
  return db.selectFrom('kept.template').select(['id', 'scene', 'name', 'data'])
}

function shown<T extends { data: unknown }>(template: T) {
  return { ...template, data: template.data as z.infer<typeof TemplateBody>['data'] }
}

async function readTemplate(db: Tx, id: number) {
  const row = await templates(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return shown(row)
}
