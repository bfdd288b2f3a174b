import { z } from 'zod'
import { maxAnnouncementMinutes } from '../rules/limits.ts'

/** Public text. It names only persons who are on a team's public list anyway (P19). */
const AnnouncementText = z.string('Enter a text').trim().min(1, 'Enter a text').max(140, 'Too long')
const at = z.string()

export const AnnouncementRequest = z.object({
  text: AnnouncementText,
  /** how long it is shown, from the time of its commit */
  minutes: z.int().min(1).max(maxAnnouncementMinutes),
})

/** A public line that is shown until `endsAt`; `num` is the version of its commit. */
export const Announcement = z.object({
  num: z.int().positive(),
  text: z.string(),
  at,
  endsAt: at,
})
export type Announcement = z.infer<typeof Announcement>
