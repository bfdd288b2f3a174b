import { z } from 'zod'
import { ById } from './common.ts'

/** A calendar as text/calendar (RFC 5545). */
const Calendar = { params: ById, response: { 200: z.string() } }

export const calendarApi = {
  'GET /api/tournament/scene/:id/calendar.ics': Calendar,
  'GET /api/tournament/team/:id/calendar.ics': Calendar,
}
