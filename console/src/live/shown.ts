import { createStore } from 'zustand/vanilla'
import type { LiveCabinet } from '../../../events/frame.ts'
import type { StoreApi } from 'zustand/vanilla'
import { noForecast } from './estimates.ts'
import type { Forecast } from './estimates.ts'
import { nothing } from './live.ts'
import type { Live } from './live.ts'
import type { Note } from './outbox.ts'
import type { Press } from './press.ts'
import type { Link } from './relay.ts'

export type Cabinets = Readonly<Record<string, LiveCabinet>>
/** All that a screen of a tournament may show. */
export type Shown = {
  live: Live
  cabinets: Cabinets
  forecast: Forecast
  link: Link
  presses: Press[]
  notes: Note[]
  /** this device's clock minus the server's, in ms */
  skewMs: number | null
}

export function newShown(): StoreApi<Shown> {
  const link: Link = { light: 'connecting', heardAt: null, retryAt: null }
  const empty = { live: nothing, cabinets: {}, forecast: noForecast, skewMs: null }
  return createStore<Shown>(() => ({ ...empty, link, presses: [], notes: [] }))
}
