import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Upload } from '../../events/cabinet.ts'
import type { Teller } from './batch.ts'
import { openFlow } from './flow.ts'
import type { Lanes } from './lanes.ts'
import type { Presence } from './presence.ts'
import type { Rate } from './rate.ts'
import type { Tokens } from './tokens.ts'
import { readUpload } from './upload.ts'

/** One socket of a cabinets' client: its messages are worked on one by one, in their order. */
export type Client = {
  /** takes no more; resolves when what it took waits for the log */
  finish(): Promise<void>
}
type Options = {
  tokens: Tokens
  lanes: Lanes
  presence: Presence
  /** for messages that belong to no cabinet */
  rate: Rate
  wire: { cork(): void; uncork(): void }
  failed(error: unknown): void
}
type Message = { raw: Buffer; isBinary: boolean }

/** What may wait for the log; the client keeps the rest. */
const mostHeldBytes = 1024 * 1024
const mostUnauthorised = 5
const askAgainMs = 500

export function serveClient(socket: WebSocket, options: Options): Client {
  const { tokens, lanes, presence, rate, wire, failed } = options
  const inbox: Message[] = []
  const cabinets = new Set<number>()
  let held = 0
  let unauthorised = 0
  let open = true
  let finished = false
  let working = false
  let worked = Promise.resolve()
  let corked = false

  const isFull = () =>
    held > mostHeldBytes || [...cabinets].some((cabinet) => lanes.held(cabinet) > mostHeldBytes)
  const flow = openFlow(socket, isFull)
  const teller: Teller = {
    stored(eventID, bytes) {
      held -= bytes
      say({ eventID })
    },
  }

  function say(message: object): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostHeldBytes) return socket.terminate()
    if (!corked) {
      // The acks of a batch leave in one write.
      corked = true
      wire.cork()
      process.nextTick(() => {
        corked = false
        wire.uncork()
      })
    }
    socket.send(JSON.stringify(message))
  }

  async function work(): Promise<void> {
    working = true
    for (let message = inbox.shift(); message; message = inbox.shift()) {
      const later = take(message)
      if (later) await later
    }
    working = false
    if (!open) leave()
  }

  function take({ raw, isBinary }: Message): Promise<void> | void {
    const reading = readUpload(raw, isBinary)
    if ('wrong' in reading) return refuse(raw.length, reading.wrong)
    const known = tokens.cabinet(reading.upload.cabinet)
    if (typeof known === 'number' && cabinets.has(known)) put(known, reading.upload, raw.length)
    else return admit(known, reading.upload, raw.length)
  }

  function put(cabinet: number, { cabinet: _, ...event }: Upload, bytes: number): void {
    lanes.take(cabinet, event, bytes, teller)
    flow.check(lanes.pace(cabinet))
  }

  function refuse(bytes: number, why: object): void {
    held -= bytes
    flow.check(rate.take())
    say(why)
  }

  async function admit(
    asked: ReturnType<Tokens['cabinet']>,
    upload: Upload,
    bytes: number,
  ): Promise<void> {
    const cabinet = await authorised(asked, upload)
    if (cabinet === undefined) {
      held -= bytes
    } else if (cabinet === null) {
      const detail = 'No cabinet of that name in that scene has this token'
      refuse(bytes, { error: 'not-authorized', detail, eventID: upload.eventID })
      if (++unauthorised < mostUnauthorised) return
      inbox.length = 0
      socket.close(1008, 'not authorized')
    } else {
      if (!cabinets.has(cabinet)) {
        cabinets.add(cabinet)
        await presence.arrived(cabinet)
      }
      put(cabinet, upload, bytes)
    }
  }

  /** While the database is away nobody new can be known: the messages wait. */
  async function authorised(asked: ReturnType<Tokens['cabinet']>, { cabinet }: Upload) {
    for (;;) {
      try {
        return await asked
      } catch (error) {
        failed(error)
        if (!open || finished) return
        await pause(askAgainMs)
        asked = tokens.cabinet(cabinet)
      }
    }
  }

  function leave(): void {
    for (const cabinet of cabinets) presence.left(cabinet)
    cabinets.clear()
  }

  socket.on('message', (raw: Buffer, isBinary) => {
    if (finished || socket.readyState !== socket.OPEN) return
    held += raw.length
    inbox.push({ raw, isBinary })
    flow.check(0)
    if (!working) worked = work()
  })
  socket.on('close', () => {
    open = false
    flow.stop()
    if (!working) leave()
  })
  return {
    finish() {
      finished = true
      flow.stop()
      socket.pause()
      return worked
    },
  }
}
