// The services in one process, as `npm start` runs them.
import { randomUUID } from 'node:crypto'
import { isRefusal } from '../../services/desk/index.ts'
import type { Command } from '../../events/command.ts'
import type { Change } from '../../events/frame.ts'
import { sides } from '../../events/bracket.ts'
import { startWaggle } from '../waggle.ts'
import type { Waggle } from '../waggle.ts'
import { cpuMs, heldBytes, serve } from './child.ts'
import { nowMs } from './numbers.ts'
import { doubleElimination } from './season.ts'

let waggle: Waggle
/** A tournament that only has frames: nothing but the fan-out knows it. */
const shown = 2_000_000_000

const works = {
  async open(wanted: { databaseUrl: string; natsUrl: string; adminKey: string }): Promise<string> {
    waggle = await startWaggle({ ...wanted, port: 0, quiet: true })
    return waggle.url
  },
  cpuMs,
  heldBytes,
  factsTail: () => waggle.log.factsTail(),
  projected,
  showFrames,
  shout,
  makeBracket,
  playMatches,
}
export type Product = typeof works
serve(works)

/** Waits until the read models have all that is in the log. */
async function projected(): Promise<void> {
  for (;;) {
    const wanted = { tournament: await waggle.log.tail(), facts: await waggle.log.factsTail() }
    const { rows } = await waggle.store.pool.query<{ name: 'tournament' | 'facts'; seq: number }>(
      'select name, seq from view.checkpoint',
    )
    if (rows.every(({ name, seq }) => seq >= wanted[name])) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function showFrames(): Promise<{ tournament: number }> {
  await waggle.store.pool.query('insert into view.tournament_version values ($1, 0)', [shown])
  return { tournament: shown }
}

/** Says the frame of a point, as the projector would; answers when, and with which text. */
async function shout(id: string, like: number): Promise<{ atMs: number; text: string }> {
  const { pool } = waggle.store
  const found = await pool.query<{ frame: Change }>(
    'select frame from view.change where tournament = $1 order by version desc limit 1',
    [like],
  )
  const moved = await pool.query<{ version: number }>(
    `update view.tournament_version set version = version + 1 where tournament = $1
     returning version`,
    [shown],
  )
  const { frame } = found.rows[0]!
  const { version } = moved.rows[0]!
  const change: Change = { ...frame, tournament: shown, version, commit: { ...frame.commit, id } }
  await pool.query('insert into view.change values ($1, $2, $3)', [shown, version, change])
  const atMs = nowMs()
  waggle.log.publish(`frame.${shown}`, change)
  return { atMs, text: JSON.stringify(change) }
}

async function command(tournament: number, what: Command, ids: number[] = []) {
  const by = { kind: 'service', name: 'bench' } as const
  const fresh = { ids, offline: [] }
  const id = randomUUID()
  const answer = await waggle.desk.handle({ id, tournament, by, command: what, fresh })
  if (isRefusal(answer)) throw new Error(answer.detail)
  return answer
}

/** A double elimination of so many teams; how long its matches took to make and to be read. */
async function makeBracket(teams: number): Promise<{ tournament: number; createMs: number }> {
  const { store } = waggle
  const [tournament = 0] = await store.nextIds('tournament', 1)
  await command(tournament, {
    type: 'CreateTournament',
    scene: 1,
    name: `Of ${teams}`,
    slug: `of-${teams}`,
    date: '2026-01-01',
    linkType: 'manual',
    cabinets: [],
  })
  const ids = await store.nextIds('team', teams)
  await Promise.all(
    ids.map((id) => command(tournament, { type: 'AddTeam', name: `Team ${id}` }, [id])),
  )
  const stages = await store.nextIds('bracket', 1)
  const [stage = 0] = stages
  await command(
    tournament,
    { type: 'CreateStage', numGroups: 1, settings: doubleElimination },
    stages,
  )
  await command(tournament, { type: 'SeedStage', stage, teams: ids })
  const matches = await store.nextIds('match', 2 * teams + 8)
  await projected()
  const startMs = nowMs()
  await command(tournament, { type: 'CreateMatches', stage }, matches)
  await projected()
  return { tournament, createMs: nowMs() - startMs }
}

/** Completes matches that have both teams; CPU time of this process for each completion. */
async function playMatches(tournament: number, most: number): Promise<number> {
  const state = await waggle.desk.state(tournament)
  const open = Object.values(state.matches).filter((match) => {
    const { blue, gold } = sides(state, match)
    return match.result === null && blue !== null && gold !== null
  })
  const chosen = open.slice(0, most)
  for (const { id } of chosen) {
    await command(tournament, { type: 'SetScore', match: id, blueScore: 2, goldScore: 1 })
  }
  await projected()
  const before = cpuMs()
  for (const { id } of chosen) {
    await command(tournament, { type: 'CompleteMatch', match: id, force: false })
  }
  await projected()
  return (cpuMs() - before) / chosen.length
}
