import type {
  EstimatesFrame,
  Frame,
  ActiveMatchesFrame,
  LiveFrame,
  OverlayFrame,
  TimeAnswer,
} from '#events/view/frames.ts'
import type { Clock } from '../time/clock.ts'
import { backoffMs, connectionHealthAt, lostMs, shakyMs } from '../connection/connection-health.ts'
import type { ConnectionHealth } from '../connection/connection-health.ts'
import { newServerClock } from '../time/server-clock.ts'

type Socket = { send(text: string): void; close(): void }
export type Listener = { opened(): void; message(text: string): void; closed(): void }
export type Connect = (listener: Listener) => Socket

export type ServerMessage = Frame | LiveFrame | EstimatesFrame | ActiveMatchesFrame | OverlayFrame
export type ConnectionState = {
  health: ConnectionHealth
  heardAt: number | null
  retryAt: number | null
}

type Resume = { have: number; form?: string | undefined }

export type ConnectionPorts = {
  connect: Connect
  /** a viewer that receives changes once a second */
  isCalm?: boolean | undefined
  /** a stream overlay that receives game updates as soon as possible */
  isSwift?: boolean | undefined
  clock: Clock
  random: () => number
  /** the version to resume from, and the form of its rows */
  resumeFrom: () => Resume
  received: (frame: ServerMessage) => 'resume' | 'ok'
  /** a new socket has received its first message */
  onFirstMessage: () => void
  changed: (connection: ConnectionState) => void
  /** this device's clock minus the server's, in ms */
  skewed: (skewMs: number) => void
}

const openingMs = 6_000
const resumeAgainMs = 1_000
const maxResumesPerSocket = 3
/** screens show "as of 20:14:02" in seconds, so `heardAt` is reported at most once a second */
const heardEveryMs = 1_000

/** Keeps one socket to the relay: connects, resumes, detects silence, reconnects. */
export class LiveConnection {
  readonly #ports: ConnectionPorts
  readonly #serverClock: ReturnType<typeof newServerClock>
  #socket: Socket | null = null
  /** number of the current socket: listeners of earlier sockets do nothing */
  #socketNumber = 0
  #tries = 0
  #awaitsFirstMessage = true
  #resumes = 0
  #subscribedAt = -Infinity
  #connection: ConnectionState = { health: 'connecting', heardAt: null, retryAt: null }
  #reported: ConnectionState | null = null
  #cancelRetry = () => {}
  #cancelSilenceCheck = () => {}

  constructor(ports: ConnectionPorts) {
    this.#ports = ports
    this.#serverClock = newServerClock({
      now: ports.clock.now,
      send: (request) => this.#socket?.send(JSON.stringify(request)),
      changed: ports.skewed,
    })
  }

  open(): void {
    this.#open()
  }

  tryNow(): void {
    if (this.#connection.retryAt === null && this.#connection.health === 'live') return
    this.#tries = 0
    this.#drop()
    this.#open()
  }

  /** Requests a full snapshot. */
  reload(): void {
    if (this.#socket) this.#subscribe({ have: 0 })
    else this.tryNow()
  }

  close(): void {
    this.#drop()
    this.#cancelSilenceCheck()
  }

  #open(): void {
    const number = ++this.#socketNumber
    const ifCurrent = (run: () => void) => () => {
      if (number === this.#socketNumber) run()
    }
    this.#cancelRetry()
    this.#change({ retryAt: null })
    this.#cancelRetry = this.#ports.clock.after(
      openingMs,
      ifCurrent(() => this.#scheduleRetry()),
    )
    this.#resumes = 0
    this.#awaitsFirstMessage = true
    this.#socket = this.#ports.connect({
      opened: ifCurrent(() => {
        this.#cancelRetry()
        this.#subscribe(this.#ports.resumeFrom())
        this.#serverClock.opened()
        // A socket that opens and stays silent is retried like one that does not open.
        this.#cancelRetry = this.#ports.clock.after(
          openingMs,
          ifCurrent(() => this.#scheduleRetry()),
        )
      }),
      message: (text) => ifCurrent(() => this.#message(text))(),
      closed: ifCurrent(() => this.#scheduleRetry()),
    })
  }

  #message(text: string): void {
    const frame = parsed(text)
    if (!frame) return
    // A time answer carries no tournament data: a connection that sends only these counts as
    // silent.
    if (frame.type === 'time') return this.#serverClock.answered(frame)
    if (frame.type === 'here') this.#serverClock.tick()
    this.#noteMessage()
    if (this.#ports.received(frame) === 'resume') this.#resume()
    else if ('version' in frame) this.#resumes = 0
    if (this.#awaitsFirstMessage) this.#ports.onFirstMessage()
    this.#awaitsFirstMessage = false
  }

  #noteMessage(): void {
    const { clock } = this.#ports
    this.#tries = 0
    this.#cancelRetry()
    this.#change({ health: 'live', heardAt: clock.now(), retryAt: null })
    this.#cancelSilenceCheck()
    this.#cancelSilenceCheck = clock.after(shakyMs, () => this.#checkSilence())
  }

  #checkSilence(): void {
    const { clock } = this.#ports
    const health = connectionHealthAt(clock.now() - (this.#connection.heardAt ?? 0))
    this.#change({ health })
    if (health !== 'lost')
      this.#cancelSilenceCheck = clock.after(lostMs - shakyMs + 1, () => this.#checkSilence())
    else if (this.#connection.retryAt === null) this.#scheduleRetry()
  }

  #resume(): void {
    const { clock, resumeFrom } = this.#ports
    if (clock.now() - this.#subscribedAt < resumeAgainMs) return
    if (++this.#resumes > maxResumesPerSocket) this.#scheduleRetry()
    else this.#subscribe(resumeFrom())
  }

  #subscribe(from: Resume): void {
    this.#subscribedAt = this.#ports.clock.now()
    const { isCalm, isSwift } = this.#ports
    const updateRate = { ...(isCalm && { calm: true }), ...(isSwift && { swift: true }) }
    this.#socket?.send(JSON.stringify({ type: 'subscribe', ...from, ...updateRate }))
  }

  #scheduleRetry(): void {
    const { clock, random } = this.#ports
    this.#drop()
    const delay = backoffMs(this.#tries++, random)
    this.#change({ retryAt: clock.now() + delay })
    this.#cancelRetry = clock.after(delay, () => this.#open())
  }

  #drop(): void {
    this.#socketNumber++
    this.#cancelRetry()
    this.#subscribedAt = -Infinity
    this.#socket?.close()
    this.#socket = null
  }

  #change(part: Partial<ConnectionState>): void {
    this.#connection = { ...this.#connection, ...part }
    if (this.#reported && isSame(this.#reported, this.#connection)) return
    this.#reported = this.#connection
    this.#ports.changed(this.#connection)
  }
}

function isSame(reported: ConnectionState, connection: ConnectionState): boolean {
  const { health, heardAt, retryAt } = connection
  const sinceMs = (heardAt ?? 0) - (reported.heardAt ?? 0)
  const isRecent = heardAt === reported.heardAt || sinceMs < heardEveryMs
  return reported.health === health && reported.retryAt === retryAt && isRecent
}

const kinds = ['snapshot', 'change', 'here', 'live', 'estimates', 'inUse', 'overlay', 'time']

function parsed(text: string): ServerMessage | TimeAnswer | null {
  try {
    const frame = JSON.parse(text) as { type?: unknown }
    return kinds.includes(String(frame?.type)) ? (frame as ServerMessage | TimeAnswer) : null
  } catch {
    return null
  }
}
