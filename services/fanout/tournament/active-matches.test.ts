import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ActiveMatch } from '#events/view/frames.ts'
import { openActiveMatches } from './active-matches.ts'
import { Topic } from './topic.ts'

test('P14: a match start rereads only its cabinet and is sent to other tournaments there', async () => {
  const venue = openVenue()
  const shared = await venue.topic(1, [7, 8])
  const other = await venue.topic(2, [9])
  venue.read.length = 0

  await venue.play(30, 5, 7)
  expect(venue.read).toEqual([[7]])
  expect(shared.shown).toEqual([[], [5]])
  expect(other.shown).toEqual([[]])
  // A tournament's own match is not reported to itself, and nobody watches cabinet 10.
  await venue.play(1, 6, 8)
  await venue.play(30, 4, 10)
  expect(venue.read).toEqual([[7], [8]])
  await venue.activeMatches.refresh()
  expect(shared.shown).toEqual([[], [5]])

  await venue.play(30, 5, 9)
  expect(shared.shown).toEqual([[], [5], []])
  expect(other.shown).toEqual([[], [5]])
  await venue.leave(5)
  expect(other.shown).toEqual([[], [5], []])
  shared.stop()
  other.stop()
})

test('a frame during a read makes the cabinet read again, and the later read wins', async () => {
  const venue = openVenue()
  const release = venue.holdNext()
  const loaded = venue.activeMatches.load([7])
  await settled()
  await venue.play(30, 5, 7)
  release()
  await loaded
  expect(venue.read).toEqual([[7], [7]])
  expect(venue.activeMatches.on([7]).map(({ match }) => match)).toEqual([5])
})

test('a failed read is repeated with the next heartbeat', async () => {
  const venue = openVenue()
  const topic = await venue.topic(1, [7])
  venue.failNext()
  await venue.play(30, 5, 7)
  expect(venue.failures).toHaveLength(1)
  expect(topic.shown).toEqual([[]])
  await venue.activeMatches.refresh()
  expect(topic.shown).toEqual([[], [5]])
  topic.stop()
})

function openVenue() {
  let publish = (_message: unknown, _subject: string) => {}
  const subscribe = (_subject: string, each: typeof publish) => {
    publish = each
    return () => {}
  }
  const playing = new Map<number, ActiveMatch>()
  const read: number[][] = []
  const failures: unknown[] = []
  let fails = false
  let delay = Promise.resolve()
  const rows = async (cabinets: number[]) => {
    read.push(cabinets)
    const rowsNow = [...playing.values()].filter(({ cabinet }) => cabinets.includes(cabinet))
    const currentDelay = delay
    delay = Promise.resolve()
    await currentDelay
    if (!fails) return rowsNow
    fails = false
    throw new Error('away')
  }
  const activeMatches = openActiveMatches({ subscribe }, rows, (error) => failures.push(error))
  const frame = (match: object) => publish({ rows: { match } }, 'frame.1')

  return {
    activeMatches,
    read,
    failures,
    failNext: () => void (fails = true),
    holdNext() {
      let open = () => {}
      delay = new Promise((resolve) => (open = resolve))
      return open
    },
    async play(tournament: number, match: number, cabinet: number) {
      const [tournamentName, matchName] = [`T${tournament}`, `M${match}`]
      playing.set(match, { cabinet, tournament, tournamentName, match, matchName })
      frame({ put: [{ id: match, activeCabinet: cabinet }], gone: [] })
      await settled()
    },
    async leave(match: number) {
      playing.delete(match)
      frame({ put: [], gone: [`${match}`] })
      await settled()
    },
    async topic(tournament: number, cabinets: number[]) {
      const shown: number[][] = []
      const topic = new Topic({
        ...emptyDependencies,
        tournament,
        activeMatches,
        cabinets: async () => cabinets,
      })
      await topic.follow(viewerOf(shown), { have: 0, calm: false })
      return { shown, stop: () => topic.stop() }
    },
  }
}

/** Empty dependencies of a topic. */
const noop = () => {}
const emptyDependencies = {
  source: {
    version: async () => 0,
    changes: async () => [],
    snapshot: async () => ({ type: 'snapshot', tournament: 1, version: 0, rows: {}, recent: [] }),
  } as never,
  live: { current: async () => [], frame: noop, listenTo: () => noop } as never,
  estimates: { full: async () => undefined, listenTo: () => noop } as never,
  loader: noop as never,
  onError: noop,
}

/** A viewer that records the matches of each `inUse` frame. */
function viewerOf(shown: number[][]) {
  return {
    supportsCompression: false,
    isOpen: () => true,
    send: noop,
    close: noop,
    sendLatest(bytes: Buffer) {
      const json = bytes.toString('utf8', bytes.indexOf('{'))
      const { inUse } = JSON.parse(json) as { inUse: ActiveMatch[] }
      shown.push(inUse.map(({ match }) => match))
      return true
    },
  }
}
