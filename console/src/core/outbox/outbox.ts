import type { Change, Snapshot } from '../../../../events/view/frames.ts'
import { publicIdOf } from '../../../../events/public-command-id.ts'
import type { Clock } from '../time/clock.ts'
import { backoffMs } from '../connection/connection-health.ts'
import { recordLatency } from '../connection/latency.ts'
import { isUnsent, isWaiting } from './pending-command.ts'
import type { NewCommand, PendingCommand } from './pending-command.ts'
import type { PostCommand } from './post-command.ts'
import type { PendingStorage } from './pending-storage.ts'
import { lateMs, staleMs } from './attempt.ts'
import { requestOf } from './request.ts'

export type CommandNote = { id: string; place: string; text: string }
type Ports = {
  tournament: number
  post: PostCommand
  clock: Clock
  random: () => number
  newId: () => string
  keep: PendingStorage
  /** the version the screen shows */
  have: () => number
  /** whether the socket is live */
  isConnected: () => boolean
  changed: (presses: PendingCommand[]) => void
  noted: (note: CommandNote) => void
}

const timeoutMs = 10_000

/**
 * Sends presses in order, one at a time, each with its own idempotency key until it is answered
 * (P2). A press that is not acknowledged stays here and is shown as waiting (P11).
 */
export class Outbox {
  readonly #ports: Ports
  #presses: PendingCommand[]
  /** the attempt in progress; answers to earlier attempts are ignored */
  #attempt: { id: string; abort: AbortController } | null = null
  #failures = 0
  #cancelRetry = () => {}
  /** end of the Retry-After of a busy server */
  #busyUntil = 0
  #closed = true

  constructor(ports: Ports) {
    this.#ports = ports
    this.#presses = ports.keep.read().map(restored)
    if (this.#presses.length) ports.changed(this.#presses)
  }

  press(press: NewCommand): string {
    const { clock, newId } = this.#ports
    const id = newId()
    const isBehind = this.#presses.some((earlier) => earlier.state === 'offline')
    const state = isBehind ? 'offline' : 'sending'
    const fresh = {
      reason: null,
      version: null,
      tried: false,
      unsure: false,
      isResendConfirmed: false,
    }
    this.#set([...this.#presses, { ...press, ...fresh, id, at: clock.now(), state }])
    clock.after(lateMs, () => this.#markLate(id))
    if (clock.now() >= this.#busyUntil) this.#pump()
    return id
  }

  /** Sends the same press again, under the same id. */
  retry(id: string): void {
    const press = this.#find(id)
    if (!press || press.state === 'answered') return
    if (press.state === 'asking' || press.state === 'refused') {
      this.#update(id, { state: 'sending', reason: null, code: undefined, isResendConfirmed: true })
    }
    this.#abortAttempt()
    this.#pump()
  }

  /** Removes a refusal that was read, or an old press that a person discards. */
  drop(id: string): void {
    const press = this.#find(id)
    if (press?.state === 'refused' || press?.state === 'asking') this.#remove(id)
  }

  /** The socket is live again: sends waiting presses; if any is old, a person decides first. */
  reconnected(): void {
    if (!this.#presses.some((press) => press.state === 'offline')) return
    this.#failures = 0
    this.#abortAttempt()
    if (this.#presses.some((press) => press.state === 'offline' && this.#isStale(press)))
      this.#askAll()
    else this.#sendWaiting()
  }

  /** Removes the presses whose commits are now shown, even if their answers were lost. */
  shown(frame: Change | Snapshot): void {
    if (frame.type === 'change') this.#settle([frame.commit.id], frame.version)
    else {
      const recent = frame.recent.map(({ commit }) => commit.id)
      this.#settle(recent, frame.version)
      // A snapshot replaces all rows: it may already contain presses that are in progress.
      this.#set(this.#presses.map((press) => ({ ...press, unsure: press.unsure || press.tried })))
    }
    this.#pump()
  }

  /** Removes presses that are in the log, even refused ones: then an earlier attempt succeeded. */
  #settle(publicIds: string[], version: number): void {
    const isDone = (press: PendingCommand) =>
      publicIds.includes(publicIdOf(press.id)) ||
      (press.state === 'answered' && (press.version ?? 0) <= version)
    const [done, rest] = [this.#presses.filter(isDone), this.#presses.filter((p) => !isDone(p))]
    if (done.length > 0) this.#set(rest)
    if (done.some(({ id }) => id === this.#attempt?.id)) this.#abortAttempt()
  }

  open(): void {
    this.#closed = false
    this.#pump()
  }

  close(): void {
    this.#closed = true
    this.#abortAttempt()
  }

  #pump(): void {
    if (this.#attempt || this.#closed) return
    const next = this.#presses.find((press) => isWaiting(press) || press.state === 'offline')
    if (!next) return
    if (!this.#isStale(next)) void this.#send(next)
    else if (this.#ports.isConnected()) this.#askAll()
    else this.#retryIn(staleMs)
  }

  async #send({ id, command }: PendingCommand): Promise<void> {
    const { post, clock, tournament } = this.#ports
    const attempt = { id, abort: new AbortController() }
    this.#attempt = attempt
    this.#cancelRetry()
    this.#update(id, { tried: true })
    clock.after(lateMs, () => this.#markLate(id))
    const cancel = clock.after(timeoutMs, () => this.#fail(attempt))
    const sentAt = clock.now()
    try {
      const reply = await post(requestOf(tournament, command), id, attempt.abort.signal)
      if (this.#attempt !== attempt) return
      this.#failures = 0
      recordLatency(clock.now() - sentAt)
      if (reply.kind === 'done') this.#done(id, reply)
      else if (reply.kind === 'refused') {
        this.#update(id, { state: 'refused', reason: reply.reason, code: reply.code })
      } else if (reply.kind === 'signedOut') return this.#waitForSignIn(id, reply.reason)
      else return this.#waitWhileBusy(reply.afterMs)
      this.#attempt = null
      this.#sendWaiting()
    } catch {
      this.#fail(attempt)
    } finally {
      cancel()
    }
  }

  #done(id: string, reply: { version: number | null; notes: string[] }): void {
    const place = this.#find(id)?.place ?? ''
    if (reply.notes.length) this.#ports.noted({ id, place, text: reply.notes.join('\n') })
    const isShown = reply.version === null || reply.version <= this.#ports.have()
    if (isShown) this.#remove(id)
    else this.#update(id, { state: 'answered', version: reply.version })
  }

  /** The server answers again: presses that waited behind are no longer offline. */
  #sendWaiting(): void {
    this.#set(
      this.#presses.map((p) => (p.state === 'offline' && !this.#isStale(p) ? sending(p) : p)),
    )
    this.#pump()
  }

  #fail(attempt: { id: string; abort: AbortController }): void {
    if (this.#attempt !== attempt) return
    attempt.abort.abort()
    this.#set(this.#presses.map((p) => (isWaiting(p) ? { ...p, state: 'offline' } : p)))
    this.#retryIn(backoffMs(this.#failures++, this.#ports.random))
  }

  /** Keeps all presses: after the sign-in they are sent, or asked about if they are old. */
  #waitForSignIn(id: string, reason: string): void {
    this.#attempt = null
    this.#update(id, { reason })
    this.#askAll()
  }

  #waitWhileBusy(ms: number): void {
    this.#busyUntil = this.#ports.clock.now() + ms
    this.#retryIn(ms)
  }

  #retryIn(ms: number): void {
    this.#abortAttempt()
    this.#cancelRetry = this.#ports.clock.after(ms, () => this.#pump())
  }

  #abortAttempt(): void {
    this.#cancelRetry()
    const attempt = this.#attempt
    this.#attempt = null
    attempt?.abort.abort()
  }

  /** Asks a person about every waiting press; none of them is sent automatically. */
  #askAll(): void {
    this.#set(
      this.#presses.map((press) => (isStuck(press) ? { ...press, state: 'asking' } : press)),
    )
  }

  #markLate(id: string): void {
    if (this.#find(id)?.state === 'sending') this.#update(id, { state: 'late' })
  }

  #isStale(press: PendingCommand): boolean {
    return !press.isResendConfirmed && this.#ports.clock.now() - press.at > staleMs
  }

  #find(id: string): PendingCommand | undefined {
    return this.#presses.find((press) => press.id === id)
  }

  #update(id: string, part: Partial<PendingCommand>): void {
    this.#set(this.#presses.map((press) => (press.id === id ? { ...press, ...part } : press)))
  }

  #remove(id: string): void {
    this.#set(this.#presses.filter((press) => press.id !== id))
  }

  #set(presses: PendingCommand[]): void {
    if (presses.length === 0 && this.#presses.length === 0) return
    this.#presses = presses
    this.#ports.keep.write(presses.filter(isUnsent))
    this.#ports.changed(presses)
  }
}

function isStuck(press: PendingCommand): boolean {
  return isWaiting(press) || press.state === 'offline'
}

function restored(press: PendingCommand): PendingCommand {
  return { ...press, state: 'offline', unsure: press.tried, isResendConfirmed: false }
}

function sending(press: PendingCommand): PendingCommand {
  return { ...press, state: 'sending' }
}
