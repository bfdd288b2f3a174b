// A process of viewers, each with the console's own connection and store, that measures gaps in
// updates.
import { setTimeout as sleep } from 'node:timers/promises'
import { wallClock } from '#console/src/core/time/clock.ts'
import type { Connect } from '#console/src/core/live/live-connection.ts'
import { newLiveStore } from '#console/src/core/live/store.ts'
import { newWatch } from '#console/src/core/live/watch.ts'
import { socketTo } from '#test/support/tablet-client.ts'
import { serve } from '../bench/children/child.ts'

const [batchSize, batchEveryMs] = [20, 100]
type Viewer = { awaySince: number | null }
const viewers: Viewer[] = []
let longestMs = 0
let stepsBack = 0

const handlers = {
  /** Opens the viewers gradually. */
  async open({ at, tournament, count }: { at: string; tournament: number; count: number }) {
    const connect = socketTo(`${at.replace('http', 'ws')}/ws/tournament-relay/${tournament}`)
    while (viewers.length < count) {
      viewers.push(openViewer(tournament, connect))
      if (viewers.length % batchSize === 0) await sleep(batchEveryMs)
    }
  },
  /**
   * How many are live, the longest gap of any viewer since the previous call, and how often a
   * viewer went back to an older version since the beginning.
   */
  now() {
    const live = viewers.filter(({ awaySince }) => awaySince === null).length
    const status = { live, longestMs, stepsBack }
    longestMs = 0
    return status
  },
}
export type ViewerHandlers = typeof handlers
serve(handlers)

function openViewer(tournament: number, connect: Connect): Viewer {
  const store = newLiveStore()
  const relay = newWatch(tournament, store, {
    connect: ({ opened, message, closed }) =>
      connect({
        opened,
        message(text) {
          message(text)
          heard()
        },
        closed() {
          viewer.awaySince ??= Date.now()
          closed()
        },
      }),
    cache: null,
    clock: wallClock,
    random: Math.random,
    isCalm: true,
    show(part) {
      const { version } = store.getState().live
      if (part.live && part.live.version < version) stepsBack++
      store.setState(part)
    },
    onFirstMessage: () => {},
  })
  const viewer: Viewer = { awaySince: Date.now() }
  function heard(): void {
    if (viewer.awaySince === null) return
    longestMs = Math.max(longestMs, Date.now() - viewer.awaySince)
    viewer.awaySince = null
  }
  relay.open()
  return viewer
}
