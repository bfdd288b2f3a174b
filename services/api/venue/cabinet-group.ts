import { limitedTo } from '../../store/index.ts'
import type { z } from 'zod'
import { notFound, wrongFields } from '../../web/index.ts'
import { namedCabinets } from './cabinet-rows.ts'
import type { Context, Tx } from '../http/context.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import type { GroupChange } from '../schema/venue/venue.ts'
import type { SceneId } from '#events/ids.ts'
import { removeRoute, route, rowsRoute, publicRead } from '../http/route.ts'

/** Named groups of a scene's cabinets, which can be assigned to a tournament together. */
export function cabinetGroupRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/cabinet-group/', publicRead, (request) => {
    const scene = request.query.sceneId ?? request.query.scene
    const groups = db
      .selectFrom('kept.cabinetGroup')
      .select(['id', 'scene', 'name', 'cabinets'])
      .where(limitedTo('scene', 'scene', scene))
    return listRows(request, groups.orderBy('name').orderBy('id'))
  })

  route(web, 'GET /api/tournament/cabinet-group/:id/', publicRead, (request) =>
    readGroup(db, request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const config = { access: 'editCabinetGroups', scene: context.sceneOf.cabinetGroup } as const

  rowsRoute(
    context,
    'POST /api/tournament/cabinet-group/',
    { access: 'editCabinetGroups', scene: context.sceneOf.bySceneInBody },
    async (tx, request) => {
      const { scene, name } = request.body
      await lockScene(tx, scene)
      const cabinets = await cabinetIds(tx, scene, request.body.cabinets)
      const inserted = await tx
        .insertInto('kept.cabinetGroup')
        .values({ scene, name, cabinets })
        .onConflict((conflict) => conflict.columns(['scene', 'name']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!inserted) throw nameTaken()
      return readGroup(tx, inserted.id)
    },
  )

  rowsRoute(
    context,
    ['PUT /api/tournament/cabinet-group/:id/', 'PATCH /api/tournament/cabinet-group/:id/'],
    config,
    (tx, request) => changeGroup(tx, request.params.id, request.body),
  )

  removeRoute(
    context,
    'DELETE /api/tournament/cabinet-group/:id/',
    config,
    (tx, { params: { id } }) => tx.deleteFrom('kept.cabinetGroup').where('id', '=', id).execute(),
  )
}

async function changeGroup(tx: Tx, id: number, change: z.infer<typeof GroupChange>) {
  const { scene } = await readGroup(tx, id)
  await lockScene(tx, scene)
  const current = await readGroup(tx, id)
  const name = change.name ?? current.name
  const other = await tx
    .selectFrom('kept.cabinetGroup')
    .select('id')
    .where('scene', '=', scene)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw nameTaken()
  const cabinets = await cabinetIds(tx, scene, change.cabinets ?? current.cabinets)
  await tx.updateTable('kept.cabinetGroup').set({ name, cabinets }).where('id', '=', id).execute()
  return readGroup(tx, id)
}

async function cabinetIds(tx: Tx, scene: SceneId, ids: number[]): Promise<string> {
  const cabinets = await namedCabinets({ db: tx }, { scene, ids, field: 'cabinets' })
  return JSON.stringify(cabinets.map((cabinet) => cabinet.id))
}

function nameTaken() {
  return wrongFields({ name: ['There is already a group with this name'] })
}

export function findGroup(db: Tx, id: number) {
  return db
    .selectFrom('kept.cabinetGroup')
    .select(['id', 'scene', 'name', 'cabinets'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function readGroup(db: Tx, id: number) {
  const group = await findGroup(db, id)
  if (!group) throw notFound()
  return group
}
