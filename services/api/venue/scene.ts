import { notFound, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { route, rowsRoute } from '../http/route.ts'

const shown = [
  'id',
  'name',
  'displayName',
  'description',
  'backgroundColor',
  'protestDeadline',
  'rulingSigners',
] as const

export function sceneRoutes(context: Context, sceneOf: Scopes): void {
  asksRoute(context, sceneOf)
  const { web, store } = context
  const { db } = store
  const scenes = db.selectFrom('kept.scene').select(shown)

  for (const url of ['/api/game/scene/', '/api/tournament/scene/'] as const) {
    route(web, `GET ${url}`, { access: 'readPublic' }, (request) => {
      const name = request.query.name?.toLowerCase()
      const found = name === undefined ? scenes : scenes.where('name', '=', name)
      return listRows(request, found.orderBy('id'), (rows) => rows.map(readable))
    })
    route(web, `GET ${url}:id/`, { access: 'readPublic' }, async (request) => {
      const scene = await scenes.where('id', '=', request.params.id).executeTakeFirst()
      if (!scene) throw notFound()
      return readable(scene)
    })
  }

  route(web, 'POST /api/game/scene/', { access: 'createScene' }, async (request, reply) => {
    const [id = 0] = await store.nextIds('scene', 1)
    return idempotentRows({ store, request, reply }, async (tx) => {
      const scene = { id, ...request.body }
      const stored = await tx
        .insertInto('kept.scene')
        .values(scene)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning(shown)
        .executeTakeFirst()
      if (!stored) throw wrongFields({ name: ['There is a scene of this name already'] })
      const maker = request.person?.id
      if (maker) {
        await tx
          .insertInto('kept.role')
          .values({ person: maker, scene: id, role: 'admin' })
          .execute()
      }
      return stored
    })
  })
}

/** With the colour that is read on its own. */
function readable<T extends { backgroundColor: string }>(scene: T) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(scene.backgroundColor.slice(at, at + 2), 16),
  )
  const isLight = 0.3 * red + 0.59 * green + 0.11 * blue > 140
  return { ...scene, foregroundColor: isLight ? '#000000' : '#ffffff' }
}

/** Tournaments that are there already keep what they have. */
function asksRoute(context: Context, sceneOf: Scopes): void {
  rowsRoute(
    context,
    'PATCH /api/game/scene/:id/',
    { access: 'changeScene', scene: sceneOf.scene },
    async (tx, request) => {
      const { id } = request.params
      await lockScene(tx, id)
      const { protestDeadline, rulingSigners } = request.body
      if ((protestDeadline ?? rulingSigners) !== undefined) {
        const asks = { protestDeadline, rulingSigners }
        await tx.updateTable('kept.scene').set(asks).where('id', '=', id).execute()
      }
      const scene = tx.selectFrom('kept.scene').select(shown).where('id', '=', id)
      return scene.executeTakeFirstOrThrow()
    },
  )
}
