import { z } from 'zod'
import { refusalCodes } from '#events/refusals.ts'
import { Message } from '#events/schema/parts/message.ts'

// The bodies of error responses, as the API's document describes them.

const detail = z.string().describe('why, for people')

export const Problem = z
  .looseObject({
    detail,
    code: z.enum(refusalCodes).optional().describe('why, for programs'),
    message: Message.optional().describe('why, as data'),
    retryAfter: z.number().optional().describe('seconds until the next attempt'),
    id: z.string().optional().describe('the id of a failed request, in the log of the server'),
  })
  .meta({ id: 'Problem', description: 'an error; other fields give details' })

export const WrongFields = z
  .object({
    messages: z
      .record(z.string(), z.array(Message.nullable()))
      .optional()
      .describe('the same as data, by field; null for a text without a key'),
  })
  .catchall(z.array(z.string()))
  .meta({ id: 'WrongFields', description: 'the names of invalid fields, each with its messages' })

const commit = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string(),
  device: z.string().nullable(),
  text: z.string(),
  message: Message,
})
export const Stale = z
  .looseObject({
    detail,
    code: z.literal('STALE'),
    version: z.int().describe('the current version of the tournament'),
    commits: z.array(commit).describe('what was done since the version that the client saw'),
  })
  .meta({ id: 'Stale', description: 'the tournament is at another version than expected' })
