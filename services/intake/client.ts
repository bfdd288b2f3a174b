import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Upload } from '../../events/schema/cabinet-facts.ts'
import type { Acknowledge } from './batch.ts'
import { openBackpressure } from './backpressure.ts'
import type { Backpressure } from './backpressure.ts'
import type { CabinetWriters } from './cabinet-writers.ts'
import type { ConnectedCabinets } from './connected-cabinets.ts'
import type { Rate } from './rate.ts'
import type { Tokens } from './tokens.ts'
import { readUpload } from './upload.ts'
import type { CabinetId } from '../../events/ids.ts'

type Options = {
  socket: WebSocket
  /** the connection below the socket */
  wire: { cork(): void; uncork(): void }
  tokens: Tokens
  lanes: Pick<CabinetWriters, 'take' | 'pace' | 'held'>
  connected: Pick<ConnectedCabinets, 'arrived' | 'left'>
  /** for messages that belong to no cabinet */
  rate: Rate
  failed(error: unknown): void
}
type Message = { raw: Buffer; isBinary: boolean }
type TokenLookup = ReturnType<Tokens['cabinet']>

/** What may wait for the log; the client keeps the rest. */
const maxHeldBytes = 1024 * 1024
const maxUnauthorised = 5
const askAgainMs = 500

/** One socket of a cabinets' client: its messages are worked on one by one, in their order. */
export class Client implements Acknowledge {
  readonly #options: Options
  readonly #flow: Backpressure
  readonly #inbox: Message[] = []
  readonly #cabinets = new Set<number>()
  #held = 0
  #unauthorised = 0
  #open = true
  #finished = false
  #isWorking = false
  #worked = Promise.resolve()
  #isCorked = false

  constructor(options: Options) {
    const { socket } = options
    this.#options = options
    this.#flow = openBackpressure(socket, () => this.#isFull())
    socket.on('message', (raw: Buffer, isBinary) => this.#receive({ raw, isBinary }))
    socket.on('close', () => {
      this.#open = false
      this.#flow.stop()
      if (!this.#isWorking) this.#leave()
    })
  }

  /** Whether it has shown the token of one of all cabinets but these. */
  isBeside(cabinets: ReadonlySet<CabinetId>): boolean {
    return [...this.#cabinets].some((cabinet) => !cabinets.has(cabinet))
  }

  /** Whether a cabinet's token has come; while it is looked at, or the database is away, it may. */
  isKnown(): boolean {
    return this.#cabinets.size > 0 || (this.#isWorking && this.#unauthorised === 0)
  }

  /** Takes no more; resolves when what it took waits for the log. */
  finish(): Promise<void> {
    this.#finished = true
    this.#flow.stop()
    this.#options.socket.pause()
    return this.#worked
  }

  stored(eventID: string, bytes: number): void {
    this.#held -= bytes
    this.#say({ eventID })
  }

  #isFull(): boolean {
    const { lanes } = this.#options
    if (this.#held > maxHeldBytes) return true
    return [...this.#cabinets].some((cabinet) => lanes.held(cabinet) > maxHeldBytes)
  }

  #receive(message: Message): void {
    const { socket } = this.#options
    if (this.#finished || socket.readyState !== socket.OPEN) return
    this.#held += message.raw.length
    this.#inbox.push(message)
    this.#flow.check(0)
    if (!this.#isWorking) this.#worked = this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      const later = this.#take(next)
      if (later) await later
    }
    this.#isWorking = false
    if (!this.#open) this.#leave()
  }

  #take({ raw, isBinary }: Message): Promise<void> | undefined {
    const reading = readUpload(raw, isBinary)
    if ('wrong' in reading) {
      this.#refuse(raw.length, reading.wrong)
      return undefined
    }
    const known = this.#options.tokens.cabinet(reading.upload.cabinet)
    if (typeof known !== 'number' || !this.#cabinets.has(known)) {
      return this.#admit(known, reading.upload, raw.length)
    }
    this.#put(known, reading.upload, raw.length)
    return undefined
  }

  #put(cabinet: CabinetId, { cabinet: _, ...event }: Upload, bytes: number): void {
    const { lanes } = this.#options
    lanes.take(cabinet, event, bytes, this)
    this.#flow.check(lanes.pace(cabinet))
  }

  async #admit(asked: TokenLookup, upload: Upload, bytes: number): Promise<void> {
    const cabinet = await this.#authorised(asked, upload)
    if (cabinet === undefined) {
      this.#held -= bytes
      return
    }
    if (cabinet === null) return this.#refuseUnauthorised(upload.eventID, bytes)
    if (!this.#cabinets.has(cabinet)) {
      this.#cabinets.add(cabinet)
      await this.#options.connected.arrived(cabinet)
    }
    this.#put(cabinet, upload, bytes)
  }

  /** While the database is unreachable no token can be checked, so messages wait. */
  async #authorised(asked: TokenLookup, { cabinet }: Upload): Promise<number | null | undefined> {
    const { tokens, failed } = this.#options
    for (let again = asked; ; again = tokens.cabinet(cabinet)) {
      try {
        return await again
      } catch (error) {
        failed(error)
        if (!this.#open || this.#finished) return undefined
        await pause(askAgainMs)
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

  #refuse(bytes: number, why: object): void {
    this.#held -= bytes
    this.#say(why)
    this.#flow.check(this.#options.rate.take())
  }

  #say(message: object): void {
    const { socket, wire } = this.#options
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxHeldBytes) return socket.terminate()
    if (!this.#isCorked) {
      // The acks of a batch leave in one write.
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
    for (const cabinet of this.#cabinets) this.#options.connected.left(cabinet)
    this.#cabinets.clear()
  }
}
