import type { Change, Snapshot } from '#events/view/frames.ts'
import { publicIdOf } from '#events/public-command-id.ts'
import { recordLatency } from '../connection/latency.ts'
import type { ServerAnswer } from '../writes/attempt.ts'
import { newSender } from '../writes/sender.ts'
import type { Sender, SenderPorts } from '../writes/sender.ts'
import { lateMs, staleMs, transitions } from '../writes/write-machine.ts'
import type { Signal } from '../writes/write-machine.ts'
import { isShownAhead, isUnsent, isWaiting } from './pending-command.ts'
import type { NewCommand, PendingCommand, ControlCommand } from './pending-command.ts'
import type { PendingStorage } from './pending-storage.ts'
import { replyOf } from './reply.ts'
import { rest } from '../rest.ts'
import type { Write } from '../rest.ts'

export type CommandNote = { id: string; place: string; text: string }
type Ports = SenderPorts & {
  tournament: number
  newId: () => string
  keep: PendingStorage
  /** the version the screen shows */
  have: () => number
  /** whether the socket is live */
  isConnected: () => boolean
  changed: (presses: PendingCommand[]) => void
  noted: (note: CommandNote) => void
}

const fresh = { reason: null, version: null, tried: false, unsure: false, isResendConfirmed: false }

/**
 * Sends presses in order, one at a time, each with its own idempotency key until it is answered
 * (P2). A press that is not acknowledged stays here and is shown as waiting (P11).
 */
export class Presses {
  readonly #ports: Ports
  #presses: PendingCommand[]
  /** of the first press that is to be sent */
  #sender: Sender | null = null
  #closed = true

  constructor(ports: Ports) {
    this.#ports = ports
    this.#presses = ports.keep.read().map(restored)
    if (this.#presses.length) ports.changed(this.#presses)
  }

  press(press: NewCommand): string {
    const { clock, newId } = this.#ports
    const id = newId()
    const state = this.#presses.some(isOffline) ? 'offline' : 'sending'
    this.#set([...this.#presses, { ...press, ...fresh, id, at: clock.now(), state }])
    clock.after(lateMs, () => this.#signal('slow', id))
    this.#pump()
    return id
  }

  /** Sends the same press again, under the same id. */
  retry(id: string): void {
    this.#signal('retry', id, { reason: null, code: undefined, isResendConfirmed: true })
    this.#stop()
    this.#pump()
  }

  /** Removes a refusal that was read, or an old press that a person discards. */
  drop(id: string): void {
    const isKept = (press: PendingCommand) => press.id !== id || isShownAhead(press.state)
    this.#set(this.#presses.filter(isKept))
  }

  /** The socket is live again: sends waiting presses; if they are old, a person decides first. */
  reconnected(): void {
    if (!this.#presses.some(isOffline)) return
    this.#stop()
    this.#sendWaiting()
  }

  /**
   * Removes the presses whose commits are now shown, even if their answers were lost, and even
   * refused ones: then an earlier attempt succeeded.
   */
  shown(frame: Change | Snapshot): void {
    const commits = frame.type === 'change' ? [frame] : frame.recent
    const ids = new Set(commits.map(({ commit }) => commit.id))
    const isShown = ({ id, state, version }: PendingCommand) =>
      ids.has(publicIdOf(id)) || (state === 'answered' && (version ?? 0) <= frame.version)
    const rest = this.#presses.filter((press) => !isShown(press))
    // A snapshot replaces all rows: it may already contain presses that are in progress.
    if (frame.type === 'snapshot')
      this.#set(rest.map((press) => ({ ...press, unsure: press.unsure || press.tried })))
    else if (rest.length < this.#presses.length) this.#set(rest)
    if (!rest.some(({ id }) => id === this.#sender?.id)) this.#stop()
    this.#pump()
  }

  open(): void {
    this.#closed = false
    this.#pump()
  }

  close(): void {
    this.#closed = true
    this.#stop()
  }

  #pump(): void {
    const next = this.#closed ? undefined : this.#presses.find(isWaiting)
    if (!next) return
    this.#sender ??= this.#senderOf(next)
    this.#sender.sendNow()
  }

  #stop(): void {
    this.#sender?.stop()
    this.#sender = null
  }

  #senderOf(press: PendingCommand): Sender {
    const { id, at, command, isResendConfirmed } = press
    const { attempt, clock, tournament, isConnected } = this.#ports
    return newSender(requestOf(tournament, command), id, {
      ...this.#ports,
      attempt: async (...request) => {
        this.#set(this.#presses.map((each) => (each.id === id ? { ...each, tried: true } : each)))
        const sentAt = clock.now()
        const result = await attempt(...request)
        recordLatency(clock.now() - sentAt)
        return result
      },
      isOld: () => !isResendConfirmed && clock.now() - at > staleMs,
      signal: (signal) => {
        if (signal === 'slow') this.#signal('slow', id)
        // To decide, a person needs the present rows.
        else if (signal === 'ask') return isConnected() ? this.#ask() : this.#signal('lost')
        // The presses that wait behind it are offline too.
        else this.#signal(signal)
      },
      answered: (answer) => this.#answered(press, answer),
    })
  }

  #answered({ id, place }: PendingCommand, answer: ServerAnswer): void {
    const reply = replyOf(answer)
    this.#sender = null
    const isDone = reply.signal === 'done'
    if (isDone && reply.notes.length) this.#ports.noted({ id, place, text: reply.notes.join('\n') })
    if (isDone && reply.part.version <= this.#ports.have())
      this.#set(this.#presses.filter((press) => press.id !== id))
    else this.#signal(reply.signal, id, reply.part)
    // All presses are kept: after the sign-in they are sent, or asked about if they are old.
    if (reply.signal === 'ask') this.#ask()
    else this.#sendWaiting()
  }

  #sendWaiting(): void {
    this.#signal('back')
    this.#pump()
  }

  /** Asks a person about every waiting press; none of them is sent automatically. */
  #ask(): void {
    this.#stop()
    this.#signal('ask')
  }

  /** Moves one press or all of them; `part` is what else changes with the state. */
  #signal(signal: Signal, id?: string, part: Partial<PendingCommand> = {}): void {
    const moved = this.#presses.map((press) => {
      const state = transitions[press.state][signal]
      const isMoved = state !== press.state && (id ?? press.id) === press.id
      return isMoved ? { ...press, ...part, state } : press
    })
    if (moved.some((press, index) => press !== this.#presses[index])) this.#set(moved)
  }

  #set(presses: PendingCommand[]): void {
    if (presses.length === 0 && this.#presses.length === 0) return
    this.#presses = presses
    this.#ports.keep.write(presses.filter(isUnsent))
    this.#ports.changed(presses)
  }
}

function isOffline({ state }: PendingCommand): boolean {
  return state === 'offline'
}

function restored(press: PendingCommand): PendingCommand {
  return { ...press, state: 'offline', unsure: press.tried, isResendConfirmed: false }
}

/** The REST request for a command. */
function requestOf(tournament: number, command: ControlCommand): Write {
  const ids = { id: tournament }
  switch (command.type) {
    case 'AddScore': {
      const { match: id, type: _, by, ...point } = command
      const body = { ...point, by: by > 0 ? 1 : -1 } as const
      return rest.put('/api/tournament/match/:id/add-score/', { id }, body)
    }
    case 'SetSides': {
      const { match: id, isFlipped } = command
      return rest.patch('/api/tournament/match/:id/', { id }, { isFlipped })
    }
    case 'SetWarmup': {
      const { match: id, on: isWarmup } = command
      return rest.patch('/api/tournament/match/:id/', { id }, { isWarmup })
    }
    case 'StartMatch': {
      const { match: id, cabinet, force, displace } = command
      return rest.put('/api/tournament/match/:id/start/', { id }, { cabinet, force, displace })
    }
    case 'StopMatch':
      return rest.put('/api/tournament/match/:id/stop/', { id: command.match }, {})
    case 'CompleteMatch': {
      const { match: id, force } = command
      return rest.put('/api/tournament/match/:id/complete/', { id }, { force })
    }
    case 'SelectNext': {
      const { cabinet, displace } = command
      return rest.put('/api/tournament/tournament/:id/select-next/', ids, { cabinet, displace })
    }
    case 'HoldCabinet': {
      const { cabinet } = command
      return rest.put('/api/tournament/tournament/:id/hold-timer/', ids, { cabinet })
    }
    case 'ReleaseCabinet': {
      const { cabinet } = command
      return rest.put('/api/tournament/tournament/:id/release-timer/', ids, { cabinet })
    }
    case 'ExtendTimer': {
      const { cabinet, seconds } = command
      return rest.put('/api/tournament/tournament/:id/extend-timer/', ids, { cabinet, seconds })
    }
    case 'ClickGame': {
      const tournamentMatch = command.isAttached ? command.match : null
      const { game: id, force } = command
      return rest.patch('/api/game/game/:id/', { id }, { tournamentMatch, force })
    }
    case 'CreateQueues':
      return rest.put('/api/tournament/tournament/:id/create-queues/', ids)
    case 'SetQueue': {
      const { queue: id, matches, expected } = command
      return rest.put('/api/tournament/queue/:id/set-queue/', { id }, { matches, expected })
    }
    case 'AssignAll': {
      const { queue: id, stages: brackets, spread } = command
      return rest.put('/api/tournament/queue/:id/assign-all/', { id }, { brackets, spread })
    }
    case 'RemoveAll':
      return rest.put('/api/tournament/queue/:id/remove-all/', { id: command.queue })
    case 'EnableQueue': {
      const { queue: id, on: enabled } = command
      return rest.patch('/api/tournament/queue/:id/', { id }, { enabled })
    }
    case 'Undo': {
      const { version, displace } = command
      return rest.put('/api/tournament/tournament/:id/undo/', ids, { version, displace })
    }
  }
}
