import { activeAt } from '#events/state/announcement.ts'
import { commandRoutes } from '../http/command/route.ts'
import type { Context } from '../http/context.ts'
import { route, publicRead } from '../http/route.ts'

/** Announcements of officials, shown on pages, boards and phones (R-AN-1). */
export function announcementRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const path = 'GET /api/tournament/tournament/:id/announcement/'
  route(web, path, publicRead, async ({ params: { id } }) => {
    const announcements = store.db.selectFrom('view.announcement').selectAll()
    const rows = await announcements.where('tournament', '=', id).execute()
    return activeAt(rows, new Date().toISOString())
  })

  const config = { access: 'announce', scene: sceneOf.tournament } as const
  const of = '/api/tournament/tournament/:id/'
  const put = commandRoutes(context, config, {
    of,
    answer: async () => ({ success: true as const }),
  })
  put('announce', (_, body) => ({ type: 'WriteAnnouncement', ...body }))
  put('end-announcement', (_, body) => ({ type: 'EndAnnouncement', ...body }))
}
