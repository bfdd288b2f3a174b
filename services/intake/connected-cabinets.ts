import { randomUUID } from 'node:crypto'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Log } from '../log/index.ts'
import type { CabinetId } from '#events/ids.ts'

type Options = {
  /** unique among running intakes, and the same after a restart */
  name: string
  log: Pick<Log, 'notes' | 'publish' | 'subscribe'>
  record(cabinet: CabinetId, event: CabinetEvent, stored?: () => void): void
  comeBackMs?: number
  renewMs?: number
  onError?(error: unknown): void
}
type Departure = { cabinet: CabinetId; intake: string }

type Here = { intake: string; cabinets: CabinetId[] }

const leftSubject = 'intake.left'
const hereSubject = 'intake.here'
/** A cabinet that no intake reports is offline (R-GE-2); a few reports may be lost. */
const renewEveryMs = 3_000

/**
 * The cabinets whose clients are connected to this intake. Connecting and disconnecting are facts
 * in the log. The list is saved before the fact is stored, so that after a crash the intake reports
 * at its next start which clients did not return. If it never restarts, the referee reports them.
 */
export class ConnectedCabinets {
  readonly #options: Options
  readonly #key: string
  readonly #id = randomUUID()
  /** the number of sockets of each cabinet */
  readonly #sockets = new Map<number, number>()
  /** online before this intake started; they have some time to reconnect */
  readonly #awaited = new Set<number>()
  /** cabinets that are online according to the log */
  readonly #recordedOnline = new Set<number>()
  /** cabinets recorded as online again since the last renewal */
  readonly #repeated = new Set<number>()
  readonly #unsubscribes: (() => void)[]
  #savedNote = ''
  #queue = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #renewal: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.#key = `intake.${options.name}`
    const { log } = options
    this.#unsubscribes = [
      log.subscribe(leftSubject, (message) => this.#onDeparture(message as Departure)),
      log.subscribe(hereSubject, (message) => this.#onHere(message as Here)),
    ]
  }

  async start(): Promise<void> {
    const { log, comeBackMs = 10_000, renewMs = renewEveryMs } = this.#options
    this.#renewal = setInterval(() => this.#renew(), renewMs)
    this.#renewal.unref()
    const before = await log.notes.get(this.#key)
    for (const cabinet of Array.isArray(before) ? before : []) {
      if (!this.#sockets.has(cabinet)) this.#awaited.add(cabinet)
      this.#recordedOnline.add(cabinet)
    }
    this.#timer = setTimeout(() => {
      this.#awaited.clear()
      void this.settled()
    }, comeBackMs)
    this.#timer.unref()
  }

  /** Resolves when the fact is queued, so that it precedes the client's first event. */
  async arrived(cabinet: CabinetId): Promise<void> {
    this.#sockets.set(cabinet, (this.#sockets.get(cabinet) ?? 0) + 1)
    this.#awaited.delete(cabinet)
    if (!this.#recordedOnline.has(cabinet)) await this.settled()
  }

  left(cabinet: CabinetId): void {
    const count = (this.#sockets.get(cabinet) ?? 0) - 1
    if (count > 0) return void this.#sockets.set(cabinet, count)
    this.#sockets.delete(cabinet)
    void this.settled()
  }

  settled(): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#settle())
      .catch((error) => this.#options.onError?.(error))
    return this.#queue
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#renewal)
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
  }

  async #settle(): Promise<void> {
    const { log, record } = this.#options
    await this.#saveNote()
    for (const cabinet of this.#sockets.keys()) {
      if (this.#recordedOnline.has(cabinet)) continue
      this.#recordedOnline.add(cabinet)
      record(cabinet, onlineEvent('clientOnline'))
    }
    for (const cabinet of this.#recordedOnline) {
      if (this.#sockets.has(cabinet) || this.#awaited.has(cabinet)) continue
      this.#recordedOnline.delete(cabinet)
      const left: Departure = { cabinet, intake: this.#id }
      record(cabinet, onlineEvent('clientOffline'), () => log.publish(leftSubject, left))
    }
    await this.#saveNote()
  }

  async #saveNote(): Promise<void> {
    const all = new Set([...this.#sockets.keys(), ...this.#awaited, ...this.#recordedOnline])
    const online = [...all].toSorted((a, b) => a - b)
    if (this.#savedNote === online.join()) return
    try {
      await this.#options.log.notes.put(this.#key, online)
      this.#savedNote = online.join()
    } catch (error) {
      this.#options.onError?.(error)
    }
  }

  /** Reports the cabinets that are connected to this intake or expected to reconnect. */
  #renew(): void {
    this.#repeated.clear()
    const cabinets = [...new Set([...this.#sockets.keys(), ...this.#awaited])]
    const here: Here = { intake: this.#id, cabinets }
    if (cabinets.length > 0) this.#options.log.publish(hereSubject, here)
  }

  /** A client that moved to this intake is online, whichever intake reported last. */
  #onDeparture({ cabinet, intake }: Departure): void {
    if (intake === this.#id) return
    if (!this.#sockets.has(cabinet)) return this.#released(cabinet)
    if (this.#repeated.has(cabinet)) return
    this.#repeated.add(cabinet)
    this.#options.record(cabinet, onlineEvent('clientOnline'))
  }

  /** A client that was expected here has connected to another intake. */
  #onHere({ intake, cabinets }: Here): void {
    if (intake === this.#id) return
    for (const cabinet of cabinets) if (!this.#sockets.has(cabinet)) this.#released(cabinet)
  }

  #released(cabinet: CabinetId): void {
    if (this.#awaited.delete(cabinet)) this.#recordedOnline.delete(cabinet)
  }
}

function onlineEvent(type: 'clientOnline' | 'clientOffline'): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type, values: [] }
}
