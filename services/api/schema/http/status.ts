import { z } from 'zod'
import { statusLines } from '#events/describe/status.ts'

const StatusLine = z.object({
  line: z.enum(statusLines),
  /** null if unknown, because a dependency of the check is unavailable */
  ok: z.boolean().nullable(),
  /** the state, and what to do about a problem */
  text: z.string(),
})
const Status = z.object({
  at: z.string(),
  lines: z.array(StatusLine),
  /** what runs there; the commit is null if it is not known */
  build: z.object({ version: z.string(), commit: z.string().nullable() }).optional(),
})
export type StatusLine = z.infer<typeof StatusLine>

export const statusApi = { 'GET /api/status/': { response: { 200: Status } } }
