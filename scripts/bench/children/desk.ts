// The desk alone in a process, to measure the cost of a decision without its consequences.
import { randomUUID } from 'node:crypto'
import type { Command } from '#events/schema/command.ts'
import { isRefusal, openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import { cpuMs, serve } from './child.ts'
import { playLong } from './long-evening.ts'
import type { LongEvening } from './long-evening.ts'
import { doubleElimination, openMatches } from './generated-season.ts'

let desk: Desk
let lastId = 0
const by = { kind: 'service', name: 'bench' } as const

const handlers = {
  async open(options: { natsUrl: string; streams: string }): Promise<void> {
    const log = await openLog({ url: options.natsUrl, streams: options.streams })
    desk = openDesk(log, { nextIds: async (_kind, n) => ids(n) })
  },
  cpuMs,
  makeTeams,
  makeMatches: ({ tournament, stage }: CreatedTournament) =>
    send(tournament, { type: 'CreateMatches', stage }),
  scoreMatches,
  completeMatches,
  playLong: (options: LongEvening) => playLong(desk, options),
}
export type DeskHandlers = typeof handlers
serve(handlers)

type CreatedTournament = { tournament: number; stage: number; teams: number }

function ids(count: number): number[] {
  return Array.from({ length: count }, () => ++lastId)
}

/** Returns the ids of the created objects. */
async function send(tournament: number, command: Command): Promise<number[]> {
  const answer = await desk.handle({ id: randomUUID(), tournament, by, command })
  if (isRefusal(answer)) throw new Error(answer.detail)
  return (answer.answer['ids'] ?? []) as number[]
}

/** A tournament with that many teams, and a stage without matches. */
async function makeTeams(teams: number): Promise<CreatedTournament> {
  const [tournament = 0] = ids(1)
  const about = { name: `Of ${teams}`, slug: `of-${teams}`, date: '2026-01-01' }
  await send(tournament, {
    type: 'CreateTournament',
    scene: 1,
    linkType: 'manual',
    cabinets: [],
    ...about,
  })
  const numbers = Array.from({ length: teams }, (_, i) => i + 1)
  const added = await Promise.all(
    numbers.map((n) => send(tournament, { type: 'AddTeam', name: `Team ${n}` })),
  )
  const stageOf = { numGroups: 1, settings: doubleElimination }
  const [stage = 0] = await send(tournament, { type: 'CreateStage', ...stageOf })
  await send(tournament, { type: 'SeedStage', stage, teams: added.flat() })
  return { tournament, stage, teams }
}

/** Sets a score for matches that have both teams; returns their ids. */
async function scoreMatches(tournament: number, most: number): Promise<number[]> {
  const state = await desk.state(tournament)
  const chosen = openMatches(state)
    .slice(0, most)
    .map(({ id }) => id)
  for (const match of chosen) {
    await send(tournament, { type: 'SetScore', match, blueScore: 2, goldScore: match % 2 })
  }
  return chosen
}

async function completeMatches(tournament: number, matches: number[]): Promise<void> {
  for (const match of matches) {
    await send(tournament, { type: 'CompleteMatch', match, force: false })
  }
}
