import type { Frame, Recent } from '../../../../events/view/frames.ts'
import { keyed, noRows, patch } from './rows.ts'
import type { Tables } from './rows.ts'

/** What the server said, and nothing else. `apply` is its only writer. */
export type Live = {
  /** 0: nothing heard yet */
  version: number
  rows: Tables
  /** the latest commits, newest first, for the last-action bar */
  recent: Recent[]
}
const recentKept = 40

export const nothing: Live = { version: 0, rows: noRows, recent: [] }

/** P5, P10: the next version applies, an older one is ignored, a newer one means: ask again. */
export function apply(live: Live, frame: Frame): Live | 'resume' {
  if (frame.type === 'snapshot') {
    if (frame.version < live.version) return live
    return { version: frame.version, rows: keyed(frame.rows), recent: frame.recent }
  }
  // A heartbeat from before the last change may arrive after it: only a newer one says something.
  if (frame.type === 'here') return frame.version > live.version ? 'resume' : live
  if (frame.version <= live.version) return live
  if (frame.version > live.version + 1) return 'resume'
  const { version, at, commit } = frame
  return {
    version,
    rows: patch(live.rows, frame.rows),
    recent: [{ version, at, commit }, ...live.recent].slice(0, recentKept),
  }
}
