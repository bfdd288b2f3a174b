import { z } from 'zod'
import type { Message as Said } from '../../messages/message.ts'

/** What happened, as data (see `events/messages/message.ts`). */
export const Message: z.ZodType<Said> = z
  .object({
    key: z.string().max(60),
    args: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => Message)])).optional(),
  })
  .meta({
    id: 'Message',
    description:
      'a text as data: the key of its wording, and its arguments. A string is a name, and a message is an argument with a wording of its own',
  })
