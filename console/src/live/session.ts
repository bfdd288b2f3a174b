import type { StoreApi } from 'zustand/vanilla'
import type { Frame } from '../../../events/frame.ts'
import type { Keep } from './keep.ts'
import { Outbox } from './outbox.ts'
import type { Post } from './post.ts'
import type { NewPress } from './press.ts'
import type { RelayPorts } from './relay.ts'
import { newShown } from './shown.ts'
import type { Shown } from './shown.ts'
import { newWatch } from './watch.ts'

export type { Cabinets, Shown } from './shown.ts'
export type Ports = Pick<RelayPorts, 'connect' | 'clock' | 'random'> & {
  post: Post
  newId: () => string
  keep: Keep
}
/** What a screen does with a tournament that it only shows. */
export type Watching = {
  store: StoreApi<Shown>
  tryNow: () => void
  reload: () => void
  open: () => void
  close: () => void
}
export type Session = Watching & {
  press: (press: NewPress) => string
  retry: (id: string) => void
  dismiss: (id: string) => void
}

/** One tournament on this screen: the live rows, the pending layer over them, and the line. */
export function newSession(tournament: number, ports: Ports): Session {
  const store = newShown()
  // A frame and the presses it settles are shown in one step, and so is a press that goes at once.
  let step: Partial<Shown> | null = null
  const change = (part: Partial<Shown>) => {
    if (step) Object.assign(step, part)
    else store.setState(part)
  }
  const outbox = new Outbox({
    ...ports,
    tournament,
    have: () => store.getState().live.version,
    linked: () => store.getState().link.light === 'live',
    changed: (presses) => change({ presses }),
    noted: (note) => store.setState(({ notes }) => ({ notes: [...notes, note].slice(-5) })),
  })
  function inOneStep(part: Partial<Shown>, run: () => void): void {
    step = part
    run()
    step = null
    store.setState(part)
  }
  function show(part: Partial<Shown>, frame: Frame): void {
    inOneStep(part, () => {
      if (frame.type === 'change') outbox.seen(frame.commit.id, frame.version)
      else outbox.seenAll(frame.version)
    })
  }
  const relay = newWatch(tournament, store, { ...ports, show, spoke: () => outbox.reconnected() })
  return {
    store,
    press(press) {
      let id = ''
      inOneStep({}, () => {
        id = outbox.press(press)
      })
      return id
    },
    retry: (id) => outbox.retry(id),
    dismiss(id) {
      outbox.drop(id)
      store.setState(({ notes }) => ({ notes: notes.filter((note) => note.id !== id) }))
    },
    tryNow: () => relay.tryNow(),
    reload: () => relay.reload(),
    open() {
      relay.open()
      outbox.open()
    },
    close() {
      relay.close()
      outbox.close()
    },
  }
}
