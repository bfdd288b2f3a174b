// Generates tournaments with the desk's deciders, and games as cabinets play them, at full speed.
import { sidesOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import type { Commit } from '#events/schema/commit.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { Match } from '#events/state/match.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { decide } from '#services/desk/decide.ts'
import { isRefusal } from '#services/desk/index.ts'
import { chainOf, firstChain } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { playGame } from '#events/simulation/play.ts'

const teams = 16
const cabinetsOfAll = 40
const perMessage = 20
const inFlight = 64
const beganMs = Date.parse('2026-01-01T12:00:00.000Z')
const by = { kind: 'service', name: 'bench' } as const
export const doubleElimination = StageSettings.parse({
  name: 'Main',
  stageType: 'double_elim',
  winsPerMatch: 2,
})

export async function writeTournaments(
  log: Log,
  atLeast: number,
  atOnce = inFlight,
): Promise<number> {
  let written = 0
  for (let id = 1; written < atLeast; id += atOnce) {
    const some = Array.from({ length: atOnce }, (_, i) => evening(id + i))
    written += some.reduce((sum, commits) => sum + commits.length, 0)
    await Promise.all(some.map((commits) => appendAll(log, commits)))
  }
  return written
}

export async function appendAll(log: Log, commits: Commit[]): Promise<void> {
  let lastSeq = 0
  for (const commit of commits) {
    const stored = await log.append(commit, lastSeq)
    if (stored === 'conflict') throw new Error('somebody else writes this tournament')
    lastSeq = stored.seq
  }
}

type EveningOptions = { cabinets?: number[]; upTo?: number }

/**
 * The commits of a double elimination from its creation to its last match, or the first of them.
 */
export function evening(
  id: number,
  { cabinets = [], upTo = Infinity }: EveningOptions = {},
): Commit[] {
  const commits: Commit[] = []
  let state = emptyTournament(id)
  let chain = firstChain

  function take(command: Command, ids: number[] = []): void {
    const now = new Date(beganMs + commits.length * 1_000).toISOString()
    const secret = `${id}`.padStart(64, '0')
    const decision = decide(state, command, { ids, offline: [], now, secret })
    if (isRefusal(decision)) throw new Error(decision.detail)
    const version = commits.length + 1
    const body = { id: `${id}-${version}`, tournament: id, version, at: now, by, command }
    const unchained = { ...body, events: decision.events, chain: '' }
    chain = chainOf(chain, unchained)
    const commit = { ...unchained, chain }
    state = fold(state, commit)
    commits.push(commit)
  }

  const newIds = (count: number) => Array.from({ length: count }, (_, i) => id * 1_000 + i + 1)
  const about = { name: `Evening ${id}`, slug: `evening-${id}`, date: '2026-01-01' }
  const own = cabinets.map((cabinet) => ({ id: cabinet, name: `Cabinet ${cabinet}` }))
  take({ type: 'CreateTournament', scene: 1, linkType: 'manual', cabinets: own, ...about })
  if (upTo === 1) return commits
  for (const team of newIds(teams)) take({ type: 'AddTeam', name: `Team ${team}` }, [team])
  const [stage = 0] = newIds(1)
  take({ type: 'CreateStage', settings: doubleElimination, numGroups: 1 }, [stage])
  take({ type: 'SeedStage', stage, teams: newIds(teams) })
  take({ type: 'CreateMatches', stage }, newIds(2 * teams + 8))
  for (;;) {
    const next = openMatches(state)[0]
    if (!next || commits.length >= upTo) return commits.slice(0, upTo)
    const { blue, gold } = sidesOf(state, next)
    const match = next.id
    take({ type: 'AddScore', match, team: blue!, by: 1 })
    take({ type: 'AddScore', match, team: gold!, by: 1 })
    take({ type: 'AddScore', match, team: match % 3 === 0 ? gold! : blue!, by: 1 })
    take({ type: 'CompleteMatch', match, force: false })
  }
}

/** Matches with both teams and without a result. */
export function openMatches(state: Tournament): Match[] {
  return Object.values(state.matches).filter((match) => {
    const { blue, gold } = sidesOf(state, match)
    return match.result === null && blue !== null && gold !== null
  })
}

export async function writeEvents(log: Log, atLeast: number): Promise<number> {
  let written = 0
  const sending = new Set<Promise<unknown>>()
  for (let game = 0; written < atLeast; game++) {
    const startAt = new Date(beganMs + Math.floor(game / cabinetsOfAll) * 300_000)
    const events = playGame({ seed: `season ${game}`, startAt })
    for (let i = 0; i < events.length; i += perMessage) {
      const facts = {
        cabinet: 1 + (game % cabinetsOfAll),
        after: 0,
        events: events.slice(i, i + perMessage),
      }
      const one: Promise<unknown> = log.appendFacts(facts).finally(() => sending.delete(one))
      sending.add(one)
      if (sending.size >= inFlight) await Promise.race(sending)
    }
    written += events.length
  }
  await Promise.all(sending)
  return written
}
