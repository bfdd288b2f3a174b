import type { StoreApi } from 'zustand/vanilla'
import type {
  EstimatesFrame,
  Frame,
  LiveCabinet,
  LiveFrame,
} from '../../../../events/view/frames.ts'
import { withEstimates } from './estimates.ts'
import { apply, nothing } from './rows-state.ts'
import { Relay } from './relay.ts'
import type { RelayPorts } from './relay.ts'
import { watchForRestore } from './restore-detection.ts'
import type { Cabinets, LiveState } from './store.ts'

/** What cabinets say together comes in frames of their own: so long until they are one. */
const gatherMs = 30

type Heard = Frame | LiveFrame | EstimatesFrame
type Ports = Pick<RelayPorts, 'connect' | 'clock' | 'random'> & {
  /** shows new rows, and with them what follows from the frame that brought them */
  show: (part: Partial<LiveState>, frame: Frame) => void
  spoke: () => void
}

/** The line of one tournament into its store: all that those need who only look. */
export function newWatch(tournament: number, store: StoreApi<LiveState>, ports: Ports): Relay {
  const have = () => store.getState().live.version
  let moved: Cabinets | null = null
  // Every notice asks every part of the screen whether it is meant.
  function move(cabinet: LiveCabinet): void {
    if (moved === null) ports.clock.after(gatherMs, shift)
    moved = withCabinet(moved ?? store.getState().cabinets, cabinet)
  }
  function shift(): void {
    if (moved !== null && moved !== store.getState().cabinets) store.setState({ cabinets: moved })
    moved = null
  }
  const isRestored = watchForRestore(ports.clock.now, have)
  function received(frame: Heard): 'resume' | 'ok' {
    if (frame.type === 'estimates') {
      if (frame.tournament !== tournament) return 'ok'
      store.setState(({ forecast }) => ({ forecast: withEstimates(forecast, frame) }))
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
    const before = store.getState().live
    const live = apply(before, frame)
    if (live === 'resume') return 'resume'
    if (live !== before) ports.show({ live }, frame)
    return 'ok'
  }
  return new Relay({
    ...ports,
    have,
    received,
    changed: (link) => store.setState({ link }),
    skewed: (skewMs) => store.setState({ skewMs }),
  })
}

function withCabinet(cabinets: Cabinets, cabinet: LiveCabinet): Cabinets {
  const before = cabinets[cabinet.id]?.game
  const { game } = cabinet
  const isOlder = before && game && before.gameID === game.gameID && game.asOf < before.asOf
  return isOlder ? cabinets : { ...cabinets, [cabinet.id]: cabinet }
}
