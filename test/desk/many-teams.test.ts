// Large tournaments: what was worked out before is used again, and never stale.
import { describe, expect, test, vi } from 'vitest'
import { sides, tableOf } from '../../events/bracket/bracket.ts'
import type { Command } from '../../events/schema/command.ts'
import type { Match } from '../../events/state/match.ts'
import { chance, range } from '../support/layouts.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { changes } from '../../events/view/changes.ts'
import { rowsOf } from '../../events/view/tournament-rows.ts'
import { keyOf, tableNames } from '../../events/view/keys.ts'
import type { Table } from '../../events/schema/rows.ts'
import { decideIn, forfeit, insisted, play, reopen, result, setScore, settings } from './story.ts'
import { m, nothing, stageId, stateOf, swap, told, tournament } from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '../../services/desk/decide/decision.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Teams and a stage with all of them; nothing has been played. */
function bracketOf(teams: number): Story {
  const about = { name: 'Large', slug: 'large', date: '2026-05-02', linkType: 'manual' } as const
  const story = play(
    nothing,
    { type: 'CreateTournament', scene: 1, cabinets: [], ...about },
    ...range(1, teams).map((team): Command => ({ type: 'AddTeam', name: `Team ${team}` })),
    { type: 'CreateStage', settings: settings({ stageType: 'double_elim' }), numGroups: 1 },
    { type: 'SeedStage', stage: stageId, teams: range(1, teams) },
  )
  const ids = range(101, 100 + 2 * teams)
  return told(story, { type: 'CreateMatches', stage: stageId }, { ids })
}

/** 64 teams in a bracket, 24 of them in four groups, the best of those in a bracket again. */
function evening(): Story {
  const group = settings({
    name: 'Pools',
    stageType: 'round_robin',
    stageTiebreakers: ['match_win_pct', 'h2h_matches'],
  })
  const groups = range(stageId + 1, stageId + 4)
  const playoffs = stageId + 5
  const finals = settings({ name: 'Playoffs', stageType: 'double_elim' })
  const seeded = groups.flatMap((stage, index): Command[] => [
    { type: 'SeedStage', stage, teams: range(1 + 6 * index, 6 + 6 * index) },
    { type: 'CreateMatches', stage },
  ])
  return play(
    bracketOf(64),
    { type: 'CreateStage', settings: group, numGroups: 4 },
    ...seeded,
    { type: 'CreateStage', settings: finals, numGroups: 1 },
    { type: 'PlaceByDefault', stage: playoffs, from: groups, top: 2 },
    { type: 'CreateMatches', stage: playoffs },
  )
}

function open(t: Tournament): Match[] {
  return Object.values(t.matches).filter((match) => {
    const { blue, gold } = sides(t, match)
    return match.result === null && blue !== null && gold !== null
  })
}

type Luck = { random(): number; among<T>(all: T[]): T; upTo(most: number): number }

function dice(seed: number): Luck {
  const random = chance(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  return { random, upTo, among: (all) => all[upTo(all.length - 1)]! }
}

/** What is done next: mostly a result, now and then what makes one wrong, missing or hidden. */
function anything(t: Tournament, { random, among, upTo }: Luck): Command[] {
  const all = Object.values(t.matches)
  const [at, next] = [random(), open(t)]
  const done = all.filter((match) => match.result)
  const { id } = among(next.length > 0 ? next : all)
  const before = among(done.length > 0 ? done : all).id
  if (at < 0.05) return [insisted(reopen(before))]
  if (at < 0.09) return [insisted(setScore(before, upTo(3), upTo(3)))]
  if (at < 0.13) return [{ type: 'ReviewMatch', match: among([id, before]), on: random() < 0.5 }]
  if (at < 0.16) return [swap(among(all).id, random() < 0.5)]
  if (at < 0.18) return [{ type: 'RenameTeam', team: 1 + upTo(63), name: `Renamed ${upTo(9)}` }]
  if (at < 0.24) {
    const { blue, gold } = sides(t, t.matches[id]!)
    const teams = [blue, gold].filter((team) => team !== null)
    return [forfeit(id, ...(random() < 0.5 ? teams : teams.slice(1)))]
  }
  const blue = upTo(3)
  return result(id, blue, blue === 3 || random() < 0.5 ? upTo(2) : 3)
}

type Shown = Map<string, string>

function texts(t: Tournament): Shown {
  const all = rowsOf(t)
  return new Map(
    tableNames.flatMap((table) =>
      [...all[table]].map(([key, row]) => [`${table} ${key}`, JSON.stringify(row)] as const),
    ),
  )
}

/** As whoever follows the frames has it. */
function follow(shown: Shown, before: Tournament, after: Tournament): void {
  for (const [table, { put, gone }] of Object.entries(changes(before, after))) {
    const key = keyOf[table as Table] as (row: unknown) => string
    for (const row of put) shown.set(`${table} ${key(row)}`, JSON.stringify(row))
    for (const one of gone) shown.delete(`${table} ${one}`)
  }
}

/** The same state in objects that nobody has seen: nothing is known of them. */
function anew(t: Tournament): Tournament {
  return JSON.parse(JSON.stringify(t)) as Tournament
}

function inOrder(shown: Shown): string[] {
  return [...shown].map(([key, text]) => `${key}: ${text}`).toSorted()
}

/** Tells on, and after every commit compares what was followed with a state made afresh. */
function followed(story: Story, tellOn: (sofar: Story) => Command[], times: number): Story {
  const shown = texts(stateOf(story))
  let sofar = story
  for (let time = 0; time < times; time++) {
    for (const command of tellOn(sofar)) {
      if (isRefusal(decideIn(sofar, command))) continue
      const before = stateOf(sofar)
      sofar = told(sofar, command)
      const after = stateOf(sofar)
      follow(shown, before, after)
      const at = `version ${after.version}, ${command.type}`
      expect([at, ...inOrder(shown)]).toEqual([at, ...inOrder(texts(anew(after)))])
    }
  }
  return sofar
}

describe('R-BR-9, P6: what was worked out before a commit is not stale after it', () => {
  test.each([1, 2])('evening %i: groups, a bracket of 64 and one of the best', (seed) => {
    const luck = dice(seed * 7919)
    const story = followed(evening(), (sofar) => anything(stateOf(sofar), luck), 150)
    const commits = JSON.parse(JSON.stringify(story.commits)) as Story['commits']
    const state = commits.reduce(fold, emptyTournament(1))
    expect(inOrder(texts(stateOf(story)))).toEqual(inOrder(texts(state)))
    const results = Object.values(state.matches).filter((match) => match.result)
    expect(results.length).toBeGreaterThan(60)
  })

  test('R-CMD-4: a match that is skipped in public, while officials play it', () => {
    const [semi, final] = [m(1), m(2)]
    const commands: Command[] = [
      forfeit(semi, 2, 3),
      { type: 'ReviewMatch', match: semi, on: true },
      reopen(semi),
      ...result(semi, 2, 0),
      ...result(final, 0, 2),
      reopen(final),
      { type: 'ReviewMatch', match: semi, on: false },
    ]
    const story = followed(tournament({ teams: 3 }), () => commands, 1)
    expect(story.commits.slice(-commands.length).map(({ command }) => command)).toEqual(commands)
  })

  test('R-ST-10: the colour a team will play in the match after one that is skipped', () => {
    const [first, second, final] = [m(1), m(2), m(7)]
    const commands = [forfeit(first, 1, 8), swap(final), ...result(second, 2, 0)]
    const story = followed(tournament({ teams: 8 }), () => commands, 1)
    expect(rowsOf(stateOf(story)).match.get(`${second}`)).toMatchObject({ winnerToMatch: final })
  })
})

/** The state with a count of how often its matches are looked at. */
function watched(t: Tournament): { t: Tournament; looks: () => number } {
  let looks = 0
  const matches = new Proxy(t.matches, {
    get(all, id) {
      looks++
      return Reflect.get(all, id) as Match
    },
  })
  return { t: { ...t, matches }, looks: () => looks }
}

describe('a result among 1,024 teams', () => {
  let story = bracketOf(1_024)
  const stage = (t: Tournament) => t.stages[stageId]!
  const lines = (t: Tournament) => tableOf(t, stage(t))
  /** What the last commit costs, counted: no clock tells whether it is much. */
  function cost() {
    const [before, after] = story.states.slice(-2) as [Tournament, Tournament]
    const known = new Set(lines(before))
    const made = lines(after).filter((line) => !known.has(line)).length
    const found = changes(before, after)
    const rows = Object.values(found).reduce((count, { put }) => count + put.length, 0)
    const [was, is] = [watched(before), watched(after)]
    changes(was.t, is.t)
    const bytes = JSON.stringify(found).length
    return { made, rows, bytes, looks: was.looks() + is.looks() }
  }
  function completed(match: number) {
    story = told(story, setScore(match, 2, match % 2))
    story = told(story, { type: 'CompleteMatch', match, force: false })
    return cost()
  }
  const most = (costs: ReturnType<typeof cost>[]) => ({
    made: Math.max(...costs.map(({ made }) => made)),
    rows: Math.max(...costs.map(({ rows }) => rows)),
    bytes: Math.max(...costs.map(({ bytes }) => bytes)),
    looks: Math.max(...costs.map(({ looks }) => looks)),
  })

  const plays = (times: number) =>
    most(range(1, times).map(() => completed(open(stateOf(story)).at(-1)!.id)))
  const few = (worst: ReturnType<typeof cost>) => {
    const all = Object.keys(stateOf(story).matches).length
    expect(all).toBe(2_047)
    expect(worst.made).toBeLessThanOrEqual(10)
    expect(worst.rows).toBeLessThanOrEqual(16)
    expect(worst.bytes).toBeLessThan(8_000)
    expect(worst.looks).toBeLessThan(8 * all)
  }

  test('makes and puts a handful of rows, and looks at each match a few times', () => {
    few(plays(40))
  })

  test('R-ST-10: costs no more where nobody came to a match', () => {
    const { id } = open(stateOf(story))[0]!
    const { blue, gold } = sides(stateOf(story), stateOf(story).matches[id]!)
    story = told(story, forfeit(id, blue!, gold!))
    // Every match may have become a bye, and every row is compared: once.
    expect(cost().looks).toBeLessThan(40 * 2_047)
    few(plays(10))
  })

  test('is all that changes a table: after scores and sides it is the same object', () => {
    const before = stateOf(story)
    const { id } = open(before)[0]!
    story = play(story, setScore(id, 1, 0), swap(id))
    expect(lines(stateOf(story))).toBe(lines(before))
  })
})
