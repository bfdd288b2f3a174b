import { randomUUID } from 'node:crypto'
import type { CabinetEvent } from '../../events/cabinet.ts'
import type { Log } from '../log/index.ts'

type Options = {
  /** differs between intakes that run at once, stays over restarts */
  name: string
  log: Pick<Log, 'notes' | 'publish' | 'subscribe'>
  say(cabinet: number, event: CabinetEvent, stored?: () => void): void
  comeBackMs?: number
  failed?(error: unknown): void
}
type Left = { cabinet: number; intake: string }

const leftSubject = 'intake.left'

/**
 * Which cabinets have a client here. Coming and going are facts like any other. Who is online is
 * noted before it is said, so that an intake that died says on its next start who did not return.
 */
export class Presence {
  readonly #options: Options
  readonly #key: string
  readonly #self = randomUUID()
  /** how many sockets a cabinet has */
  readonly #sockets = new Map<number, number>()
  /** online before this intake began; they have some time to come back */
  readonly #awaited = new Set<number>()
  /** those the log has as online */
  readonly #said = new Set<number>()
  readonly #unsubscribe: () => void
  #noted = ''
  #turn = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.#key = `intake.${options.name}`
    this.#unsubscribe = options.log.subscribe(leftSubject, (message) =>
      this.#heard(message as Left),
    )
  }

  async start(): Promise<void> {
    const { log, comeBackMs = 10_000 } = this.#options
    const before = await log.notes.get(this.#key)
    for (const cabinet of Array.isArray(before) ? before : []) {
      if (!this.#sockets.has(cabinet)) this.#awaited.add(cabinet)
      this.#said.add(cabinet)
    }
    this.#timer = setTimeout(() => {
      this.#awaited.clear()
      void this.settled()
    }, comeBackMs)
    this.#timer.unref()
  }

  /** Resolves when it is among the cabinet's facts, before the client's first event. */
  async arrived(cabinet: number): Promise<void> {
    this.#sockets.set(cabinet, (this.#sockets.get(cabinet) ?? 0) + 1)
    this.#awaited.delete(cabinet)
    if (!this.#said.has(cabinet)) await this.settled()
  }

  left(cabinet: number): void {
    const count = (this.#sockets.get(cabinet) ?? 0) - 1
    if (count > 0) return void this.#sockets.set(cabinet, count)
    this.#sockets.delete(cabinet)
    void this.settled()
  }

  settled(): Promise<void> {
    this.#turn = this.#turn
      .then(() => this.#settle())
      .catch((error) => this.#options.failed?.(error))
    return this.#turn
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#unsubscribe()
  }

  async #settle(): Promise<void> {
    const { log, say } = this.#options
    await this.#note()
    for (const cabinet of this.#sockets.keys()) {
      if (this.#said.has(cabinet)) continue
      this.#said.add(cabinet)
      say(cabinet, presenceEvent('clientOnline'))
    }
    for (const cabinet of this.#said) {
      if (this.#sockets.has(cabinet) || this.#awaited.has(cabinet)) continue
      this.#said.delete(cabinet)
      const left: Left = { cabinet, intake: this.#self }
      say(cabinet, presenceEvent('clientOffline'), () => log.publish(leftSubject, left))
    }
    await this.#note()
  }

  async #note(): Promise<void> {
    const all = new Set([...this.#sockets.keys(), ...this.#awaited, ...this.#said])
    const online = [...all].toSorted((a, b) => a - b)
    if (this.#noted === online.join()) return
    try {
      await this.#options.log.notes.put(this.#key, online)
      this.#noted = online.join()
    } catch (error) {
      this.#options.failed?.(error)
    }
  }

  /** A client that went over to another intake is not away, whichever of the two spoke last. */
  #heard({ cabinet, intake }: Left): void {
    if (intake === this.#self || !this.#sockets.has(cabinet)) return
    this.#options.say(cabinet, presenceEvent('clientOnline'))
  }
}

function presenceEvent(type: 'clientOnline' | 'clientOffline'): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type, values: [] }
}
