import type { StoreApi } from 'zustand/vanilla'
import type { Frame } from '#events/view/frames.ts'
import type { PendingStorage } from '../presses/pending-storage.ts'
import type { CommandNote } from '../presses/presses.ts'
import { Presses } from '../presses/presses.ts'
import { ownAfter } from './own-steps.ts'
import type { OwnSteps } from './own-steps.ts'
import type { Attempt } from '../writes/attempt.ts'
import type { NewCommand } from '../presses/pending-command.ts'
import type { ConnectionPorts } from './live-connection.ts'
import { newLiveStore } from './store.ts'
import type { LiveState } from './store.ts'
import { newWatch } from './watch.ts'
import type { StateCache } from './watch.ts'

export type { LiveState } from './store.ts'
type Ports = Pick<ConnectionPorts, 'connect' | 'clock' | 'random'> & {
  cache: StateCache | null
  attempt: Attempt
  newId: () => string
  keep: PendingStorage
  own: OwnSteps
}
/** A tournament that a screen only shows. */
export type Watching = {
  store: StoreApi<LiveState>
  tryNow: () => void
  reload: () => void
  open: () => void
  close: () => void
}
export type LiveSession = Watching & {
  press: (press: NewCommand) => string
  retry: (id: string) => void
  dismiss: (id: string) => void
  /** adds a note to a control; the same id replaces the earlier note */
  showNote: (place: string, text: string, id?: string) => void
  own: Pick<OwnSteps, 'isOwn'>
}

/**
 * One tournament on this page: the live rows, the pending presses over them, and the connection.
 */
export function newLiveSession(tournament: number, ports: Ports): LiveSession {
  const store = newLiveStore()
  const { own } = ports
  store.setState({ own: own.read() })
  // A frame and the presses that it confirms become one store update, and so do a press and its
  // immediate sending.
  let update: Partial<LiveState> | null = null
  const change = (part: Partial<LiveState>) => {
    if (update) Object.assign(update, part)
    else store.setState(part)
  }
  const presses = new Presses({
    ...ports,
    tournament,
    have: () => store.getState().live.version,
    isConnected: () => store.getState().connection.health === 'live',
    changed: (presses) => change({ presses }),
    noted,
  })
  function noted(note: CommandNote): void {
    store.setState(({ notes }) => {
      const others = notes.filter(({ id }) => id !== note.id)
      return { notes: [...others, note].slice(-5) }
    })
  }
  function inOneUpdate(part: Partial<LiveState>, run: () => void): void {
    update = part
    run()
    update = null
    store.setState(part)
  }
  function show(part: Partial<LiveState>, frame: Frame): void {
    const before = store.getState().own
    const steps = ownAfter(before, frame, own.isOwn)
    if (steps !== before) own.write(steps)
    inOneUpdate({ ...part, own: steps }, () => {
      if (frame.type !== 'here') presses.shown(frame)
    })
  }
  const onFirstMessage = () => presses.reconnected()
  const liveConnection = newWatch(tournament, store, { ...ports, show, onFirstMessage })
  return {
    store,
    press(press) {
      let id = ''
      inOneUpdate({}, () => {
        id = presses.press(press)
        own.sent(id)
      })
      return id
    },
    retry: (id) => presses.retry(id),
    dismiss(id) {
      presses.drop(id)
      store.setState(({ notes }) => ({ notes: notes.filter((note) => note.id !== id) }))
    },
    showNote: (place, text, id = ports.newId()) => noted({ id, place, text }),
    own,
    tryNow: () => liveConnection.tryNow(),
    reload: () => liveConnection.reload(),
    open() {
      liveConnection.open()
      presses.open()
    },
    close() {
      liveConnection.close()
      presses.close()
    },
  }
}
