import type { WebSocket } from 'ws'
import { z } from 'zod'
import { encode } from './encode.ts'
import type { Viewer } from './viewer.ts'

/** Messages that viewers may send. Field names may be in camel case or snake case. */
const numericString = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
const id = z.union([z.int(), numericString]).pipe(z.int().positive())

const Subscribe = z.object({
  type: z.literal('subscribe'),
  have: z.int().min(0).default(0),
  /** that of the snapshot; rows of another form are sent anew */
  form: z.string().max(64).optional(),
  /** batches changes to one message a second */
  calm: z.boolean().default(false),
  /** sends live state with the shortest delay, for overlays */
  swift: z.boolean().default(false),
})

/** A console asks for the server's time; `sent` is returned with the answer. */
const TimeQuestion = z.object({ type: z.literal('time'), sent: z.number() })

export const RelayRequest = z.discriminatedUnion('type', [Subscribe, TimeQuestion])

export const CabinetRequest = z.preprocess(
  camelCase,
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), cabinetId: id }),
)

export const SceneRequest = z.preprocess(
  camelCase,
  z.object({
    type: z.string().max(60).optional(),
    sceneName: z.string().max(100).toLowerCase().nullish(),
    cabinetId: id.optional(),
  }),
)

const maxBytes = 4 * 1024
const maxPerMinute = 600

/** Calls `each` with every valid message; invalid messages are answered with an error. */
export function readRequests<T>(
  {
    socket,
    viewer,
    shape,
    isSilent = false,
  }: {
    socket: WebSocket
    viewer: Viewer
    shape: z.ZodType<T>
    /** ignores invalid messages instead of answering with an error */
    isSilent?: boolean
  },
  each: (request: T) => void,
): void {
  let count = 0
  let windowStart = performance.now()
  socket.on('message', (raw: Buffer, isBinary) => {
    if (performance.now() - windowStart > 60_000) {
      windowStart = performance.now()
      count = 0
    }
    if (++count > maxPerMinute) return viewer.close(1008, 'too many messages')
    const request = isBinary || raw.length > maxBytes ? undefined : parse(raw, shape)
    if (request) each(request)
    else if (!isSilent) viewer.send(invalidMessage)
  })
}

const invalidMessage = encode({
  type: 'error',
  detail: 'This socket does not know this kind of message',
})

function parse<T>(raw: Buffer, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(raw.toString())).data
  } catch {
    return undefined
  }
}

function camelCase(message: unknown): unknown {
  if (!message || typeof message !== 'object') return message
  const { cabinet_id, scene_name, ...rest } = message as Record<string, unknown>
  return {
    ...(cabinet_id !== undefined && { cabinetId: cabinet_id }),
    ...(scene_name !== undefined && { sceneName: scene_name }),
    ...rest,
  }
}
