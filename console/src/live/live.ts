import type { Change, CommitLine, Frame } from '../../../events/frame.ts'
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
export type Recent = {
  version: number
  /** ISO in UTC, by the desk's clock */
  at: string
  commit: CommitLine
  matches: number[]
  cabinets: number[]
}

const recentKept = 40

export const nothing: Live = { version: 0, rows: noRows, recent: [] }

/** P5, P10: the next version applies, an older one is ignored, a newer one means: ask again. */
export function apply(live: Live, frame: Frame): Live | 'resume' {
  if (frame.type === 'snapshot') {
    if (frame.version < live.version) return live
    return { version: frame.version, rows: keyed(frame.rows), recent: live.recent }
  }
  // A heartbeat from before the last change may arrive after it: only a newer one says something.
  if (frame.type === 'here') return frame.version > live.version ? 'resume' : live
  if (frame.version <= live.version) return live
  if (frame.version > live.version + 1) return 'resume'
  return {
    version: frame.version,
    rows: patch(live.rows, frame.rows),
    recent: [recentOf(live.rows, frame), ...live.recent].slice(0, recentKept),
  }
}

/** Which matches and cabinets a commit touched: each cabinet's bar shows its own. */
function recentOf(before: Tables, { version, at, commit, rows }: Change): Recent {
  const put = rows.match?.put ?? []
  const active = put.flatMap((row) => [before.match[row.id]?.activeCabinet, row.activeCabinet])
  const timers = [...(rows.timer?.put ?? []).map((row) => row.cabinet), ...(rows.timer?.gone ?? [])]
  const cabinets = new Set(
    [...active, ...timers.map(Number)].filter((id) => typeof id === 'number'),
  )
  return { version, at, commit, matches: put.map((row) => row.id), cabinets: [...cabinets] }
}
