import { z } from 'zod'

/** A line that everybody reads: it names no person who is not on a team's list anyway (P19). */
const AnnouncementText = z
  .string('What is to be said?')
  .trim()
  .min(1, 'What is to be said?')
  .max(140, 'Too long')
const at = z.string()

export const AnnouncementRequest = z.object({
  text: AnnouncementText,
  /** how long it is shown, from when the desk takes it */
  minutes: z.int().min(1).max(720),
})

/** What is told to everybody until its end; named by the version that wrote it. */
export const Announcement = z.object({
  num: z.int().positive(),
  text: z.string(),
  at,
  endsAt: at,
})
export type Announcement = z.infer<typeof Announcement>
