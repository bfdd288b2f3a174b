import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { Upload } from '#events/schema/cabinet-facts.ts'
import type { Acknowledge } from './batch.ts'
import { openBackpressure } from './backpressure.ts'
import type { Backpressure } from './backpressure.ts'
import type { CabinetWriters } from './cabinet-writers.ts'
import type { ConnectedCabinets } from './connected-cabinets.ts'
import type { TokenBucket } from './rate.ts'
import type { Tokens } from './tokens.ts'
import type { CabinetId } from '#events/ids.ts'
import { isStorable } from '#events/text/storable.ts'

/** Facts that only the server creates. */
const ownTypes = new Set(['signIn', 'signOut'])

/** A longer message is refused without parsing it. */
const maxMessageBytes = 64 * 1024

type Options = {
  socket: WebSocket
  /** the underlying TCP connection */
  wire: { cork(): void; uncork(): void }
  tokens: Pick<Tokens, 'cabinet'>
  writers: Pick<CabinetWriters, 'take' | 'waitMs' | 'held'>
  connected: Pick<ConnectedCabinets, 'arrived' | 'left'>
  /** rate limit for messages that belong to no cabinet */
  rate: TokenBucket
  onError(error: unknown): void
}
type Message = { raw: Buffer; isBinary: boolean }
type TokenLookup = ReturnType<Tokens['cabinet']>

/** Limit of data waiting for the log; the rest stays with the client. */
const maxHeldBytes = 1024 * 1024
const maxUnauthorised = 5
const retryMs = 500

/** One socket of a cabinet client; its messages are processed one by one, in order. */
export class Client implements Acknowledge {
  readonly #options: Options
  readonly #backpressure: Backpressure
  readonly #inbox: Message[] = []
  /** with the credentials that were valid for it */
  readonly #cabinets = new Map<CabinetId, Upload['cabinet']>()
  #held = 0
  #unauthorised = 0
  #open = true
  #finished = false
  #isWorking = false
  #workDone = Promise.resolve()
  #isCorked = false

  constructor(options: Options) {
    const { socket } = options
    this.#options = options
    this.#backpressure = openBackpressure(socket, () => this.#isFull())
    socket.on('message', (raw: Buffer, isBinary) => this.#receive({ raw, isBinary }))
    socket.on('close', () => {
      this.#open = false
      this.#backpressure.stop()
      if (!this.#isWorking) this.#leave()
    })
  }

  /** Whether it has authenticated for a cabinet that is not among these. */
  hasOtherThan(cabinets: ReadonlySet<CabinetId>): boolean {
    return [...this.#cabinets.keys()].some((cabinet) => !cabinets.has(cabinet))
  }

  /** Whether it has sent a valid token; true while a token is being checked. */
  isAuthenticated(): boolean {
    return this.#cabinets.size > 0 || (this.#isWorking && this.#unauthorised === 0)
  }

  /** After the token of a cabinet was renewed: cuts off the client if it has the old one (R-PE-3). */
  async recheck(cabinet: CabinetId): Promise<void> {
    const credentials = this.#cabinets.get(cabinet)
    if (!credentials) return
    const { tokens, connected, socket, onError } = this.#options
    try {
      if ((await tokens.cabinet(credentials)) === cabinet) return
    } catch (error) {
      // Its next message is checked again.
      return onError(error)
    }
    // It may have left meanwhile, or sent the new token.
    if (this.#cabinets.get(cabinet) !== credentials) return
    this.#cabinets.delete(cabinet)
    connected.left(cabinet)
    if (this.#cabinets.size === 0) socket.close(1008, 'not authorized')
  }

  /** Stops accepting messages; resolves when all accepted events wait for the log. */
  finish(): Promise<void> {
    this.#finished = true
    this.#backpressure.stop()
    this.#options.socket.pause()
    return this.#workDone
  }

  stored(eventID: string, bytes: number): void {
    this.#held -= bytes
    this.#send({ eventID })
  }

  #isFull(): boolean {
    const { writers } = this.#options
    if (this.#held > maxHeldBytes) return true
    return [...this.#cabinets.keys()].some((cabinet) => writers.held(cabinet) > maxHeldBytes)
  }

  #receive(message: Message): void {
    const { socket } = this.#options
    if (this.#finished || socket.readyState !== socket.OPEN) return
    this.#held += message.raw.length
    this.#inbox.push(message)
    this.#backpressure.check(0)
    if (!this.#isWorking) this.#workDone = this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      const pending = this.#process(next)
      if (pending) await pending
    }
    this.#isWorking = false
    if (!this.#open) this.#leave()
  }

  #process({ raw, isBinary }: Message): Promise<void> | undefined {
    const result = readUpload(raw, isBinary)
    if ('error' in result) {
      this.#refuse(raw.length, result.error)
      return undefined
    }
    const cabinet = this.#options.tokens.cabinet(result.upload.cabinet)
    if (typeof cabinet !== 'number' || !this.#cabinets.has(cabinet)) {
      return this.#admit(cabinet, result.upload, raw.length)
    }
    this.#put(cabinet, result.upload, raw.length)
    return undefined
  }

  #put(cabinet: CabinetId, { cabinet: _, ...event }: Upload, bytes: number): void {
    const { writers } = this.#options
    writers.take(cabinet, event, bytes, this)
    this.#backpressure.check(writers.waitMs(cabinet))
  }

  async #admit(lookup: TokenLookup, upload: Upload, bytes: number): Promise<void> {
    const cabinet = await this.#authorised(lookup, upload)
    if (cabinet === undefined) {
      this.#held -= bytes
      return
    }
    if (cabinet === null) return this.#refuseUnauthorised(upload.eventID, bytes)
    const isNew = !this.#cabinets.has(cabinet)
    this.#cabinets.set(cabinet, upload.cabinet)
    if (isNew) await this.#options.connected.arrived(cabinet)
    this.#put(cabinet, upload, bytes)
  }

  /** While the database is unreachable no token can be checked, so messages wait. */
  async #authorised(lookup: TokenLookup, { cabinet }: Upload): Promise<number | null | undefined> {
    const { tokens, onError } = this.#options
    for (let attempt = lookup; ; attempt = tokens.cabinet(cabinet)) {
      try {
        return await attempt
      } catch (error) {
        onError(error)
        if (!this.#open || this.#finished) return undefined
        await pause(retryMs)
      }
    }
  }

  #refuseUnauthorised(eventID: string, bytes: number): void {
    const detail = 'No cabinet of that name in that scene has this token'
    this.#refuse(bytes, { error: 'not-authorized', detail, eventID })
    if (++this.#unauthorised < maxUnauthorised) return
    this.#inbox.length = 0
    this.#options.socket.close(1008, 'not authorized')
  }

  #refuse(bytes: number, reason: object): void {
    this.#held -= bytes
    this.#send(reason)
    this.#backpressure.check(this.#options.rate.take())
  }

  #send(message: object): void {
    const { socket, wire } = this.#options
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxHeldBytes) return socket.terminate()
    if (!this.#isCorked) {
      // The acknowledgements of a batch are sent in one write.
      this.#isCorked = true
      wire.cork()
      process.nextTick(() => {
        this.#isCorked = false
        wire.uncork()
      })
    }
    socket.send(JSON.stringify(message))
  }

  #leave(): void {
    for (const cabinet of this.#cabinets.keys()) this.#options.connected.left(cabinet)
    this.#cabinets.clear()
  }
}

/** Describes an invalid message for the author of the client. */
type UploadError = {
  error: 'bad-message'
  detail: string
  field?: string
  eventID?: string
}

type UploadResult = { upload: Upload } | { error: UploadError }

export function readUpload(message: Buffer, isBinary: boolean): UploadResult {
  if (isBinary) return invalid('A message is one JSON object as text')
  if (message.length > maxMessageBytes) return invalid('A message is at most 64 KiB')
  let json: unknown
  try {
    json = JSON.parse(message.toString())
  } catch {
    return invalid('Not JSON')
  }
  const { success, data: upload, error } = Upload.safeParse(json)
  if (success) {
    if (ownTypes.has(upload.type)) return invalid('Only Waggle itself may send this', eventOf(json))
    const texts = [upload.gameID ?? '', upload.eventID, upload.type, ...upload.values]
    if (texts.every(isStorable)) return { upload }
    return invalid('Contains characters that cannot be stored', eventOf(json))
  }
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  return invalid(issue?.message ?? 'Not an event', { ...(field && { field }), ...eventOf(json) })
}

function invalid(detail: string, more: Pick<UploadError, 'field' | 'eventID'> = {}): UploadResult {
  return { error: { error: 'bad-message', detail, ...more } }
}

function eventOf(json: unknown): { eventID?: string } {
  const id = json && typeof json === 'object' && 'eventID' in json ? json.eventID : undefined
  return typeof id === 'string' ? { eventID: id.slice(0, 64) } : {}
}
