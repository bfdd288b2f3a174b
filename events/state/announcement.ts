import type { Announcement } from '../schema/announcement.ts'
import type { EventOf } from '../schema/event.ts'

export type Announcements = Record<number, Announcement>
type AnnouncementEvent = EventOf<'AnnouncementWritten' | 'AnnouncementEnded'>

/** The most announcements that are shown at a time (R-AN-1). */
export const maxAnnouncements = 4

export function evolveAnnouncements(all: Announcements, event: AnnouncementEvent): Announcements {
  const { [event.num]: _, ...rest } = all
  if (event.type === 'AnnouncementEnded') return rest
  const { num, text, at, endsAt } = event
  return { ...rest, [num]: { num, text, at, endsAt } }
}

/** The announcements that have not ended by a time (ISO), oldest first. */
export function activeAt<A extends Announcement>(all: Iterable<A>, now: string): A[] {
  return [...all].filter(({ endsAt }) => endsAt > now).toSorted((a, b) => a.num - b.num)
}
