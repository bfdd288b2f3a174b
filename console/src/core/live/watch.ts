import type { StoreApi } from 'zustand/vanilla'
import type { Frame, LiveCabinet } from '#events/view/frames.ts'
import { withEstimates } from '../estimates/estimates.ts'
import { apply, emptyLive } from './rows-state.ts'
import { LiveConnection } from './live-connection.ts'
import type { ConnectionState, ConnectionPorts, ServerMessage } from './live-connection.ts'
import type { Cabinets, LiveState } from './store.ts'

const restoredMs = 4_000

/** Frames of several cabinets that arrive within this time become one store update. */
const gatherMs = 30
/** The state is cached this often, so that a page opened without the server shows a recent one. */
const cacheEveryMs = 10_000

export type CachedState = Pick<LiveState, 'live' | 'cabinets' | 'estimates'> & { at: number }
/** Keeps the last state of a tournament beyond the lifetime of the page. */
export type StateCache = {
  read(): Promise<CachedState | null>
  /** false if nothing can be kept yet, because the service worker is still starting */
  write(state: CachedState): boolean
  /** called when rows of the server have replaced the cached ones */
  returned(): void
}

type Ports = Pick<ConnectionPorts, 'connect' | 'clock' | 'random' | 'isCalm' | 'isSwift'> & {
  /** shows new rows, together with the effects of the frame that contained them */
  show: (part: Partial<LiveState>, frame: Frame) => void
  onFirstMessage: () => void
  cache: StateCache | null
}

/** Connects one tournament to its store. This is all that a read-only screen needs. */
export function newWatch(
  tournament: number,
  store: StoreApi<LiveState>,
  ports: Ports,
): LiveConnection {
  const caching = newStateCaching(store, ports)
  const have = () => (caching.isCachedShown() ? 0 : store.getState().live.version)
  const resumeFrom = () => ({ have: have(), form: store.getState().live.form })
  let gathered: Cabinets | null = null
  // Gathered, because each store update runs the selectors of every part of the screen.
  function gather(cabinet: LiveCabinet): void {
    if (gathered === null) ports.clock.after(ports.isSwift ? 0 : gatherMs, flush)
    gathered = withCabinet(gathered ?? store.getState().cabinets, cabinet)
  }
  function flush(): void {
    if (gathered !== null && gathered !== store.getState().cabinets)
      store.setState({ cabinets: gathered })
    gathered = null
  }
  const isRestored = watchForRestore(ports.clock.now, have)
  function received(frame: ServerMessage): 'resume' | 'ok' {
    if (frame.type === 'estimates') {
      if (frame.tournament !== tournament) return 'ok'
      store.setState(({ estimates }) => ({ estimates: withEstimates(estimates, frame) }))
      return 'ok'
    }
    if (frame.type === 'inUse') {
      store.setState({ otherActiveMatches: frame.inUse })
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
      gather(frame.cabinet)
      return 'ok'
    }
    if (frame.tournament !== tournament) return 'ok'
    if (frame.type === 'here' && isRestored(frame.version)) {
      store.setState({ live: emptyLive })
      return 'resume'
    }
    const previous = caching.isCachedShown() ? emptyLive : store.getState().live
    const live = apply(previous, frame)
    if (live === 'resume') return 'resume'
    if (live !== previous) {
      ports.show({ live }, frame)
      caching.rowsReceived()
    }
    return 'ok'
  }
  return new LiveConnection({
    ...ports,
    resumeFrom,
    received,
    changed: (connection) => caching.connectionChanged(connection),
    skewed: (skewMs) => store.setState({ skewMs }),
  })
}

/**
 * Caches the last state, and shows it with its true age if the server does not answer a new page.
 * The server's rows replace it completely: no frame is ever applied to the cached rows.
 */
function newStateCaching(store: StoreApi<LiveState>, { cache, clock }: Ports) {
  /** when the cached state that is shown was current; null if none is shown */
  let cachedAt: number | null = null
  let writtenAt = -Infinity
  let isReadStarted = false
  let connection: ConnectionState = store.getState().connection

  function publishLink(): void {
    const isOld = cachedAt !== null
    store.setState({
      connection: isOld
        ? { ...connection, health: 'lost', heardAt: connection.heardAt ?? cachedAt }
        : connection,
    })
  }
  async function showCached(): Promise<void> {
    isReadStarted = true
    const cached = await cache?.read().catch(() => null)
    if (!cached || store.getState().live.version > 0) return
    const { at, ...state } = cached
    cachedAt = at
    store.setState(state)
    publishLink()
  }
  function write({ health, heardAt }: ConnectionState): void {
    const { live, cabinets, estimates } = store.getState()
    const isDue = health !== 'live' || clock.now() - writtenAt >= cacheEveryMs
    if (!isDue || live.version === 0 || heardAt === null || cachedAt !== null) return
    if (cache?.write({ live, cabinets, estimates, at: heardAt })) writtenAt = clock.now()
  }
  return {
    isCachedShown: () => cachedAt !== null,
    connectionChanged(next: ConnectionState): void {
      connection = next
      publishLink()
      if (cache) write(connection)
      const isUnreachable = connection.heardAt === null && connection.retryAt !== null
      if (cache && isUnreachable && !isReadStarted) void showCached()
    },
    rowsReceived(): void {
      if (cachedAt === null) return
      cachedAt = null
      publishLink()
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

/**
 * Detects that the server was restored from a backup: only then do versions go down. A heartbeat
 * may be delayed, but a version below the shown one for several seconds means a restore.
 */
function watchForRestore(now: () => number, have: () => number) {
  let behind: { since: number; version: number } | null = null
  return (version: number): boolean => {
    if (version >= have()) behind = null
    else behind ??= { since: now(), version: have() }
    return behind !== null && version < behind.version && now() - behind.since >= restoredMs
  }
}
