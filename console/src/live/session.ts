import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { Frame, LiveCabinet, LiveFrame } from '../../../events/frame.ts'
import type { Clock } from './clock.ts'
import type { Keep } from './keep.ts'
import { apply, nothing } from './live.ts'
import type { Live } from './live.ts'
import { Outbox } from './outbox.ts'
import type { Note } from './outbox.ts'
import type { Post } from './post.ts'
import type { NewPress, Press } from './press.ts'
import { Relay } from './relay.ts'
import type { Connect, Link } from './relay.ts'
import { watchForRestore } from './restored.ts'

export type Cabinets = Readonly<Record<string, LiveCabinet>>
export type Shown = {
  live: Live
  cabinets: Cabinets
  link: Link
  presses: Press[]
  notes: Note[]
  /** this device's clock minus the server's, in ms */
  skewMs: number | null
}
export type Ports = {
  connect: Connect
  post: Post
  clock: Clock
  random: () => number
  newId: () => string
  keep: Keep
}
export type Session = {
  store: StoreApi<Shown>
  press: (press: NewPress) => string
  retry: (id: string) => void
  dismiss: (id: string) => void
  tryNow: () => void
  reload: () => void
  open: () => void
  close: () => void
}

/** One tournament on this screen: the live rows, the pending layer over them, and the line. */
export function newSession(tournament: number, ports: Ports): Session {
  const link: Link = { light: 'connecting', heardAt: null, retryAt: null }
  const store = createStore<Shown>(() => {
    return { live: nothing, cabinets: {}, link, presses: [], notes: [], skewMs: null }
  })
  // A frame and the presses it settles are shown in one step.
  let step: Partial<Shown> | null = null
  const change = (part: Partial<Shown>) => {
    if (step) Object.assign(step, part)
    else store.setState(part)
  }
  const have = () => store.getState().live.version
  const isRestored = watchForRestore(ports.clock.now, have)
  const outbox = new Outbox({
    ...ports,
    tournament,
    have,
    linked: () => store.getState().link.light === 'live',
    changed: (presses) => change({ presses }),
    noted: (note) => store.setState(({ notes }) => ({ notes: [...notes, note].slice(-5) })),
  })
  function received(frame: Frame | LiveFrame): 'resume' | 'ok' {
    store.setState(({ skewMs }) => ({ skewMs: skew(skewMs, ports.clock.now(), frame) }))
    if (frame.type === 'live') {
      store.setState(({ cabinets }) => ({ cabinets: withCabinet(cabinets, frame.cabinet) }))
      return 'ok'
    }
    if (frame.tournament !== tournament) return 'ok'
    if (frame.type === 'here' && isRestored(frame.version)) {
      store.setState({ live: nothing })
      return 'resume'
    }
    const before = store.getState().live
    const live = apply(before, frame)
    if (live === 'resume') return 'resume'
    if (live === before) return 'ok'
    step = { live }
    if (frame.type === 'change') outbox.seen(frame.commit.id, live.version)
    else outbox.seenAll(live.version)
    store.setState(step)
    step = null
    return 'ok'
  }
  const relay = new Relay({
    ...ports,
    have,
    received,
    spoke: () => outbox.reconnected(),
    changed: (next) => store.setState({ link: next }),
  })
  return {
    store,
    press: (press) => outbox.press(press),
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

/** The fastest frame so far tells the clocks' difference best; no order depends on it (P17). */
function skew(known: number | null, now: number, frame: Frame | LiveFrame): number | null {
  const at =
    frame.type === 'change' ? frame.at : frame.type === 'live' ? frame.cabinet.game?.asOf : null
  const seen = at ? now - Date.parse(at) : Number.NaN
  return Number.isNaN(seen) ? known : Math.min(known ?? Infinity, seen)
}

function withCabinet(cabinets: Cabinets, cabinet: LiveCabinet): Cabinets {
  const before = cabinets[cabinet.id]?.game
  const { game } = cabinet
  const isOlder = before && game && before.gameID === game.gameID && game.asOf < before.asOf
  return isOlder ? cabinets : { ...cabinets, [cabinet.id]: cabinet }
}
