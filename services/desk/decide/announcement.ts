import type { CommandOf } from '../../../events/schema/command.ts'
import type { Event } from '../../../events/schema/event.ts'
import { maxAnnouncements, shownAt } from '../../../events/state/announcement.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'

/** What has ended by its time goes with it, so that the state keeps no more than is shown. */
export function writeAnnouncement(
  t: Tournament,
  { text, minutes }: CommandOf<'WriteAnnouncement'>,
  { now: at }: Circumstances,
): Decision {
  const all = Object.values(t.announcements)
  const shown = shownAt(all, at)
  if (shown.length >= maxAnnouncements) return refuse('TOO_MANY_ANNOUNCEMENTS')
  const endsAt = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const num = t.version + 1
  return accept(...all.filter((one) => !shown.includes(one)).map((one) => ended(one.num)), {
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

/** An undo may bring one back where four others are shown by now. */
export function tooManyAnnouncements(
  before: Tournament,
  after: Tournament,
  now: string,
): Refusal | null {
  const [was, is] = [before, after].map((t) => shownAt(Object.values(t.announcements), now).length)
  const isMore = (is ?? 0) > (was ?? 0)
  return isMore && (is ?? 0) > maxAnnouncements ? refuse('TOO_MANY_ANNOUNCEMENTS') : null
}

function ended(num: number): Event {
  return { type: 'AnnouncementEnded', v: 1, num }
}
