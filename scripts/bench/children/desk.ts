// The desk alone in a process, to measure the cost of a decision without its consequences.
import { randomUUID } from 'node:crypto'
import type { Command } from '#events/schema/command.ts'
import { isRefusal, openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import { cpuMs, serve } from './child.ts'
import { doubleElimination, openMatches } from './generated-season.ts'
import { sidesOf } from '#events/bracket/bracket.ts'
import { score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { lcg } from '#test/support/random.ts'
import type { Tournament } from '#events/state/tournament.ts'

// Plays an evening of ten thousand commits on several cabinets at once, with points added and
// removed, sides swapped, steps undone and queues reordered.
const longEveningBy = { kind: 'service', name: 'bench' } as const

/**
 * Matches that share the commits; fewer than the 127 of an elimination, since refusals are no
 * commits.
 */
const matchesPlayed = 95

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

type LongEvening = { tournament: number; cabinets: number[]; commits: number; seed: number }

/** Sends commands directly to a desk on the real log; returns the number of commits. */
async function playLong(
  desk: Desk,
  { tournament, commits, ...options }: LongEvening,
): Promise<number> {
  const random = lcg(options.seed)
  const actions = new Map<number, number>()
  const maxActions = Math.floor(commits / matchesPlayed)
  let version = 0
  const send = async (command: Command) => {
    const answer = await desk.handle({ id: randomUUID(), tournament, by: longEveningBy, command })
    if (isRefusal(answer)) return
    version = answer.version
  }
  for (let refused = 0; version < commits && refused < 100;) {
    const before = version
    const state = await desk.state(tournament)
    for (const cabinet of options.cabinets) {
      const match = Object.values(state.matches).find((one) => one.cabinet === cabinet)
      if (!match) await send(nextStart(state, cabinet, actions))
      else {
        const done = (actions.get(match.id) ?? 0) + 1
        actions.set(match.id, done)
        if (done < maxActions) await send(randomPress(state, match, { version, random }))
        else for (const command of completion(state, match)) await send(command)
      }
    }
    refused = version === before ? refused + 1 : 0
  }
  return version
}

/** Starts the next match of the queue, or any open match. */
function nextStart(state: Tournament, cabinet: number, begun: Map<number, number>): Command {
  const waiting = Object.values(state.queues).some(
    ({ cabinets, matches }) => cabinets.includes(cabinet) && matches.length > 0,
  )
  const ready = Object.values(state.matches).filter((match) => {
    const { blue, gold } = sidesOf(state, match)
    const isOpen = match.result === null && match.cabinet === null && !begun.has(match.id)
    return isOpen && blue !== null && gold !== null
  })
  const match = ready[cabinet % Math.max(1, ready.length)]
  if (waiting && cabinet % 2 === 0) return { type: 'SelectNext', cabinet }
  return match
    ? { type: 'StartMatch', match: match.id, cabinet, force: true }
    : { type: 'SelectNext', cabinet }
}

type Around = { version: number; random: () => number }

function randomPress(state: Tournament, match: Match, { version, random }: Around): Command {
  const { id, isFlipped } = match
  const { blue, gold } = sidesOf(state, match)
  const kind = random()
  if (kind < 0.06) return { type: 'SetSides', match: id, isFlipped: !isFlipped }
  if (kind < 0.12) return { type: 'Undo', version }
  if (kind < 0.16) return rotateQueue(state, random)
  const team = (random() < 0.5 ? blue : gold) ?? 0
  return { type: 'AddScore', match: id, team, by: Math.max(...score(match)) < 7 ? 1 : -1 }
}

/** Moves the first match of a queue to its end. */
function rotateQueue(state: Tournament, random: () => number): Command {
  const queues = Object.values(state.queues)
  const queue = queues[Math.floor(random() * queues.length)]
  const [first, ...others] = queue?.matches ?? []
  const matches = first === undefined ? others : [...others, first]
  return { type: 'SetQueue', queue: queue?.id ?? 1, matches }
}

function completion(state: Tournament, match: Match): Command[] {
  const [first, second] = score(match)
  const { blue } = sidesOf(state, match)
  const won: Command[] =
    first === second ? [{ type: 'AddScore', match: match.id, team: blue ?? 0, by: 1 }] : []
  return [...won, { type: 'CompleteMatch', match: match.id, force: true }]
}
