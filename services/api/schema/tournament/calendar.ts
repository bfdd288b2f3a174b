import { textOf, byId, cached } from '../http/common.ts'

/** A calendar as text/calendar (RFC 5545). */
const Calendar = cached(byId(textOf<string>('text/calendar')))

export const calendarApi = {
  'GET /api/tournament/scene/:id/calendar.ics': Calendar,
  'GET /api/tournament/team/:id/calendar.ics': Calendar,
}
