// Large tournaments: computed values are cached and never stale.
import { describe, expect, test } from 'vitest'
import { sidesOf, tableOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import type { Match } from '#events/state/match.ts'
import { range } from '../support/layouts.ts'
import { diceFrom, lcg } from '../support/random.ts'
import type { Dice } from '../support/random.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { keyOf, tableNames } from '#events/view/keys.ts'
import type { Table } from '#events/schema/rows.ts'
import {
  decideIn,
  forfeit,
  withCascade,
  play,
  reopen,
  result,
  setScore,
  settings,
} from './story.ts'
import { m, emptyStory, stageId, stateOf, swap, afterCommand, tournament } from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'

/** A double elimination of so many teams, before the first game. */
function bracketOf(teams: number): Story {
  const details = { name: 'Large', slug: 'large', date: '2026-05-02', linkType: 'manual' } as const
  const story = play(
    emptyStory,
    { type: 'CreateTournament', scene: 1, cabinets: [], ...details },
    ...range(1, teams).map((team): Command => ({ type: 'AddTeam', name: `Team ${team}` })),
    { type: 'CreateStage', settings: settings({ stageType: 'double_elim' }), numGroups: 1 },
    { type: 'SeedStage', stage: stageId, teams: range(1, teams) },
  )
  const ids = range(101, 100 + 2 * teams)
  return afterCommand(story, { type: 'CreateMatches', stage: stageId }, { ids })
}

/** 64 teams in a bracket, 24 of them also in four groups, whose best play in another bracket. */
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
    const { blue, gold } = sidesOf(t, match)
    return match.result === null && blue !== null && gold !== null
  })
}

/** Random commands: mostly results, sometimes a correction, forfeit, review or swap. */
function anyCommands(t: Tournament, { random, among, upTo }: Dice): Command[] {
  const all = Object.values(t.matches)
  const [roll, next] = [random(), open(t)]
  const done = all.filter((match) => match.result)
  const { id } = among(next.length > 0 ? next : all)
  const before = among(done.length > 0 ? done : all).id
  if (roll < 0.05) return [withCascade(reopen(before))]
  if (roll < 0.09) return [withCascade(setScore(before, upTo(3), upTo(3)))]
  if (roll < 0.13) return [{ type: 'ReviewMatch', match: among([id, before]), on: random() < 0.5 }]
  if (roll < 0.16) return [swap(among(all).id, random() < 0.5)]
  if (roll < 0.18) return [{ type: 'RenameTeam', team: 1 + upTo(63), name: `Renamed ${upTo(9)}` }]
  if (roll < 0.24) {
    const { blue, gold } = sidesOf(t, t.matches[id]!)
    const teams = [blue, gold].filter((team) => team !== null)
    return [forfeit(id, ...(random() < 0.5 ? teams : teams.slice(1)))]
  }
  const blue = upTo(3)
  return result(id, blue, blue === 3 || random() < 0.5 ? upTo(2) : 3)
}

type RowTexts = Map<string, string>

function texts(t: Tournament): RowTexts {
  const all = rowsOf(t)
  return new Map(
    tableNames.flatMap((table) =>
      [...all[table]].map(([key, row]) => [`${table} ${key}`, JSON.stringify(row)] as const),
    ),
  )
}

/** Applies the changes of a commit as a viewer of the frames does. */
function follow(rowTexts: RowTexts, before: Tournament, after: Tournament): void {
  for (const [table, { put, gone }] of Object.entries(changes(before, after))) {
    const key = keyOf[table as Table] as (row: unknown) => string
    for (const row of put) rowTexts.set(`${table} ${key(row)}`, JSON.stringify(row))
    for (const one of gone) rowTexts.delete(`${table} ${one}`)
  }
}

/** A deep copy of the state, for which nothing is cached. */
function uncached(t: Tournament): Tournament {
  return JSON.parse(JSON.stringify(t)) as Tournament
}

function inOrder(rowTexts: RowTexts): string[] {
  return [...rowTexts].map(([key, text]) => `${key}: ${text}`).toSorted()
}

/**
 * Continues the story; after every commit compares the followed rows with those of a fresh state.
 */
function playAndCompare(
  story: Story,
  nextCommands: (current: Story) => Command[],
  times: number,
): Story {
  const rowTexts = texts(stateOf(story))
  let current = story
  for (let time = 0; time < times; time++) {
    for (const command of nextCommands(current)) {
      if (isRefusal(decideIn(current, command))) continue
      const before = stateOf(current)
      current = afterCommand(current, command)
      const after = stateOf(current)
      follow(rowTexts, before, after)
      const at = `version ${after.version}, ${command.type}`
      expect([at, ...inOrder(rowTexts)]).toEqual([at, ...inOrder(texts(uncached(after)))])
    }
  }
  return current
}

describe('R-BR-9, P6: cached values are not stale after a commit', () => {
  test.each([1, 2])('evening %i: groups, a bracket of 64 and playoffs', (seed) => {
    const luck = diceFrom(lcg(seed * 7919))
    const story = playAndCompare(evening(), (current) => anyCommands(stateOf(current), luck), 150)
    const commits = JSON.parse(JSON.stringify(story.commits)) as Story['commits']
    const state = commits.reduce(fold, emptyTournament(1))
    expect(inOrder(texts(stateOf(story)))).toEqual(inOrder(texts(state)))
    const results = Object.values(state.matches).filter((match) => match.result)
    expect(results.length).toBeGreaterThan(60)
  })

  test('R-CMD-4: a match that viewers see as skipped while officials play it', () => {
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
    const story = playAndCompare(tournament({ teams: 3 }), () => commands, 1)
    expect(story.commits.slice(-commands.length).map(({ command }) => command)).toEqual(commands)
  })

  test('R-ST-10: the colour a team will play in the match after a skipped one', () => {
    const [first, second, final] = [m(1), m(2), m(7)]
    const commands = [forfeit(first, 1, 8), swap(final), ...result(second, 2, 0)]
    const story = playAndCompare(tournament({ teams: 8 }), () => commands, 1)
    expect(rowsOf(stateOf(story)).match.get(`${second}`)).toMatchObject({ winnerToMatch: final })
  })
})

/** The state with a counter of reads of its matches. */
function counted(t: Tournament): { t: Tournament; looks: () => number } {
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
  const standings = (t: Tournament) => tableOf(t, stage(t))
  /** The cost of the last commit, counted instead of timed. */
  function cost() {
    const [before, after] = story.states.slice(-2) as [Tournament, Tournament]
    const previous = new Set(standings(before))
    const made = standings(after).filter((line) => !previous.has(line)).length
    const found = changes(before, after)
    const rows = Object.values(found).reduce((count, { put }) => count + put.length, 0)
    const [was, is] = [counted(before), counted(after)]
    changes(was.t, is.t)
    const bytes = JSON.stringify(found).length
    return { made, rows, bytes, looks: was.looks() + is.looks() }
  }
  function completed(match: number) {
    story = afterCommand(story, setScore(match, 2, match % 2))
    story = afterCommand(story, { type: 'CompleteMatch', match, force: false })
    return cost()
  }
  const maxOf = (costs: ReturnType<typeof cost>[]) => ({
    made: Math.max(...costs.map(({ made }) => made)),
    rows: Math.max(...costs.map(({ rows }) => rows)),
    bytes: Math.max(...costs.map(({ bytes }) => bytes)),
    looks: Math.max(...costs.map(({ looks }) => looks)),
  })

  const plays = (times: number) =>
    maxOf(range(1, times).map(() => completed(open(stateOf(story)).at(-1)!.id)))
  const expectCheap = (worst: ReturnType<typeof cost>) => {
    const all = Object.keys(stateOf(story).matches).length
    expect(all).toBe(2_047)
    expect(worst.made).toBeLessThanOrEqual(10)
    expect(worst.rows).toBeLessThanOrEqual(16)
    expect(worst.bytes).toBeLessThan(8_000)
    expect(worst.looks).toBeLessThan(8 * all)
  }

  test('creates and puts a handful of rows, and reads each match a few times', () => {
    expectCheap(plays(40))
  })

  test('R-ST-10: costs no more after both teams forfeited a match', () => {
    const { id } = open(stateOf(story))[0]!
    const { blue, gold } = sidesOf(stateOf(story), stateOf(story).matches[id]!)
    story = afterCommand(story, forfeit(id, blue!, gold!))
    // Every match may have become a bye, so this commit compares every row once.
    expect(cost().looks).toBeLessThan(40 * 2_047)
    expectCheap(plays(10))
  })

  test('is the only change of a table: scores and swapped sides keep the same object', () => {
    const before = stateOf(story)
    const { id } = open(before)[0]!
    story = play(story, setScore(id, 1, 0), swap(id))
    expect(standings(stateOf(story))).toBe(standings(before))
  })
})
