import type { Recent } from '#events/view/frames.ts'
import type { LiveSession } from '../live/live-session.ts'
import { newLiveStore } from '../live/store.ts'
import type { Tables } from '../live/rows.ts'
import type { Moment } from './replay-clock.ts'
import type { TimelineStep } from './step.ts'

const recentKept = 40
const noActions = {
  press: () => '',
  retry: () => {},
  dismiss: () => {},
  showNote: () => {},
  own: { isOwn: () => false },
  tryNow: () => {},
  reload: () => {},
  open: () => {},
  close: () => {},
}

/** A read-only session for a past moment, so that the usual screens can show it. */
export function newPastSession(): LiveSession {
  return { store: newLiveStore(), ...noActions }
}

/** A read-only session over the present rows, shown beside the past ones. */
export function readOnlySession({ store }: Pick<LiveSession, 'store'>): LiveSession {
  return { store, ...noActions }
}

export function showPast(
  { store }: Pick<LiveSession, 'store'>,
  { version, at }: Moment,
  { rows, steps }: { rows: Tables; steps: readonly TimelineStep[] },
): void {
  store.setState({
    live: { version, rows, recent: recentAt(steps, version) },
    connection: { health: 'live', heardAt: at, retryAt: null },
  })
}

/** The latest commits up to a version, newest first. */
function recentAt(steps: readonly TimelineStep[], version: number): Recent[] {
  const latest = steps.slice(Math.max(0, version - recentKept), version).toReversed()
  return latest.map(({ version, at, line }) => {
    return { version, at: new Date(at).toISOString(), commit: line }
  })
}
