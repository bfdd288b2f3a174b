import type { Frame, Recent } from '#events/view/frames.ts'
import { tablesFrom, noRows, patch } from './rows.ts'
import type { Tables } from './rows.ts'

/** The state as the server sent it, without pending presses. Only `apply` changes it. */
export type Live = {
  /** 0 before the first snapshot */
  version: number
  /** the form of the rows, as the server named it */
  form?: string | undefined
  rows: Tables
  /** the latest commits, newest first, for the last-action bar */
  recent: Recent[]
}
const recentKept = 40

export const emptyLive: Live = { version: 0, rows: noRows, recent: [] }

/** P5, P10: applies the next version, ignores older ones, and returns `resume` after a gap. */
export function apply(live: Live, frame: Frame): Live | 'resume' {
  if (frame.type === 'snapshot') {
    if (frame.version < live.version) return live
    const { version, form, recent } = frame
    return { version, form, rows: tablesFrom(frame.rows), recent }
  }
  // A heartbeat may be delayed and carry an older version; only a newer version means a gap.
  if (frame.type === 'here') return frame.version > live.version ? 'resume' : live
  if (frame.version <= live.version) return live
  if (frame.version > live.version + 1) return 'resume'
  const { version, at, commit } = frame
  return {
    version,
    form: live.form,
    rows: patch(live.rows, frame.rows),
    recent: [{ version, at, commit }, ...live.recent].slice(0, recentKept),
  }
}
