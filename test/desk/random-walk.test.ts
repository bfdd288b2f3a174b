// Random evenings of decisions: invariants of every state, every change and every undo.
import { expect, test } from 'vitest'
import { canonicalJson } from '#events/canonical-json.ts'
import { isInBracket, wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import { Command } from '#events/schema/command.ts'
import { commandInfo } from '#events/describe/commands.ts'
import type { Match } from '#events/state/match.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { clock, decideIn, stateOf, afterCommand, tournament, undo } from './story.ts'
import type { Story } from './story.ts'
import { openActiveMatchIndex } from '#services/desk/other-active-matches.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'
import { seedSourceRefusal } from '#services/desk/decide/slot-validity.ts'
import { anySettings, ids, stageRepertoire, withMoreStages } from './walk/stages.ts'
import { undoRepertoire } from './walk/undo.ts'
import { draftRepertoire, draftProblems } from './walk/draft.ts'
import { fullChanges, normalized } from './walk/full-changes.ts'
import { expectSameRowsRenumbered } from './walk/renumbered.ts'
import { linkRepertoire } from './walk/external.ts'
import { onSiteRepertoire } from './walk/on-site.ts'
import { anyTournamentSettings, protestRepertoire, protestProblems } from './walk/protest.ts'
import { dice } from '../support/random.ts'
import type { Dice } from '../support/random.ts'
import { times } from '../support/long-runs.ts'

const evenings = times(120, 300)
const steps = 32
const maxTries = 600

type Choice = (t: Tournament, dice: Dice, story: Story) => unknown
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

/** the match and the cabinet chosen last, for the fields that depend on them */
let [forfeited, timed] = [0, 0]
const anyCorrection: Record<string, Choice> = {
  cascade: (_, { random }) => random() < 0.5,
  reason: (_, { random }) => (random() < 0.9 ? 'typed wrong' : undefined),
}

const anyForce: Choice = (_, { random }) => random() < 0.7

/** The weight of each command, and how its fields are chosen. */
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
  ...undoRepertoire,
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
    {
      ...anyCorrection,
      match: anyMatch,
      team: anyTeam,
      by: (_, { among }) => among([1, 1, -1]),
      force: anyForce,
    },
  ],
  SetScore: [
    6,
    {
      ...anyCorrection,
      match: anyMatch,
      blueScore: (_, { upTo }) => upTo(3),
      goldScore: (_, { upTo }) => upTo(3),
      force: anyForce,
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
      force: anyForce,
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

/** Commands preferred while a timer runs, because timers are rare and short. */
const timerCommands: Command['type'][] = ['FireTimer', 'ExtendTimer', 'HoldTimer']

function anyCommand(story: Story, luck: Dice): Command {
  const isTimed = Object.keys(stateOf(story).timers).length > 0 && luck.random() < 0.4
  const isCandidate = (type: string) => !isTimed || timerCommands.some((one) => one === type)
  const all = Object.entries(repertoire).filter(([type]) => isCandidate(type))
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
  const accepted: Step[] = []
  for (let tries = 0; tries < maxTries && accepted.length < steps; tries++) {
    const command = anyCommand(story, luck)
    if (isRefusal(decideIn(story, command))) continue
    const after = afterCommand(story, command)
    if (after !== story) accepted.push({ before: story, after, command })
    story = after
  }
  return accepted
}

const season = Array.from({ length: evenings }, (_, index) => ({
  seed: index + 1,
  accepted: evening(index + 1),
}))

function everyStep(check: (step: Step) => void): void {
  for (const { seed, accepted } of season) {
    for (const step of accepted) {
      try {
        check(step)
      } catch (error) {
        const at = `evening ${seed}, version ${step.after.commits.length}, ${step.command.type}`
        throw new Error(`${at}: ${String(error)}`, { cause: error })
      }
    }
  }
}

/** The counted games according to the games, and according to their matches. */
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

/** The violated invariants of a state, as text. */
function problemsOf(t: Tournament): string[] {
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
    return match && isInBracket(t.matches, match) && !match.result && match.cabinet === null
  }
  const unknown = (match: Match) => teamsOf(t, match).includes(null)
  const seeded = Object.values(t.stages).flatMap((stage) => stage.teams)
  const problems: [boolean, string][] = [
    [twice(cabinets), 'two matches on one cabinet'],
    [cabinets.some((id) => !t.cabinets[id]), 'a match on a cabinet that is not assigned'],
    [served.some((id) => !t.cabinets[id]), 'a queue of a cabinet that is not assigned'],
    [twice(playing), 'a team in two active matches'],
    [twice(inQueues), 'a match in two queues'],
    [!inQueues.every(queueable), 'a match in a queue that cannot be there'],
    [active.some(unknown), 'an active match without a team'],
    [all.some((match) => match.result && unknown(match)), 'a complete match without a team'],
    [all.some((one) => wasPlayed(one) && !isInBracket(t.matches, one)), 'a second final orphaned'],
    [cabinets.some((id) => t.timers[id]), 'a timer runs beside a match'],
    [isHeld.some((id) => t.timers[id]), 'a timer runs on a cabinet that is held'],
    [Object.values(t.games).some((one) => !t.matches[one.match]), 'a game without its match'],
    [counted(t) !== scored(t), 'a game counts for no match, or for two'],
    [seeded.some((team) => !t.teams[team]), 'a team that is gone has a seed'],
    [playing.some((team) => team && !t.teams[team]), 'a team that is gone plays'],
    [seedSourceRefusal(emptyTournament(1), t) !== null, 'a place that no stage gives'],
    ...draftProblems(t),
    ...protestProblems(t),
  ]
  return problems.filter(([isViolated]) => isViolated).map(([, words]) => words)
}

test('P6: row changes computed from changed parts equal the full difference of all rows', () =>
  everyStep(({ before, after }) => {
    const [was, is] = [stateOf(before), stateOf(after)]
    expect(normalized(changes(was, is))).toEqual(normalized(fullChanges(was, is)))
  }))

test('R-ST-1, R-QU-1, R-BR-7: cabinets, teams, queues and brackets are consistent after every step', () =>
  everyStep(({ after }) => expect(problemsOf(stateOf(after))).toEqual([])))

test('R-ST-1: the events alone tell which match is on which cabinet', () => {
  for (const { accepted } of season) {
    const found = openActiveMatchIndex()
    for (const { before, after } of accepted) {
      after.commits.slice(before.commits.length).forEach((commit) => found.take(commit))
      const state = stateOf(after)
      const active = state.deleted ? [] : Object.values(state.matches).filter((one) => one.cabinet)
      const expected = active.map(({ id, cabinet }) => `${id} on ${cabinet}`)
      const told = found.all().map(({ match, cabinet }) => `${match} on ${cabinet}`)
      expect(told.toSorted()).toEqual(expected.toSorted())
    }
  }
})

test('P5, P6: versions are dense and the same log gives the same state and rows', () => {
  for (const { accepted } of season) {
    const last = accepted.at(-1)!.after
    const reread = JSON.parse(JSON.stringify(last.commits)) as typeof last.commits
    expect(reread.map((commit) => commit.version)).toEqual(reread.map((_, index) => index + 1))
    const state = reread.reduce(fold, emptyTournament(1))
    expect(JSON.stringify(state)).toBe(JSON.stringify(stateOf(last)))
    expect([...rowsOf(state).match]).toEqual([...rowsOf(stateOf(last)).match])
  }
})

test('R-IM-1: an evening with other ids has the same rows, with those ids', () =>
  season.slice(0, 100).forEach(({ accepted }) => expectSameRowsRenumbered(accepted.at(-1)!.after)))

test('every command is accepted in some evening', () => {
  const seen = season.flatMap(({ accepted }) => accepted.map(({ command }) => command.type))
  const tried = Object.entries(repertoire).filter(([, [weight]]) => weight >= 0.1)
  expect(tried.map(([type]) => type).filter((type) => !seen.includes(type as never))).toEqual([])
})

/** Without the version, the details of games, and timers that have expired. */
function comparable(t: Tournament, now: string): string {
  const timers = Object.entries(t.timers).filter(([, timer]) => timer.dueAt > now)
  const games = Object.fromEntries(Object.values(t.games).map((one) => [one.game, one.match]))
  const uncounted = { version: 0, detailsVersion: 0 }
  return canonicalJson({ ...t, ...uncounted, games, timers: Object.fromEntries(timers) })
}

/** Commands whose effects may have ended by themselves. */
const endsByItself = ['FinishGame', 'HoldTimer', 'FireTimer', 'RemovePlayer', 'Undo']

/** The problems after an undo of the last commit. */
function undoProblems({ before, after, command }: Step): string[] {
  const decision = decideIn(after, undo(after.commits.length))
  if (isRefusal(decision)) {
    const isExpected =
      decision.refused === 'NOTHING_TO_UNDO'
        ? endsByItself.includes(command.type)
        : commandInfo(command.type).isNote
    return isExpected || stateOf(after).deleted ? [] : [decision.detail]
  }
  const undone = stateOf(afterCommand(after, undo(after.commits.length)))
  const now = clock(after.commits.length * 10)
  const isAsBefore = comparable(undone, now) === comparable(stateOf(before), now)
  return [...problemsOf(undone), ...(isAsBefore ? [] : ['another state than before'])]
}

test('R-UN-1: undoing the last commit restores the state before it', () =>
  everyStep((step) => expect(undoProblems(step)).toEqual([])))
