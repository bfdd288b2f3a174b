import type { StoreApi } from 'zustand/vanilla'
import type {
  EstimatesFrame,
  Frame,
  InUseFrame,
  LiveCabinet,
  LiveFrame,
  OverlayFrame,
} from '../../../../events/view/frames.ts'
import { withEstimates } from '../estimates/estimates.ts'
import { apply, nothing } from './rows-state.ts'
import { Relay } from './relay.ts'
import type { Link, RelayPorts } from './relay.ts'
import { watchForRestore } from './restore-detection.ts'
import type { Cabinets, LiveState } from './store.ts'

/** What cabinets say together comes in frames of their own: so long until they are one. */
const gatherMs = 30
/** How old the state may be that is shown when the page is opened without the server. */
const keepEveryMs = 10_000

type ServerMessage = Frame | LiveFrame | EstimatesFrame | InUseFrame | OverlayFrame
export type CachedState = Pick<LiveState, 'live' | 'cabinets' | 'estimates'> & { at: number }
/** Where the last state of a tournament outlives the page. */
export type StateCache = {
  read(): Promise<CachedState | null>
  write(state: CachedState): void
  /** the server is back, and shows what it has itself */
  returned(): void
}

type Ports = Pick<RelayPorts, 'connect' | 'clock' | 'random' | 'isCalm' | 'isSwift'> & {
  /** shows new rows, and with them what follows from the frame that brought them */
  show: (part: Partial<LiveState>, frame: Frame) => void
  spoke: () => void
  cache: StateCache | null
}

/** The line of one tournament into its store: all that those need who only look. */
export function newWatch(tournament: number, store: StoreApi<LiveState>, ports: Ports): Relay {
  const before = newStateCaching(store, ports)
  const have = () => (before.isShown() ? 0 : store.getState().live.version)
  let moved: Cabinets | null = null
  // Every notice asks every part of the screen whether it is meant.
  function move(cabinet: LiveCabinet): void {
    if (moved === null) ports.clock.after(ports.isSwift ? 0 : gatherMs, shift)
    moved = withCabinet(moved ?? store.getState().cabinets, cabinet)
  }
  function shift(): void {
    if (moved !== null && moved !== store.getState().cabinets) store.setState({ cabinets: moved })
    moved = null
  }
  const isRestored = watchForRestore(ports.clock.now, have)
  function received(frame: ServerMessage): 'resume' | 'ok' {
    if (frame.type === 'estimates') {
      if (frame.tournament !== tournament) return 'ok'
      store.setState(({ estimates }) => ({ estimates: withEstimates(estimates, frame) }))
      return 'ok'
    }
    if (frame.type === 'inUse') {
      store.setState({ inUse: frame.inUse })
      return 'ok'
    }
    if (frame.type === 'overlay') {
      const { overlay } = frame
      const isOlder = (store.getState().overlays[overlay.cabinet]?.version ?? 0) > overlay.version
      if (!isOlder)
        store.setState(({ overlays }) => ({
          overlays: { ...overlays, [overlay.cabinet]: overlay },
        }))
      return 'ok'
    }
    if (frame.type === 'live') {
      move(frame.cabinet)
      return 'ok'
    }
    if (frame.tournament !== tournament) return 'ok'
    if (frame.type === 'here' && isRestored(frame.version)) {
      store.setState({ live: nothing })
      return 'resume'
    }
    const known = before.isShown() ? nothing : store.getState().live
    const live = apply(known, frame)
    if (live === 'resume') return 'resume'
    if (live !== known) {
      ports.show({ live }, frame)
      before.heard()
    }
    return 'ok'
  }
  return new Relay({
    ...ports,
    have,
    received,
    changed: (link) => before.changed(link),
    skewed: (skewMs) => store.setState({ skewMs }),
  })
}

/**
 * The last state is kept, and shown as old as it is while the server does not answer a new page. The
 * rows of the server replace it whole: nothing goes on from it.
 */
function newStateCaching(store: StoreApi<LiveState>, { cache, clock }: Ports) {
  let shownAt: number | null = null
  let writtenAt = -Infinity
  let isAsked = false
  let line: Link = store.getState().link

  function tell(): void {
    const isOld = shownAt !== null
    store.setState({
      link: isOld ? { ...line, light: 'lost', heardAt: line.heardAt ?? shownAt } : line,
    })
  }
  async function show(): Promise<void> {
    isAsked = true
    const state = await cache?.read().catch(() => null)
    if (!state || store.getState().live.version > 0) return
    const { at, ...shown } = state
    shownAt = at
    store.setState(shown)
    tell()
  }
  function write({ light, heardAt }: Link): void {
    const { live, cabinets, estimates } = store.getState()
    const isDue = light !== 'live' || clock.now() - writtenAt >= keepEveryMs
    if (!isDue || live.version === 0 || heardAt === null || shownAt !== null) return
    writtenAt = clock.now()
    cache?.write({ live, cabinets, estimates, at: heardAt })
  }
  return {
    isShown: () => shownAt !== null,
    changed(link: Link): void {
      line = link
      tell()
      if (cache) write(link)
      const isWithout = link.heardAt === null && link.retryAt !== null
      if (cache && isWithout && !isAsked) void show()
    },
    heard(): void {
      if (shownAt === null) return
      shownAt = null
      tell()
      cache?.returned()
    },
  }
}

function withCabinet(cabinets: Cabinets, cabinet: LiveCabinet): Cabinets {
  const before = cabinets[cabinet.id]?.game
  const { game } = cabinet
  const isOlder = before && game && before.gameID === game.gameID && game.asOf < before.asOf
  return isOlder ? cabinets : { ...cabinets, [cabinet.id]: cabinet }
}
