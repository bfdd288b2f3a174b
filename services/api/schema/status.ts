import { z } from 'zod'
import { statusLines } from '../../../events/describe/status.ts'

const StatusLine = z.object({
  line: z.enum(statusLines),
  /** null: not known, for what it is asked through is away */
  ok: z.boolean().nullable(),
  /** what is, and where it is not all right what to do */
  text: z.string(),
})
const Status = z.object({ at: z.string(), lines: z.array(StatusLine) })
export type StatusLine = z.infer<typeof StatusLine>

export const statusApi = { 'GET /api/status/': { response: { 200: Status } } }
