import type { WebSocket } from 'ws'
import { z } from 'zod'
import { encode } from './encode.ts'
import type { Viewer } from './viewer.ts'

/** What viewers may say. Both spellings of a name are taken. */
const written = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
const id = z.union([z.int(), written]).pipe(z.int().positive())

const Subscribe = z.object({
  type: z.literal('subscribe'),
  have: z.int().min(0).default(0),
  /** only looks: what changes comes together, once a second */
  calm: z.boolean().default(false),
  /** an overlay: live state as soon as it comes */
  swift: z.boolean().default(false),
})

/** A console asks what the server's clock says; `sent` comes back with the answer. */
const TimeQuestion = z.object({ type: z.literal('time'), sent: z.number() })

export const RelayRequest = z.discriminatedUnion('type', [Subscribe, TimeQuestion])

export const CabinetRequest = z.preprocess(
  camel,
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), cabinetId: id }),
)

export const SceneRequest = z.preprocess(
  camel,
  z.object({
    type: z.string().max(60).optional(),
    sceneName: z.string().max(100).toLowerCase().nullish(),
    cabinetId: id.optional(),
  }),
)

const maxBytes = 4 * 1024
const maxPerMinute = 600

/** Calls `each` with every message of the right shape; the others are answered and left. */
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
    /** what is not understood is passed over without a word */
    isSilent?: boolean
  },
  each: (request: T) => void,
): void {
  let count = 0
  let since = Date.now()
  socket.on('message', (raw: Buffer, isBinary) => {
    if (Date.now() - since > 60_000) {
      since = Date.now()
      count = 0
    }
    if (++count > maxPerMinute) return viewer.close(1008, 'too many messages')
    const request = isBinary || raw.length > maxBytes ? undefined : parse(raw, shape)
    if (request) each(request)
    else if (!isSilent) viewer.send(wrong)
  })
}

const wrong = encode({ type: 'error', detail: 'Not a message this socket knows' })

function parse<T>(raw: Buffer, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(raw.toString())).data
  } catch {
    return undefined
  }
}

function camel(message: unknown): unknown {
  if (!message || typeof message !== 'object') return message
  const { cabinet_id, scene_name, ...rest } = message as Record<string, unknown>
  return {
    ...(cabinet_id !== undefined && { cabinetId: cabinet_id }),
    ...(scene_name !== undefined && { sceneName: scene_name }),
    ...rest,
  }
}
