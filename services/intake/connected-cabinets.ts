import { randomUUID } from 'node:crypto'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { Log } from '../log/index.ts'
import type { CabinetId } from '../../events/ids.ts'

type Options = {
  /** differs between intakes that run at once, stays over restarts */
  name: string
  log: Pick<Log, 'notes' | 'publish' | 'subscribe'>
  say(cabinet: CabinetId, event: CabinetEvent, stored?: () => void): void
  comeBackMs?: number
  renewMs?: number
  failed?(error: unknown): void
}
type Departure = { cabinet: CabinetId; intake: string }

type Here = { intake: string; cabinets: CabinetId[] }

const leftSubject = 'intake.left'
const hereSubject = 'intake.here'
/** A cabinet that no intake reports is offline (R-GE-2); a few reports may be lost. */
const renewEveryMs = 3_000

/**
 * Which cabinets have a client here. Connecting and disconnecting are facts in the log. The list is
 * saved before the fact is stored, so that an intake that died reports at its next start which
 * clients did not return. If it never starts again, the referee ends their connected.
 */
export class ConnectedCabinets {
  readonly #options: Options
  readonly #key: string
  readonly #self = randomUUID()
  /** how many sockets a cabinet has */
  readonly #sockets = new Map<number, number>()
  /** online before this intake began; they have some time to come back */
  readonly #awaited = new Set<number>()
  /** those the log has as online */
  readonly #said = new Set<number>()
  /** said once more to be online since the last renewal */
  readonly #repeated = new Set<number>()
  readonly #ends: (() => void)[]
  #noted = ''
  #turn = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #renewal: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.#key = `intake.${options.name}`
    const { log } = options
    this.#ends = [
      log.subscribe(leftSubject, (message) => this.#heard(message as Departure)),
      log.subscribe(hereSubject, (message) => this.#heardOf(message as Here)),
    ]
  }

  async start(): Promise<void> {
    const { log, comeBackMs = 10_000, renewMs = renewEveryMs } = this.#options
    this.#renewal = setInterval(() => this.#renew(), renewMs)
    this.#renewal.unref()
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
  async arrived(cabinet: CabinetId): Promise<void> {
    this.#sockets.set(cabinet, (this.#sockets.get(cabinet) ?? 0) + 1)
    this.#awaited.delete(cabinet)
    if (!this.#said.has(cabinet)) await this.settled()
  }

  left(cabinet: CabinetId): void {
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
    clearInterval(this.#renewal)
    for (const end of this.#ends) end()
  }

  async #settle(): Promise<void> {
    const { log, say } = this.#options
    await this.#note()
    for (const cabinet of this.#sockets.keys()) {
      if (this.#said.has(cabinet)) continue
      this.#said.add(cabinet)
      say(cabinet, onlineEvent('clientOnline'))
    }
    for (const cabinet of this.#said) {
      if (this.#sockets.has(cabinet) || this.#awaited.has(cabinet)) continue
      this.#said.delete(cabinet)
      const left: Departure = { cabinet, intake: this.#self }
      say(cabinet, onlineEvent('clientOffline'), () => log.publish(leftSubject, left))
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

  /** Who holds a socket, or still waits for one, speaks for the cabinet. */
  #renew(): void {
    this.#repeated.clear()
    const cabinets = [...new Set([...this.#sockets.keys(), ...this.#awaited])]
    const here: Here = { intake: this.#self, cabinets }
    if (cabinets.length > 0) this.#options.log.publish(hereSubject, here)
  }

  /** A client that went over to another intake is not away, whichever of the two spoke last. */
  #heard({ cabinet, intake }: Departure): void {
    if (intake === this.#self) return
    if (!this.#sockets.has(cabinet)) return this.#released(cabinet)
    if (this.#repeated.has(cabinet)) return
    this.#repeated.add(cabinet)
    this.#options.say(cabinet, onlineEvent('clientOnline'))
  }

  /** A client that was expected here has connected to another intake. */
  #heardOf({ intake, cabinets }: Here): void {
    if (intake === this.#self) return
    for (const cabinet of cabinets) if (!this.#sockets.has(cabinet)) this.#released(cabinet)
  }

  #released(cabinet: CabinetId): void {
    if (this.#awaited.delete(cabinet)) this.#said.delete(cabinet)
  }
}

function onlineEvent(type: 'clientOnline' | 'clientOffline'): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type, values: [] }
}
