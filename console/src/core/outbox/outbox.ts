import type { Change, Snapshot } from '../../../../events/view/frames.ts'
import { publicIdOf } from '../../../../events/schema/public-command-id.ts'
import type { Clock } from './clock.ts'
import { backoffMs } from './connection-health.ts'
import { noteLatency } from './latency.ts'
import { isUnsent, isWaiting } from './pending-command.ts'
import type { NewCommand, PendingCommand } from './pending-command.ts'
import type { PostCommand } from './post-command.ts'
import type { PendingStorage } from './pending-storage.ts'
import { lateMs, staleMs } from './deliver.ts'
import { requestOf } from './request.ts'

export type Note = { id: string; place: string; text: string }
type Ports = {
  tournament: number
  post: PostCommand
  clock: Clock
  random: () => number
  newId: () => string
  keep: PendingStorage
  /** the version the screen shows */
  have: () => number
  /** the socket speaks */
  linked: () => boolean
  changed: (presses: PendingCommand[]) => void
  noted: (note: Note) => void
}

const giveUpMs = 10_000

/**
 * Presses on their way, in order, one at a time; each under its own id until it is answered (P2).
 * What is not acknowledged stays here and is shown as waiting (P11).
 */
export class Outbox {
  readonly #ports: Ports
  #presses: PendingCommand[]
  /** the attempt under way; an answer to an older one says nothing any more */
  #attempt: { id: string; abort: AbortController } | null = null
  #failures = 0
  #cancelRetry = () => {}
  /** the server asked to wait */
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
    const behind = this.#presses.some((earlier) => earlier.state === 'offline')
    const state = behind ? 'offline' : 'sending'
    const fresh = { reason: null, version: null, tried: false, unsure: false, insisted: false }
    this.#set([...this.#presses, { ...press, ...fresh, id, at: clock.now(), state }])
    clock.after(lateMs, () => this.#late(id))
    if (clock.now() >= this.#busyUntil) this.#pump()
    return id
  }

  /** The same press again, under the same id. */
  retry(id: string): void {
    const press = this.#find(id)
    if (!press || press.state === 'answered') return
    if (press.state === 'asking' || press.state === 'refused') {
      this.#put(id, { state: 'sending', reason: null, code: undefined, insisted: true })
    }
    this.#letGo()
    this.#pump()
  }

  /** A refusal was read, or an old press is not wanted any more. */
  drop(id: string): void {
    const press = this.#find(id)
    if (press?.state === 'refused' || press?.state === 'asking') this.#remove(id)
  }

  /** The socket speaks again: kept presses go, old ones ask first (never a blind replay). */
  reconnected(): void {
    if (!this.#presses.some((press) => press.state === 'offline')) return
    this.#failures = 0
    this.#letGo()
    if (this.#presses.some((press) => press.state === 'offline' && this.#isStale(press)))
      this.#ask()
    else this.#flow()
  }

  /** What is shown has these commits: their presses are done, whatever became of the answers. */
  shown(frame: Change | Snapshot): void {
    if (frame.type === 'change') this.#settle([frame.commit.id], frame.version)
    else {
      const recent = frame.recent.map(({ commit }) => commit.id)
      this.#settle(recent, frame.version)
      // All rows came anew: presses under way may be in them.
      this.#set(this.#presses.map((press) => ({ ...press, unsure: press.unsure || press.tried })))
    }
    this.#pump()
  }

  /** Takes what is in the log off, were it refused: another attempt at it has arrived then. */
  #settle(publicIds: string[], version: number): void {
    const isDone = (press: PendingCommand) =>
      publicIds.includes(publicIdOf(press.id)) ||
      (press.state === 'answered' && (press.version ?? 0) <= version)
    const [done, rest] = [this.#presses.filter(isDone), this.#presses.filter((p) => !isDone(p))]
    if (done.length > 0) this.#set(rest)
    if (done.some(({ id }) => id === this.#attempt?.id)) this.#letGo()
  }

  open(): void {
    this.#closed = false
    this.#pump()
  }

  close(): void {
    this.#closed = true
    this.#letGo()
  }

  #pump(): void {
    if (this.#attempt || this.#closed) return
    const next = this.#presses.find((press) => isWaiting(press) || press.state === 'offline')
    if (!next) return
    if (!this.#isStale(next)) void this.#send(next)
    else if (this.#ports.linked()) this.#ask()
    else this.#later(staleMs)
  }

  async #send({ id, command }: PendingCommand): Promise<void> {
    const { post, clock, tournament } = this.#ports
    const attempt = { id, abort: new AbortController() }
    this.#attempt = attempt
    this.#cancelRetry()
    this.#put(id, { tried: true })
    clock.after(lateMs, () => this.#late(id))
    const cancel = clock.after(giveUpMs, () => this.#fail(attempt))
    const sentAt = clock.now()
    try {
      const reply = await post(requestOf(tournament, command), id, attempt.abort.signal)
      if (this.#attempt !== attempt) return
      this.#failures = 0
      noteLatency(clock.now() - sentAt)
      if (reply.kind === 'done') this.#done(id, reply)
      else if (reply.kind === 'refused') {
        this.#put(id, { state: 'refused', reason: reply.reason, code: reply.code })
      } else return this.#wait(reply.afterMs)
      this.#attempt = null
      this.#flow()
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
    else this.#put(id, { state: 'answered', version: reply.version })
  }

  /** The network answers: what waited behind is no longer offline. */
  #flow(): void {
    this.#set(
      this.#presses.map((p) => (p.state === 'offline' && !this.#isStale(p) ? sending(p) : p)),
    )
    this.#pump()
  }

  #fail(attempt: { id: string; abort: AbortController }): void {
    if (this.#attempt !== attempt) return
    attempt.abort.abort()
    this.#set(this.#presses.map((p) => (isWaiting(p) ? { ...p, state: 'offline' } : p)))
    this.#later(backoffMs(this.#failures++, this.#ports.random))
  }

  #wait(ms: number): void {
    this.#busyUntil = this.#ports.clock.now() + ms
    this.#later(ms)
  }

  #later(ms: number): void {
    this.#letGo()
    this.#cancelRetry = this.#ports.clock.after(ms, () => this.#pump())
  }

  #letGo(): void {
    this.#cancelRetry()
    const attempt = this.#attempt
    this.#attempt = null
    attempt?.abort.abort()
  }

  /** Everything that waits is shown for a decision; none of it goes by itself. */
  #ask(): void {
    this.#set(
      this.#presses.map((press) => (isStuck(press) ? { ...press, state: 'asking' } : press)),
    )
  }

  #late(id: string): void {
    if (this.#find(id)?.state === 'sending') this.#put(id, { state: 'late' })
  }

  #isStale(press: PendingCommand): boolean {
    return !press.insisted && this.#ports.clock.now() - press.at > staleMs
  }

  #find(id: string): PendingCommand | undefined {
    return this.#presses.find((press) => press.id === id)
  }

  #put(id: string, part: Partial<PendingCommand>): void {
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
  return { ...press, state: 'offline', unsure: press.tried, insisted: false }
}

function sending(press: PendingCommand): PendingCommand {
  return { ...press, state: 'sending' }
}
