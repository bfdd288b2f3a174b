import { createStore } from 'zustand/vanilla'
import type { ActiveMatch, LiveCabinet, OverlayState } from '#events/view/frames.ts'
import type { StoreApi } from 'zustand/vanilla'
import { noEstimates } from '../estimates/estimates.ts'
import type { LatestEstimates } from '../estimates/estimates.ts'
import { emptyLive } from './rows-state.ts'
import type { Recent } from '#events/view/frames.ts'
import type { Live } from './rows-state.ts'
import type { CommandNote } from '../presses/presses.ts'
import type { PendingCommand } from '../presses/pending-command.ts'
import type { ConnectionState } from './live-connection.ts'

export type Cabinets = Readonly<Record<string, LiveCabinet>>
/** Everything that the screens of a tournament can show. */
export type LiveState = {
  live: Live
  cabinets: Cabinets
  estimates: LatestEstimates
  /** matches of other tournaments on the cabinets of this one */
  otherActiveMatches: readonly ActiveMatch[]
  /** by cabinet, if they were changed since the page was opened */
  overlays: Readonly<Record<number, OverlayState>>
  connection: ConnectionState
  presses: PendingCommand[]
  notes: CommandNote[]
  /** the steps of this device that were not undone, newest first */
  own: Recent[]
  /** this device's clock minus the server's, in ms */
  skewMs: number | null
}

export function newLiveStore(): StoreApi<LiveState> {
  const connection: ConnectionState = { health: 'connecting', heardAt: null, retryAt: null }
  const empty = {
    live: emptyLive,
    cabinets: {},
    estimates: noEstimates,
    otherActiveMatches: [],
    overlays: {},
  }
  const own = { presses: [], notes: [], own: [], skewMs: null }
  return createStore<LiveState>(() => ({ ...empty, ...own, connection }))
}
