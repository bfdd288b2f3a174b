import { publicIdOf } from '#events/public-command-id.ts'
import type { Change, Frame } from '#events/view/frames.ts'
import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import type { Clock } from '#console/src/core/time/clock.ts'
import type { Connect, Listener } from '#console/src/core/live/live-connection.ts'
import type { OpenStorage } from '#console/src/core/storage/storage.ts'
import { noRows, patch } from '#console/src/core/live/rows.ts'
import type { Tables } from '#console/src/core/live/rows.ts'

// For tests only: a manual clock, and an in-memory server and network.

type FakeClock = Clock & { turn(ms: number): Promise<void> }

export function fakeClock(start = 0): FakeClock {
  let now = start
  let created = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const next = (until: number) =>
    [...timers]
      .filter(([, { at }]) => at <= until)
      .toSorted(([a, x], [b, y]) => x.at - y.at || a - b)[0]
  return {
    now: () => now,
    after(ms, run) {
      const id = created++
      timers.set(id, { at: now + Math.max(0, ms), run })
      return () => timers.delete(id)
    },
    async turn(ms) {
      const until = now + ms
      await settled()
      for (let due = next(until); due; due = next(until)) {
        timers.delete(due[0])
        now = due[1].at
        due[1].run()
        await settled()
      }
      now = until
    },
  }
}

/** A storage that keeps nothing, as in a browser that blocks storage. */
export function memoryStorage(): ReturnType<OpenStorage> {
  return { getItem: () => null, setItem: () => {}, removeItem: () => {} }
}

/** Runs the promise callbacks that are already due. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 8; i++) await Promise.resolve()
}

export type FakeServer = ReturnType<typeof fakeServer>

/**
 * A server in memory that answers subscriptions as the fanout does: with the missing changes if it
 * still keeps them, otherwise with a snapshot.
 */
export function fakeServer(tournament: number, kept = 12) {
  const history: Tables[] = [noRows]
  const log: Change[] = []
  const viewers = new Set<(frame: Frame) => void>()
  const here = (): Frame => ({ type: 'here', tournament, version: log.length })
  return {
    history,
    commit(rows: Change['rows'], id = `c${log.length + 1}`, at = '2026-01-01T20:00:00.000Z') {
      const version = log.length + 1
      const by = 'person' as const
      const commit = {
        id: publicIdOf(id),
        by,
        device: null,
        text: id,
        message: { key: id },
        undoes: null,
        matches: [],
        cabinets: [],
      }
      const change: Change = { type: 'change', tournament, version, at, commit, rows }
      log.push(change)
      history.push(patch(history.at(-1)!, rows))
      for (const send of viewers) send(change)
      return version
    },
    isRestored: false,
    restore(version: number) {
      this.isRestored = true
      log.splice(version)
      history.splice(version + 1)
    },
    beat() {
      for (const send of viewers) send(here())
    },
    subscribe(have: number, send: (frame: Frame) => void) {
      if (have === 0 || log.length - have > kept) send(snapshot(tournament, log, history.at(-1)!))
      else for (const change of log.slice(have)) send(change)
      send(here())
      viewers.add(send)
    },
    leave: (send: (frame: Frame) => void) => viewers.delete(send),
  }
}

const recentKept = 40

function snapshot(tournament: number, log: Change[], tables: Tables): Frame {
  const lists = Object.entries(tables).map(([table, rows]) => [table, Object.values(rows)])
  const recent = log.slice(-recentKept).toReversed()
  const rows = Object.fromEntries(lists)
  return { type: 'snapshot', tournament, version: log.length, form: 'fake', rows, recent }
}

/**
 * The fate of a frame: the delays after which it arrives (ms), or `cut` to close the connection.
 */
export type Fate = () => number[] | 'cut'

/** A network between console and server. While `up` is false, every new connection is closed. */
export function fakeNetwork(server: FakeServer, clock: Clock, fate: Fate) {
  const cuts = new Set<() => void>()
  const network = {
    up: true,
    fate,
    opened: 0,
    cut() {
      for (const cut of cuts) cut()
    },
    connect: ((listener: Listener) => {
      let open = network.up
      const send = (frame: Frame) => carry(() => listener.message(JSON.stringify(frame)))
      const cut = () => {
        if (!cuts.delete(cut)) return
        open = false
        server.leave(send)
        clock.after(5, () => listener.closed())
      }
      const carry = (deliver: () => void) => {
        const times = network.fate()
        if (times === 'cut') return cut()
        for (const ms of times) clock.after(ms, () => open && deliver())
      }
      cuts.add(cut)
      network.opened++
      if (open) clock.after(10, () => open && listener.opened())
      else clock.after(10, cut)
      return {
        send: (text) => carry(() => subscribe(server, text, send)),
        close: cut,
      }
    }) satisfies Connect,
  }
  return network
}

function subscribe(server: FakeServer, text: string, send: (frame: Frame) => void): void {
  const { have } = JSON.parse(text) as { have?: number }
  // Consoles request the server time too; these tests do not depend on the answer.
  if (have !== undefined) server.subscribe(have, send)
}

export function matchRow(part: Partial<MatchRow> & { id: number }): MatchRow {
  return {
    tournament: 1,
    bracket: 1,
    stageName: 'Bracket',
    matchType: null,
    matchNum: part.id,
    roundNum: 1,
    roundName: 'Round 1',
    roundMessage: { key: 'round', args: { round: 1 } },
    blueTeam: 10,
    goldTeam: 20,
    blueFrom: null,
    goldFrom: null,
    blueFromMessage: null,
    goldFromMessage: null,
    blueScore: 0,
    goldScore: 0,
    blueByHand: 0,
    goldByHand: 0,
    isComplete: false,
    isFlipped: false,
    isWarmup: false,
    activeCabinet: null,
    winner: null,
    winnerToMatch: null,
    winnerToTeam: null,
    loserToMatch: null,
    loserToTeam: null,
    winnerPlace: null,
    loserPlace: null,
    startedAt: null,
    completedAt: null,
    forfeit: false,
    attempt: 1,
    attempts: [],
    note: null,
    underReview: false,
    protest: null,
    isProvisional: false,
    link: null,
    ...part,
  }
}

export function queueRow(part: Partial<QueueRow> & { id: number }): QueueRow {
  const cabinet: number = part.id
  return {
    tournament: 1,
    name: `Queue ${part.id}`,
    cabinets: [cabinet],
    autoCreated: true,
    enabled: true,
    matches: [],
    ...part,
  }
}
