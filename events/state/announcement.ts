import type { Announcement, announcementSchema } from '../schema/nouns/announcement.ts'
import { without } from './noun.ts'
import type { NounState } from './noun.ts'

/** The most announcements that are shown at a time (R-AN-1). */
export const maxAnnouncements = 4

export const announcementState: NounState<
  typeof announcementSchema,
  { announcements: Record<number, Announcement> }
> = {
  empty: { announcements: {} },
  rows: { announcement: 'announcements' },
  on: {
    AnnouncementWritten: ({ announcements: all }, { num, text, at, endsAt }) => {
      return { announcements: { ...without(all, num), [num]: { num, text, at, endsAt } } }
    },
    AnnouncementEnded: ({ announcements: all }, { num }) => ({ announcements: without(all, num) }),
  },
}

/** The announcements that have not ended by a time (ISO), oldest first. */
export function activeAt<A extends Announcement>(all: Iterable<A>, now: string): A[] {
  return [...all].filter(({ endsAt }) => endsAt > now).toSorted((a, b) => a.num - b.num)
}
