// A desk with many tournaments that get commands one after the other, in a separate process.
import { randomUUID } from 'node:crypto'
import { isRefusal, openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { openStates } from '#services/states/index.ts'
import type { States } from '#services/states/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import { cpuMs, serve } from './child.ts'
import { evening } from './generated-season.ts'

let log: Log
let states: States
let desk: Desk
let pressed = 0
let all: number[] = []
const by = { kind: 'service', name: 'bench' } as const
const inFlight = 64

const handlers = {
  async open(options: { natsUrl: string; streams: string; databaseUrl: string; memoryMb: number }) {
    const { natsUrl, streams, databaseUrl, memoryMb } = options
    const store = await openStore({ url: databaseUrl, max: 4 })
    await migrate(store)
    const own = await openLog({ url: natsUrl, streams })
    log = { ...own, ask: async () => ({ ok: true }) } // no projector is running
    states = openStates({ log, store, memoryMb })
    desk = openDesk(log, { states })
  },
  make,
  press,
  append,
  size: () => states.size(),
}
export type ManyTournaments = typeof handlers
serve(handlers)

type Cost = { wallUs: number; cpuUs: number }

/** Creates tournaments with the first commits of an evening: 16 teams and their bracket. */
async function make(options: { first: number; count: number; commits: number }): Promise<void> {
  const { first, count, commits } = options
  all = Array.from({ length: count }, (_, index) => first + index)
  for (let at = 0; at < count; at += inFlight) {
    await Promise.all(all.slice(at, at + inFlight).map((id) => write(id, commits)))
  }
  await states.written()
}

async function write(tournament: number, commits: number): Promise<void> {
  await states.cached(tournament)
  let lastSeq = 0
  for (const commit of evening(tournament, { upTo: commits })) {
    const stored = await log.append(commit, lastSeq)
    if (stored === 'conflict') throw new Error('somebody else writes')
    lastSeq = stored.seq
    states.take({ commit, seq: lastSeq })
  }
}

/** Writes one commit to each tournament. */
async function press(): Promise<Cost> {
  pressed++
  return costOf(all, async (tournament) => {
    const command = { type: 'ChangeTournament', name: `Evening ${pressed}` } as const
    const answer = await desk.handle({ id: randomUUID(), tournament, by, command })
    if (isRefusal(answer)) throw new Error(answer.detail)
  })
}

/** Appends the same number of similar messages to the log, without decisions. */
async function append(): Promise<Cost> {
  const [commit] = evening(all[0]!, { upTo: 1 })
  const others = all.map((id) => id + 1_000_000 * ++pressed)
  return costOf(others, async (tournament) => {
    await log.append({ ...commit!, tournament }, 0)
  })
}

async function costOf(each: number[], work: (id: number) => Promise<void>): Promise<Cost> {
  const [since, cpu] = [performance.now(), cpuMs()]
  for (const id of each) await work(id)
  const us = (ms: number) => (1_000 * ms) / each.length
  return { wallUs: us(performance.now() - since), cpuUs: us(cpuMs() - cpu) }
}
