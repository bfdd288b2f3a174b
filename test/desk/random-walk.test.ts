// Random evenings through the decisions: what must hold of every state, every change and every undo.
import { expect, test, vi } from 'vitest'
import { canonicalJson } from '../../events/canonical-json.ts'
import { needed, played, teamsOf } from '../../events/bracket/bracket.ts'
import { Command } from '../../events/schema/command.ts'
import { commandInfo } from '../../events/describe/commands.ts'
import type { Match } from '../../events/state/match.ts'
import { chance } from '../support/layouts.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { changes } from '../../events/view/changes.ts'
import type { Changes } from '../../events/view/changes.ts'
import { rowsOf } from '../../events/view/tournament-rows.ts'
import { tableNames } from '../../events/view/keys.ts'
import { clock, decideIn, stateOf, told, tournament, undo } from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '../../services/desk/decide/decision.ts'
import { invalidSeedSource } from '../../services/desk/decide/slot-validity.ts'
import { anySettings, stageRepertoire, withMoreStages } from './walk/stages.ts'
import { backRepertoire } from './walk/undo.ts'
import { draftRepertoire, wrongWithDraft } from './walk/draft.ts'
import { expectSameElsewhere } from './walk/elsewhere.ts'
import { linkRepertoire } from './walk/external.ts'
import { onSiteRepertoire } from './walk/on-site.ts'
import { anyTournamentSettings, protestRepertoire, wrongWithProtests } from './walk/protest.ts'

const evenings = 300
const steps = 32
const maxTries = 600
vi.setConfig({ testTimeout: 60_000 })

type Dice = { random(): number; among<T>(all: readonly T[]): T; upTo(most: number): number }

function dice(seed: number): Dice {
  const random = chance(seed * 7919 + 13)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  return { random, upTo, among: (all) => all[upTo(all.length - 1)]! }
}

type Choice = (t: Tournament, dice: Dice, story: Story) => unknown
const ids = (records: Record<string, unknown>) => [...Object.keys(records).map(Number), 999]
const anyMatch: Choice = (t, { among, random }) => {
  const all = Object.values(t.matches)
  const active = all.filter((match) => match.cabinet !== null)
  if (active.length > 0 && random() < 0.6) return among(active).id
  return all.length > 0 ? among(all).id : 999
}
const anyTeam: Choice = (t, { among }) => among(ids(t.teams))
const anyCabinet: Choice = (t, { among }) => among(ids(t.cabinets).slice(0, 3))
const anyGame: Choice = (t, { among, upTo }) => among([...Object.keys(t.games), `g${upTo(999)}`])
const some =
  (choice: (t: Tournament) => number[], most: number): Choice =>
  (t, { upTo, random }) =>
    choice(t)
      .toSorted(() => random() - 0.5)
      .slice(0, upTo(most))

/** the match whose teams, and the cabinet whose timer is to be chosen */
let [forfeited, timed] = [0, 0]
const anyCorrection: Record<string, Choice> = {
  cascade: (_, { random }) => random() < 0.5,
  reason: (_, { random }) => (random() < 0.9 ? 'typed wrong' : undefined),
}

/** How often each command is tried, and with what in its fields. */
const repertoire: { [T in Command['type']]: [weight: number, fields: Record<string, Choice>] } = {
  CreateTournament: [0, {}],
  ImportTournament: [0, {}],
  ChangeTournament: [1, anyTournamentSettings],
  DeleteTournament: [0.06, {}],
  AssignCabinets: [
    1,
    {
      cabinets: (_, { among }) =>
        among([[1, 2], [2, 1], [1], [1, 2, 3]]).map((id) => ({ id, name: `Cabinet ${id}` })),
      merge: (_, { random }) => random() < 0.2,
    },
  ],
  LoadTemplate: [
    1,
    {
      cabinets: () => [1, 2].map((id) => ({ id, name: `Cabinet ${id}` })),
      stages: (_, luck) =>
        [null, 0, 0].map((group) => ({ settings: anySettings(luck), group })).slice(luck.upTo(3)),
    },
  ],
  AddTeam: [1, { name: (_, { upTo }) => `Late ${upTo(9)}` }],
  RenameTeam: [1, { team: anyTeam, name: (_, { upTo }) => `Renamed ${upTo(9)}` }],
  RemoveTeam: [1, { team: anyTeam }],
  ...stageRepertoire,
  ...draftRepertoire,
  ...linkRepertoire,
  ...backRepertoire,
  ...protestRepertoire,
  SetTeams: [
    2,
    {
      match: anyMatch,
      blueTeam: (t, luck, story) => (luck.random() < 0.2 ? null : anyTeam(t, luck, story)),
    },
  ],
  StartMatch: [10, { match: anyMatch, cabinet: anyCabinet, force: () => false }],
  StopMatch: [3, { match: anyMatch }],
  AddScore: [
    6,
    { ...anyCorrection, match: anyMatch, team: anyTeam, by: (_, { among }) => among([1, 1, -1]) },
  ],
  SetScore: [
    6,
    {
      ...anyCorrection,
      match: anyMatch,
      blueScore: (_, { upTo }) => upTo(3),
      goldScore: (_, { upTo }) => upTo(3),
    },
  ],
  SetSides: [3, { match: anyMatch, isFlipped: (_, { random }) => random() < 0.5 }],
  SetWarmup: [2, { match: anyMatch, on: (_, { random }) => random() < 0.5 }],
  CompleteMatch: [12, { match: anyMatch, force: (_, { random }) => random() < 0.8 }],
  ReopenMatch: [3, { match: anyMatch, ...anyCorrection }],
  ForfeitMatch: [
    3,
    {
      match: (t, luck, story) => (forfeited = Number(anyMatch(t, luck, story))),
      teams: (t, { random }) => {
        const match = t.matches[forfeited]
        const teams = match ? teamsOf(t, match).filter((team) => team !== null) : []
        return teams.length === 2 ? (random() < 0.6 ? teams : teams.slice(1)) : [999]
      },
    },
  ],
  ReplayMatch: [2, { match: anyMatch, ...anyCorrection }],
  ReviewMatch: [3, { match: anyMatch, on: (_, { random }) => random() < 0.6 }],
  AnnotateMatch: [1, { match: anyMatch, note: (_, { upTo }) => ['', 'Wrong', 'Late'][upTo(2)] }],
  ReplaceMatch: [3, { match: anyMatch, by: (t, { among }) => among(ids(t.matches)) }],
  BeginGame: [
    8,
    {
      game: anyGame,
      match: anyMatch,
      cabinet: anyCabinet,
      isFlipped: (_, { random }) => random() < 0.5,
    },
  ],
  FinishGame: [
    10,
    {
      game: anyGame,
      cabinet: anyCabinet,
      winningTeam: (_, { among }) => among(['blue', 'gold']),
      winCondition: () => 'military',
      mapName: () => 'Day',
      seconds: (_, { upTo }) => upTo(200),
      lateBy: (_, { random }) => (random() < 0.1 ? 40 : null),
    },
  ],
  AttachGame: [
    4,
    {
      match: anyMatch,
      game: anyGame,
      cabinet: anyCabinet,
      winningTeam: (_, { among }) => among(['blue', 'gold']),
      winCondition: () => 'snail',
      mapName: () => 'Dusk',
      seconds: (_, { upTo }) => upTo(200),
    },
  ],
  DetachGame: [4, { game: anyGame }],
  CreateQueues: [1, {}],
  CreateQueue: [0.5, { name: () => 'Extra', cabinets: some(() => [1, 2, 3], 3) }],
  SetQueue: [
    5,
    {
      queue: (t, { among }) => among(ids(t.queues)),
      matches: some((t) => Object.keys(t.matches).map(Number), 4),
    },
  ],
  AssignAll: [
    1,
    { queue: (t, { among }) => among(ids(t.queues)), stages: (t, d) => [d.among(ids(t.stages))] },
  ],
  RemoveAll: [0.5, { queue: (t, { among }) => among(ids(t.queues)) }],
  SetQueueCabinets: [
    1,
    { queue: (t, { among }) => among(ids(t.queues)), cabinets: some(() => [1, 2, 3], 3) },
  ],
  RenameQueue: [3, { queue: (t, { among }) => among(ids(t.queues)), name: () => 'Stream' }],
  EnableQueue: [
    1,
    { queue: (t, { among }) => among(ids(t.queues)), on: (_, { random }) => random() < 0.7 },
  ],
  DeleteQueue: [0.5, { queue: (t, { among }) => among(ids(t.queues)) }],
  SelectNext: [4, { cabinet: anyCabinet }],
  HoldCabinet: [2, { cabinet: anyCabinet, reason: () => 'held' }],
  ReleaseCabinet: [2, { cabinet: anyCabinet }],
  WriteAnnouncement: [1, { text: () => 'Lunch', minutes: (_, { upTo }) => [1, 10, 60][upTo(2)] }],
  ...onSiteRepertoire,
  EndAnnouncement: [0.5, { num: (t, { among }) => among(ids(t.announcements)) }],
  HoldTimer: [4, { cabinet: anyCabinet, reason: () => 'held' }],
  ExtendTimer: [6, { cabinet: (t, { among }) => among(ids(t.timers)), seconds: () => 30 }],
  FireTimer: [
    12,
    {
      cabinet: (t, { among }) => (timed = among(ids(t.timers))),
      dueAt: (t) => t.timers[timed]?.dueAt ?? clock(0),
    },
  ],
}

/** A timer runs seldom and not for long. */
const whileTimed: Command['type'][] = ['FireTimer', 'ExtendTimer', 'HoldTimer']

function anyCommand(story: Story, luck: Dice): Command {
  const isTimed = Object.keys(stateOf(story).timers).length > 0 && luck.random() < 0.4
  const of = (type: string) => !isTimed || whileTimed.some((one) => one === type)
  const all = Object.entries(repertoire).filter(([type]) => of(type))
  let left = luck.random() * all.reduce((sum, [, [weight]]) => sum + weight, 0)
  const [type, [, fields]] = all.find(([, [weight]]) => (left -= weight) <= 0) ?? all[0]!
  const choose = ([field, choice]: [string, Choice]) => [field, choice(stateOf(story), luck, story)]
  return Command.parse({ type, ...Object.fromEntries(Object.entries(fields).map(choose)) })
}

type Step = { before: Story; after: Story; command: Command }

/** The steps of one random evening that were accepted. */
function evening(seed: number): Step[] {
  const luck = dice(seed)
  const stage = anySettings(luck)
  const teams = stage.thirdPlaceMatch ? 4 + luck.upTo(4) : 2 + luck.upTo(6)
  let story = withMoreStages(tournament({ teams, stage }), luck)
  const taken: Step[] = []
  for (let tries = 0; tries < maxTries && taken.length < steps; tries++) {
    const command = anyCommand(story, luck)
    if (isRefusal(decideIn(story, command))) continue
    const after = told(story, command)
    if (after !== story) taken.push({ before: story, after, command })
    story = after
  }
  return taken
}

const season = Array.from({ length: evenings }, (_, index) => ({
  seed: index + 1,
  taken: evening(index + 1),
}))

function everyStep(check: (step: Step) => void): void {
  for (const { seed, taken } of season) {
    for (const step of taken) {
      try {
        check(step)
      } catch (error) {
        const at = `evening ${seed}, version ${step.after.commits.length}, ${step.command.type}`
        throw new Error(`${at}: ${String(error)}`, { cause: error })
      }
    }
  }
}

const kept = new WeakMap<Tournament, ReturnType<typeof rowsOf>>()
function allRows(t: Tournament): ReturnType<typeof rowsOf> {
  const rows = kept.get(t) ?? rowsOf(t)
  kept.set(t, rows)
  return rows
}

/** The long way round: all rows of both states. */
function fullChanges(before: Tournament, after: Tournament): Changes {
  const [from, to] = [allRows(before), allRows(after)]
  const found: Record<string, unknown> = {}
  for (const table of tableNames) {
    const rows = [...to[table]]
    const put = rows.filter(
      ([key, row]) => JSON.stringify(from[table].get(key)) !== JSON.stringify(row),
    )
    const gone = [...from[table].keys()].filter((key) => !to[table].has(key))
    if (put.length > 0 || gone.length > 0) found[table] = { put: put.map(([, row]) => row), gone }
  }
  return found
}

function inOrder(found: Changes) {
  const text = (row: unknown) => JSON.stringify(row)
  return Object.entries(found).map(([table, { put, gone }]) => ({
    table,
    put: put.map(text).toSorted(),
    gone: gone.toSorted(),
  }))
}

/** The games that count, as they know it themselves and as their matches do. */
function counted(t: Tournament): string {
  const all = Object.values(t.games).filter((one) => one.status === 'counted')
  return JSON.stringify(all.map((one) => `${one.match}/${one.game}`).toSorted())
}
function scored(t: Tournament): string {
  const all = Object.values(t.matches).flatMap((match) =>
    match.games.map((one) => `${match.id}/${one.game}`),
  )
  return JSON.stringify(all.toSorted())
}

/** What is wrong with a state, in words: nothing, whatever was pressed. */
function wrong(t: Tournament): string[] {
  const all = Object.values(t.matches)
  const active = all.filter((match) => match.cabinet !== null)
  const cabinets = active.map((match) => match.cabinet!)
  const playing = active.flatMap((match) => teamsOf(t, match))
  const inQueues = Object.values(t.queues).flatMap((queue) => queue.matches)
  const served = Object.values(t.queues).flatMap((queue) => queue.cabinets)
  const isHeld = Object.values(t.cabinets).flatMap(({ id, held }) => (held ? [id] : []))
  const twice = (list: unknown[]) => new Set(list).size < list.length
  const queueable = (id: number) => {
    const match = t.matches[id]
    return match && needed(t.matches, match) && !match.result && match.cabinet === null
  }
  const unknown = (match: Match) => teamsOf(t, match).includes(null)
  const seeded = Object.values(t.stages).flatMap((stage) => stage.teams)
  const found: [boolean, string][] = [
    [twice(cabinets), 'two matches on one cabinet'],
    [cabinets.some((id) => !t.cabinets[id]), 'a match on a cabinet that is not assigned'],
    [served.some((id) => !t.cabinets[id]), 'a queue of a cabinet that is not assigned'],
    [twice(playing), 'a team in two active matches'],
    [twice(inQueues), 'a match in two queues'],
    [!inQueues.every(queueable), 'a match in a queue that cannot be there'],
    [active.some(unknown), 'an active match without a team'],
    [all.some((match) => match.result && unknown(match)), 'a complete match without a team'],
    [all.some((match) => played(match) && !needed(t.matches, match)), 'a second final orphaned'],
    [cabinets.some((id) => t.timers[id]), 'a timer runs beside a match'],
    [isHeld.some((id) => t.timers[id]), 'a timer runs on a cabinet that is held'],
    [Object.values(t.games).some((one) => !t.matches[one.match]), 'a game without its match'],
    [counted(t) !== scored(t), 'a game counts for no match, or for two'],
    [seeded.some((team) => !t.teams[team]), 'a team that is gone has a seed'],
    [playing.some((team) => team && !t.teams[team]), 'a team that is gone plays'],
    [invalidSeedSource(emptyTournament(1), t) !== null, 'a place that no stage gives'],
    ...wrongWithDraft(t),
    ...wrongWithProtests(t),
  ]
  return found.filter(([isSo]) => isSo).map(([, words]) => words)
}

test('P6: the change of rows found by comparing parts is the whole difference of all rows', () =>
  everyStep(({ before, after }) => {
    const [was, is] = [stateOf(before), stateOf(after)]
    expect(inOrder(changes(was, is))).toEqual(inOrder(fullChanges(was, is)))
  }))

test('R-ST-1, R-QU-1, R-BR-7: cabinets, teams, queues and brackets fit together after every step', () =>
  everyStep(({ after }) => expect(wrong(stateOf(after))).toEqual([])))

test('P5, P6: versions are dense and the same log gives the same state and rows', () => {
  for (const { taken } of season) {
    const last = taken.at(-1)!.after
    const again = JSON.parse(JSON.stringify(last.commits)) as typeof last.commits
    expect(again.map((commit) => commit.version)).toEqual(again.map((_, index) => index + 1))
    const state = again.reduce(fold, emptyTournament(1))
    expect(JSON.stringify(state)).toBe(JSON.stringify(stateOf(last)))
    expect([...rowsOf(state).match]).toEqual([...rowsOf(stateOf(last)).match])
  }
})

test('R-IM-1: an evening by other ids has the rows that it had, by other ids', () =>
  season.slice(0, 100).forEach(({ taken }) => expectSameElsewhere(taken.at(-1)!.after)))

test('the evenings try every command, and each is accepted now and then', () => {
  const seen = season.flatMap(({ taken }) => taken.map(({ command }) => command.type))
  const tried = Object.entries(repertoire).filter(([, [weight]]) => weight >= 0.1)
  expect(tried.map(([type]) => type).filter((type) => !seen.includes(type as never))).toEqual([])
})

/** Without the version, games that wait for a person, and timers that have run out meanwhile. */
function comparable(t: Tournament, now: string): string {
  const timers = Object.entries(t.timers).filter(([, timer]) => timer.dueAt > now)
  const games = Object.fromEntries(Object.values(t.games).map((one) => [one.game, one.match]))
  return canonicalJson({ ...t, version: 0, games, timers: Object.fromEntries(timers) })
}

/** All that such a commit did has ended by itself. */
const fleeting = ['FinishGame', 'HoldTimer', 'FireTimer', 'RemovePlayer', 'Undo']

/** What an undo of the last commit leaves wrong. */
function undoneBadly({ before, after, command }: Step): string[] {
  const decision = decideIn(after, undo(after.commits.length))
  if (isRefusal(decision)) {
    const isFine =
      decision.refused === 'NOTHING_TO_UNDO'
        ? fleeting.includes(command.type)
        : commandInfo(command.type).isNote
    return isFine || stateOf(after).deleted ? [] : [decision.detail]
  }
  const undone = stateOf(told(after, undo(after.commits.length)))
  const now = clock(after.commits.length * 10)
  const isAsBefore = comparable(undone, now) === comparable(stateOf(before), now)
  return [...wrong(undone), ...(isAsBefore ? [] : ['another state than before'])]
}

test('R-UN-1: the last commit undone leaves the state before it', () =>
  everyStep((step) => expect(undoneBadly(step)).toEqual([])))
