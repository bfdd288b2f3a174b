import type { z } from 'zod'
import { wrongFields } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { displays, expectOfScene, readDisplay, displayBody } from './display-rows.ts'
import { displayTargetRoutes } from './display-target.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import type { Claim } from '../schema/venue/display.ts'
import { removeRoute, route, rowsRoute } from '../http/route.ts'

/** The displays of a venue: claim by code, change the role, reload and remove. */
export function displayRoutes(context: Context): void {
  displayTargetRoutes(context)
  readRoutes(context)
  claimRoute(context)
  changeRoutes(context)
}

function readRoutes({ web, store: { db }, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/display/',
    { access: 'readDisplays', scene: sceneOf.bySceneInQuery },
    (request) => {
      const rows = displays(db).where('scene', '=', request.query.sceneId)
      return listRows(request, rows.orderBy('name').orderBy('id'), (page) => page.map(displayBody))
    },
  )
}

function claimRoute(context: Context): void {
  rowsRoute(
    context,
    'POST /api/tournament/display/claim/',
    { access: 'runDisplays', scene: context.sceneOf.bySceneInBody },
    (tx, request) => claim(tx, request.body),
  )
}

/**
 * Claims a display; repeating it has no effect. A code that another scene has claimed is unknown.
 */
async function claim(tx: Tx, { scene, code, name }: z.infer<typeof Claim>) {
  await lockScene(tx, scene)
  const normalized = code.toUpperCase().replace(/[\s-]/g, '')
  const row = await tx
    .selectFrom('kept.display')
    .select(['id', 'scene'])
    .where('code', '=', normalized)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.scene ?? scene) !== scene) {
    throw wrongFields({ code: ['No display shows this code'] })
  }
  if (row.scene === null) {
    const displayName = name || `Display ${normalized}`
    await tx
      .updateTable('kept.display')
      .set({ scene, name: displayName })
      .where('id', '=', row.id)
      .execute()
  }
  return readDisplay(tx, row.id)
}

function changeRoutes(context: Context): void {
  const config = { access: 'runDisplays', scene: context.sceneOf.display } as const

  rowsRoute(context, 'PATCH /api/tournament/display/:id/', config, async (tx, request) => {
    const { id, scene } = await readDisplay(tx, request.params.id)
    const { name, role } = request.body
    if (role) await expectOfScene(tx, scene, role)
    const change = {
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role: role && JSON.stringify(role) }),
    }
    if (Object.keys(change).length > 0) {
      await tx.updateTable('kept.display').set(change).where('id', '=', id).execute()
    }
    return readDisplay(tx, id)
  })

  rowsRoute(context, 'PUT /api/tournament/display/:id/reload/', config, async (tx, request) => {
    await tx
      .updateTable('kept.display')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', request.params.id)
      .execute()
    return readDisplay(tx, request.params.id)
  })

  removeRoute(context, 'DELETE /api/tournament/display/:id/', config, (tx, { params: { id } }) =>
    tx.deleteFrom('kept.display').where('id', '=', id).execute(),
  )
}
