// The desk alone in a process: what a decision costs, apart from what it leads to.
import { randomUUID } from 'node:crypto'
import { sides } from '../../../events/bracket/bracket.ts'
import type { Command } from '../../../events/schema/command.ts'
import { isRefusal, openDesk } from '../../../services/desk/index.ts'
import type { Desk } from '../../../services/desk/index.ts'
import { openLog } from '../../../services/log/index.ts'
import { cpuMs, serve } from './child.ts'
import { playLong } from './long-evening.ts'
import type { Long } from './long-evening.ts'
import { doubleElimination } from './generated-season.ts'

let desk: Desk
let drawn = 0
const by = { kind: 'service', name: 'bench' } as const

const works = {
  async open(wanted: { natsUrl: string; streams: string }): Promise<void> {
    const log = await openLog({ url: wanted.natsUrl, streams: wanted.streams })
    desk = openDesk(log, { nextIds: async (_kind, n) => ids(n) })
  },
  cpuMs,
  makeTeams,
  makeMatches: ({ tournament, stage }: Made) =>
    command(tournament, { type: 'CreateMatches', stage }),
  scoreMatches,
  completeMatches,
  playLong: (wanted: Long) => playLong(desk, wanted),
}
export type DeskWorks = typeof works
serve(works)

type Made = { tournament: number; stage: number; teams: number }

function ids(count: number): number[] {
  return Array.from({ length: count }, () => ++drawn)
}

/** The ids of what it made. */
async function command(tournament: number, what: Command): Promise<number[]> {
  const answer = await desk.handle({ id: randomUUID(), tournament, by, command: what })
  if (isRefusal(answer)) throw new Error(answer.detail)
  return (answer.answer['ids'] ?? []) as number[]
}

/** A tournament of so many teams, in a stage that has no matches yet. */
async function makeTeams(teams: number): Promise<Made> {
  const [tournament = 0] = ids(1)
  const about = { name: `Of ${teams}`, slug: `of-${teams}`, date: '2026-01-01' }
  await command(tournament, {
    type: 'CreateTournament',
    scene: 1,
    linkType: 'manual',
    cabinets: [],
    ...about,
  })
  const numbers = Array.from({ length: teams }, (_, i) => i + 1)
  const added = await Promise.all(
    numbers.map((n) => command(tournament, { type: 'AddTeam', name: `Team ${n}` })),
  )
  const stageOf = { numGroups: 1, settings: doubleElimination }
  const [stage = 0] = await command(tournament, { type: 'CreateStage', ...stageOf })
  await command(tournament, { type: 'SeedStage', stage, teams: added.flat() })
  return { tournament, stage, teams }
}

/** Gives a score to matches that have both teams, and says which. */
async function scoreMatches(tournament: number, most: number): Promise<number[]> {
  const state = await desk.state(tournament)
  const open = Object.values(state.matches).filter((match) => {
    const { blue, gold } = sides(state, match)
    return match.result === null && blue !== null && gold !== null
  })
  const chosen = open.slice(0, most).map(({ id }) => id)
  for (const match of chosen) {
    await command(tournament, { type: 'SetScore', match, blueScore: 2, goldScore: match % 2 })
  }
  return chosen
}

async function completeMatches(tournament: number, matches: number[]): Promise<void> {
  for (const match of matches) {
    await command(tournament, { type: 'CompleteMatch', match, force: false })
  }
}
