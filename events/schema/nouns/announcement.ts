import { z } from 'zod'
import { maxAnnouncementMinutes } from '../../rules/limits.ts'
import { idsOf } from '../parts/ids.ts'
import { command, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { tournament } = idsOf(z.int())
const num = z.int().positive()
const at = z.string()

/** Public text. It names only persons who are on a team's public list anyway (P19). */
const AnnouncementText = z.string('Enter a text').trim().min(1, 'Enter a text').max(140, 'Too long')

export const AnnouncementRequest = z.object({
  text: AnnouncementText,
  /** how long it is shown, from the time of its commit */
  minutes: z.int().min(1).max(maxAnnouncementMinutes),
})

/** A public line that is shown until `endsAt`; `num` is the version of its commit. */
export const Announcement = z.object({
  num,
  text: z.string(),
  at,
  endsAt: at,
})
export type Announcement = z.infer<typeof Announcement>

export const announcementSchema = {
  events: [
    event('AnnouncementWritten', 1, Announcement.shape),
    event('AnnouncementEnded', 1, { num }),
  ],
  commands: [
    command('WriteAnnouncement', AnnouncementRequest.shape),
    command('EndAnnouncement', { num }),
  ],
  records: {
    announcements: { label: 'The announcement', key: null, record: Announcement },
  },
  rows: { announcement: Announcement.extend({ tournament }) },
} satisfies NounSchema
