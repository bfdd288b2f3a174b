import { withBrandingStyle } from '#events/branding/accents.ts'
import type { SceneBranding } from '#events/branding/accents.ts'
import { excludePractice } from '../../store/index.ts'
import { notFound, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { route, publicRead } from '../http/route.ts'
import { storeImage, readImage } from '../media/image.ts'
import type { SceneId } from '#events/ids.ts'

const columns = [
  'id',
  'name',
  'displayName',
  'description',
  'backgroundColor',
  'logo',
  'accentColor',
  'secondColor',
  'protestDeadline',
  'rulingSigners',
  'practiceOf',
] as const

export function sceneRoutes(context: Context): void {
  changeRoute(context)
  const { web, store } = context
  const { db } = store
  const scenes = db.selectFrom('kept.scene').select(columns)

  for (const url of ['/api/game/scene/', '/api/tournament/scene/'] as const) {
    route(web, `GET ${url}`, publicRead, (request) => {
      const name = request.query.name?.toLowerCase()
      const rows = (name === undefined ? scenes : scenes.where('name', '=', name)).where(
        excludePractice('scene', 'id', [name]),
      )
      return listRows(request, rows.orderBy('id'), (page) => page.map(withForeground))
    })
    route(web, `GET ${url}:id/`, publicRead, async (request) => {
      const scene = await scenes
        .where('id', '=', request.params.id)
        .executeTakeFirstOrThrow(notFound)
      return withForeground(scene)
    })
  }

  route(web, 'POST /api/game/scene/', { access: 'createScene' }, async (request, reply) => {
    const [id = 0] = await store.nextIds('scene', 1)
    return idempotentRows({ store, request, reply }, async (tx) => {
      const scene = { id, ...request.body }
      const inserted = await tx
        .insertInto('kept.scene')
        .values(scene)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning(columns)
        .executeTakeFirst()
      if (!inserted) throw wrongFields({ name: ['There is already a scene with this name'] })
      const maker = request.person?.id
      if (maker) {
        await tx
          .insertInto('kept.role')
          .values({ person: maker, scene: id, role: 'admin' })
          .execute()
      }
      return withBrandingStyle(inserted)
    })
  })
}

/** Adds a text colour that is readable on the scene's background. */
function withForeground<T extends SceneBranding & { backgroundColor: string }>(scene: T) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(scene.backgroundColor.slice(at, at + 2), 16),
  )
  const isLight = 0.3 * red + 0.59 * green + 0.11 * blue > 140
  return { ...withBrandingStyle(scene), foregroundColor: isLight ? '#000000' : '#ffffff' }
}

/** Existing tournaments keep their own rules for rulings. */
function changeRoute(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'changeScene', scene: sceneOf.scene, takesPicture: true } as const
  route(web, 'PATCH /api/game/scene/:id/', config, async (request, reply) => {
    const { id } = request.params
    const { logo: newLogo, ...changes } = request.body
    const picture = await readImage(newLogo, { field: 'logo', before: await logoOf(store, id) })
    return idempotentRows({ store, request, reply }, async (tx) => {
      await lockScene(tx, id)
      const logo = await storeImage(tx, picture, `scene ${id}`)
      const change = { ...changes, logo }
      if (Object.values(change).some((value) => value !== undefined)) {
        await tx.updateTable('kept.scene').set(change).where('id', '=', id).execute()
      }
      const scene = tx.selectFrom('kept.scene').select(columns).where('id', '=', id)
      return withBrandingStyle(await scene.executeTakeFirstOrThrow())
    })
  })
}

async function logoOf({ db }: Context['store'], id: SceneId): Promise<string | null> {
  const scene = db.selectFrom('kept.scene').select('logo').where('id', '=', id)
  return (await scene.executeTakeFirst())?.logo ?? null
}
