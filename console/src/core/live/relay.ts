import type {
  EstimatesFrame,
  Frame,
  InUseFrame,
  LiveFrame,
  OverlayFrame,
  TimeAnswer,
} from '../../../../events/view/frames.ts'
import type { Clock } from '../outbox/clock.ts'
import { backoffMs, connectionHealthAt, lostMs, shakyMs } from '../outbox/connection-health.ts'
import type { ConnectionHealth } from '../outbox/connection-health.ts'
import { newServerClock } from '../outbox/server-clock.ts'

type Socket = { send(text: string): void; close(): void }
export type Listener = { opened(): void; message(text: string): void; closed(): void }
export type Connect = (listener: Listener) => Socket

type ServerMessage = Frame | LiveFrame | EstimatesFrame | InUseFrame | OverlayFrame
export type Link = { light: ConnectionHealth; heardAt: number | null; retryAt: number | null }

export type RelayPorts = {
  connect: Connect
  /** only looks: is told what has changed once a second */
  isCalm?: boolean | undefined
  /** stands over a stream: is told of games as soon as it can be */
  isSwift?: boolean | undefined
  clock: Clock
  random: () => number
  /** the version to go on from */
  have: () => number
  received: (frame: ServerMessage) => 'resume' | 'ok'
  /** a new socket has said its first word */
  spoke: () => void
  changed: (link: Link) => void
  /** this device's clock minus the server's, in ms */
  skewed: (skewMs: number) => void
}

const openingMs = 6_000
const askAgainMs = 1_000
const asksPerSocket = 3
/** "as of 20:14:02" is told in seconds: not every frame has to say when it came */
const heardEveryMs = 1_000

/** Keeps one socket to the relay: connects, resumes, notices silence, connects again. */
export class Relay {
  readonly #ports: RelayPorts
  readonly #serverClock: ReturnType<typeof newServerClock>
  #socket: Socket | null = null
  /** listeners of an abandoned socket are deaf */
  #turn = 0
  #tries = 0
  #silent = true
  #asks = 0
  #askedAt = -Infinity
  #link: Link = { light: 'connecting', heardAt: null, retryAt: null }
  #told: Link | null = null
  #cancelRetry = () => {}
  #cancelWatch = () => {}

  constructor(ports: RelayPorts) {
    this.#ports = ports
    this.#serverClock = newServerClock({
      now: ports.clock.now,
      send: (question) => this.#socket?.send(JSON.stringify(question)),
      changed: ports.skewed,
    })
  }

  open(): void {
    this.#open()
  }

  tryNow(): void {
    if (this.#link.retryAt === null && this.#link.light === 'live') return
    this.#tries = 0
    this.#drop()
    this.#open()
  }

  /** Asks for everything again. */
  reload(): void {
    if (this.#socket) this.#subscribe(0)
    else this.tryNow()
  }

  close(): void {
    this.#drop()
    this.#cancelWatch()
  }

  #open(): void {
    const turn = ++this.#turn
    const mine = (run: () => void) => () => {
      if (turn === this.#turn) run()
    }
    this.#cancelRetry()
    this.#change({ retryAt: null })
    this.#cancelRetry = this.#ports.clock.after(
      openingMs,
      mine(() => this.#again()),
    )
    this.#asks = 0
    this.#silent = true
    this.#socket = this.#ports.connect({
      opened: mine(() => {
        this.#cancelRetry()
        this.#subscribe(this.#ports.have())
        this.#serverClock.opened()
        // An opened socket that says nothing is as dead as one that does not open.
        this.#cancelRetry = this.#ports.clock.after(
          openingMs,
          mine(() => this.#again()),
        )
      }),
      message: (text) => mine(() => this.#message(text))(),
      closed: mine(() => this.#again()),
    })
  }

  #message(text: string): void {
    const frame = parsed(text)
    if (!frame) return
    // Says nothing of the tournament: a connection that sends only the time counts as silent.
    if (frame.type === 'time') return this.#serverClock.answered(frame)
    if (frame.type === 'here') this.#serverClock.mayAsk()
    this.#heard()
    if (this.#ports.received(frame) === 'resume') this.#resume()
    else if ('version' in frame) this.#asks = 0
    if (this.#silent) this.#ports.spoke()
    this.#silent = false
  }

  #heard(): void {
    const { clock } = this.#ports
    this.#tries = 0
    this.#cancelRetry()
    this.#change({ light: 'live', heardAt: clock.now(), retryAt: null })
    this.#cancelWatch()
    this.#cancelWatch = clock.after(shakyMs, () => this.#silence())
  }

  #silence(): void {
    const { clock } = this.#ports
    const light = connectionHealthAt(clock.now() - (this.#link.heardAt ?? 0))
    this.#change({ light })
    if (light !== 'lost')
      this.#cancelWatch = clock.after(lostMs - shakyMs + 1, () => this.#silence())
    else if (this.#link.retryAt === null) this.#again()
  }

  #resume(): void {
    const { clock, have } = this.#ports
    if (clock.now() - this.#askedAt < askAgainMs) return
    if (++this.#asks > asksPerSocket) this.#again()
    else this.#subscribe(have())
  }

  #subscribe(have: number): void {
    this.#askedAt = this.#ports.clock.now()
    const { isCalm, isSwift } = this.#ports
    const pace = { ...(isCalm && { calm: true }), ...(isSwift && { swift: true }) }
    this.#socket?.send(JSON.stringify({ type: 'subscribe', have, ...pace }))
  }

  #again(): void {
    const { clock, random } = this.#ports
    this.#drop()
    const delay = backoffMs(this.#tries++, random)
    this.#change({ retryAt: clock.now() + delay })
    this.#cancelRetry = clock.after(delay, () => this.#open())
  }

  #drop(): void {
    this.#turn++
    this.#cancelRetry()
    this.#askedAt = -Infinity
    this.#socket?.close()
    this.#socket = null
  }

  #change(part: Partial<Link>): void {
    this.#link = { ...this.#link, ...part }
    if (this.#told && isSame(this.#told, this.#link)) return
    this.#told = this.#link
    this.#ports.changed(this.#link)
  }
}

function isSame(told: Link, link: Link): boolean {
  const { heardAt } = link
  const isRecent = heardAt === told.heardAt || (heardAt ?? 0) - (told.heardAt ?? 0) < heardEveryMs
  return told.light === link.light && told.retryAt === link.retryAt && isRecent
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
