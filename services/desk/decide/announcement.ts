import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { maxAnnouncements, activeAt } from '#events/state/announcement.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { DecisionInputs, Decision, Refusal } from './decision.ts'

/** Also ends expired announcements, so that the state keeps only those that are shown. */
export function writeAnnouncement(
  t: Tournament,
  { text, minutes }: CommandOf<'WriteAnnouncement'>,
  { now: at }: DecisionInputs,
): Decision {
  const all = Object.values(t.announcements)
  const shown = activeAt(all, at)
  if (shown.length >= maxAnnouncements) return refuse('TOO_MANY_ANNOUNCEMENTS')
  const endsAt = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const num = t.version + 1
  const expired = all.filter((announcement) => !shown.includes(announcement))
  return accept(...expired.map((announcement) => ended(announcement.num)), {
    type: 'AnnouncementWritten',
    v: 1,
    num,
    text,
    at,
    endsAt,
  })
}

export function endAnnouncement(t: Tournament, { num }: CommandOf<'EndAnnouncement'>): Decision {
  return t.announcements[num] ? accept(ended(num)) : accept()
}

/** Refuses an undo that would bring an announcement back beside the maximum number of others. */
export function tooManyAnnouncements(
  before: Tournament,
  after: Tournament,
  now: string,
): Refusal | null {
  const shownIn = (t: Tournament) => activeAt(Object.values(t.announcements), now).length
  const count = shownIn(after)
  const isMore = count > shownIn(before)
  return isMore && count > maxAnnouncements ? refuse('TOO_MANY_ANNOUNCEMENTS') : null
}

function ended(num: number): Event {
  return { type: 'AnnouncementEnded', v: 1, num }
}
