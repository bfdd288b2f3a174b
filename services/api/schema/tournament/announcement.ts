import { z } from 'zod'
import { AnnouncementRequest } from '#events/schema/nouns/announcement.ts'
import { tables } from '#events/schema/rows.ts'
import { Id, toOne, byId } from '../http/common.ts'

const Done = z.object({ success: z.literal(true) })

export const announcementApi = {
  /** current announcements, the oldest first */
  'GET /api/tournament/tournament/:id/announcement/': byId(z.array(tables.announcement)),
  'PUT /api/tournament/tournament/:id/announce/': toOne(AnnouncementRequest, Done),
  'PUT /api/tournament/tournament/:id/end-announcement/': toOne(z.object({ num: Id }), Done),
}
