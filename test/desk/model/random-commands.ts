// Random commands of people, cabinets and rivals: mostly plausible ones, and some that are not.
import { blueSlot, score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { teamsOf } from '#events/bracket/bracket.ts'
import { Command } from '#events/schema/command.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { stageTypeNames } from '#events/rules/stage-types/stage-types.ts'
import type { StageType } from '#events/rules/stage-types/stage-types.ts'
import { tiebreakers } from '#events/rules/tiebreakers.ts'
import { protestCommands } from './random-protests.ts'
import type { Dice } from '../../support/random.ts'

function shuffled<T>(all: readonly T[], { random }: Dice): T[] {
  const keyed = all.map((one) => ({ one, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
}

/** Stage types with printed brackets; the model does not play others. */
const maxTeams: Partial<Record<StageType, number>> = {
  round_robin: 5,
  single_elim: 8,
  double_elim: 8,
  ladder: 6,
  custom: 6,
}

function anySettings(luck: Dice, most: number) {
  const { among, random, upTo } = luck
  const stageType = among(stageTypeNames.filter((type) => (maxTeams[type] ?? 0) >= most))
  return StageSettings.parse({
    name: 'Main',
    stageType,
    winsPerMatch: upTo(2),
    roundsPerMatch: upTo(3),
    matchesPerOpponent: stageType === 'round_robin' && most <= 4 ? 1 + upTo(1) : 1,
    thirdPlaceMatch: stageType === 'single_elim' && random() < 0.4,
    addTiebreaker: random() < 0.3,
    queueTimer: among([0, 30, 120]),
    autoWarmup: among(['never', 'never', 'first_set', 'first_set_on_cab', 'always']),
    randomizeSides: random() < 0.3,
    ...(random() < 0.5
      ? {}
      : { stageTiebreakers: shuffled(tiebreakers, luck).slice(0, upTo(tiebreakers.length)) }),
  })
}

/** The commands that set up an evening. Teams are 1, 2, 3 …, stages 51 and 52. */
export function beginning(luck: Dice): Command[] {
  const teams = Array.from({ length: 2 + luck.upTo(6) }, (_, index) => index + 1)
  const cabinets = [1, 2, 3].slice(0, 1 + luck.upTo(2))
  const stages = [51, 52].slice(0, luck.random() < 0.3 ? 2 : 1)
  return [
    {
      type: 'CreateTournament',
      scene: 1,
      name: 'Spring Cup',
      slug: 'spring-cup',
      date: '2026-05-02',
      linkType: 'hivemind',
      cabinets: cabinets.map((id) => ({ id, name: `Cabinet ${id}` })),
    },
    ...teams.map((team): Command => ({ type: 'AddTeam', name: `Team ${team}` })),
    ...stages.flatMap((stage): Command[] => {
      const settings = anySettings(luck, teams.length)
      const seeds = shuffled(teams, luck)
      return [
        { type: 'CreateStage', settings, numGroups: 1 },
        { type: 'SeedStage', stage, teams: seeds },
        { type: 'CreateMatches', stage },
      ]
    }),
    { type: 'CreateQueues' },
  ]
}

type Make = (t: Tournament, luck: Dice) => object
const idsOf = (records: Record<string, unknown>) => Object.keys(records).map(Number)
const anyOf = (all: number[], { among, random }: Dice) =>
  all.length === 0 || random() < 0.03 ? 999 : among(all)

function anyMatch(t: Tournament, luck: Dice, likely: (match: Match) => boolean): number {
  const all = Object.values(t.matches)
  const likelyMatches = all.filter(likely)
  const from = likelyMatches.length > 0 && luck.random() < 0.85 ? likelyMatches : all
  return anyOf(
    from.map((match) => match.id),
    luck,
  )
}
const isActive = (match: Match) => match.cabinet !== null
const isOpen = (match: Match) => match.result === null
const isReady = (t: Tournament) => (match: Match) =>
  isOpen(match) && !isActive(match) && !teamsOf(t, match).includes(null)
const mayEnd = (match: Match) => isActive(match) && score(match)[0] !== score(match)[1]
const anyCabinet: Make = (t, luck) => ({ cabinet: anyOf(idsOf(t.cabinets), luck) })
const anyQueue = (t: Tournament, luck: Dice) => anyOf(idsOf(t.queues), luck)
const cascadeOptions = ({ random }: Dice) =>
  random() < 0.5 ? { cascade: true, ...(random() < 0.9 ? { reason: 'typed wrong' } : {}) } : {}
/** Half of the scores are typed after a question. */
const mayForce = ({ random }: Dice) => (random() < 0.5 ? { force: true } : {})
const colour = ({ among }: Dice) => among(['blue', 'gold'] as const)
const anyEnding = (luck: Dice) => ({
  winningTeam: colour(luck),
  winCondition: 'military',
  mapName: 'Day',
  seconds: 30 + luck.upTo(5) * 10.5,
})
const anyTeamIn = (t: Tournament, id: number, luck: Dice) => {
  const match = t.matches[id]
  const teams = match ? teamsOf(t, match).filter((team) => team !== null) : []
  return luck.random() < 0.05 ? anyOf(idsOf(t.teams), luck) : anyOf(teams, luck)
}
const anySide = (t: Tournament, luck: Dice) => {
  const match = anyOf(idsOf(t.matches), luck)
  const team = anyOf(idsOf(t.teams), luck)
  return luck.among([{ team }, { team }, { winnerOf: match }, { loserOf: match }, { open: true }])
}

/** A running game of an active match, or an unknown game. */
const anyRunningGame: Make = (t, luck) => {
  const runningGames = Object.values(t.games).filter((game) => game.status === 'running')
  const game = runningGames.length > 0 && luck.random() < 0.9 ? luck.among(runningGames) : null
  const cabinet = game && luck.random() < 0.95 ? game.cabinet : luck.among([1, 2])
  return { game: game?.game ?? `g${luck.upTo(300)}`, cabinet }
}
const anyKnownGame: Make = (t, luck) => {
  const all = Object.keys(t.games)
  return { game: all.length > 0 && luck.random() < 0.8 ? luck.among(all) : `g${luck.upTo(300)}` }
}

/** The weight of each command. */
const repertoire: { [T in Command['type']]?: [weight: number, make: Make] } = {
  AddTeam: [0.5, (_, luck) => ({ name: `Late ${luck.upTo(1_000_000)}` })],
  RemoveTeam: [0.5, (t, luck) => ({ team: anyOf(idsOf(t.teams), luck) })],
  SeedStage: [
    0.5,
    (t, luck) => {
      const teams = shuffled(idsOf(t.teams), luck).slice(0, 4)
      return { stage: anyOf(idsOf(t.stages), luck), teams }
    },
  ],
  CreateMatches: [1, (t, luck) => ({ stage: anyOf(idsOf(t.stages), luck) })],
  AddMatch: [
    3,
    (t, luck) => {
      const byHand = Object.values(t.stages).filter((stage) => stage.stageType === 'custom')
      const stage = byHand.length > 0 ? luck.among(byHand).id : anyOf(idsOf(t.stages), luck)
      return { stage, blue: anySide(t, luck), gold: anySide(t, luck), roundName: 'Extra' }
    },
  ],
  RemoveMatch: [0.7, (t, luck) => ({ match: anyMatch(t, luck, isOpen) })],
  SetTeams: [
    1.5,
    (t, luck) => {
      const team = luck.random() < 0.2 ? null : anyOf(idsOf(t.teams), luck)
      const match = anyMatch(t, luck, isOpen)
      return luck.random() < 0.5 ? { match, blueTeam: team } : { match, goldTeam: team }
    },
  ],
  StartMatch: [
    9,
    (t, luck) => {
      const force = luck.random() < 0.3
      return { match: anyMatch(t, luck, isReady(t)), ...anyCabinet(t, luck), force }
    },
  ],
  StopMatch: [2, (t, luck) => ({ match: anyMatch(t, luck, isActive) })],
  ReplaceMatch: [
    2,
    (t, luck) => ({ match: anyMatch(t, luck, isActive), by: anyMatch(t, luck, isReady(t)) }),
  ],
  AddScore: [
    7,
    (t, luck) => {
      const match = anyMatch(t, luck, isActive)
      const by = luck.among([1, 1, 1, -1])
      return {
        match,
        team: anyTeamIn(t, match, luck),
        by,
        ...cascadeOptions(luck),
        ...mayForce(luck),
      }
    },
  ],
  SetScore: [
    6,
    (t, luck) => ({
      match: anyMatch(t, luck, luck.random() < 0.5 ? isActive : isReady(t)),
      ...(luck.random() < 0.8 ? { blueScore: luck.upTo(2) } : {}),
      ...(luck.random() < 0.8 ? { goldScore: luck.upTo(2) } : {}),
      ...(luck.random() < 0.2 ? { ends: true } : {}),
      ...cascadeOptions(luck),
      ...mayForce(luck),
    }),
  ],
  SetSides: [
    2,
    (t, luck) => ({ match: anyMatch(t, luck, isActive), isFlipped: luck.random() < 0.5 }),
  ],
  SetWarmup: [1.5, (t, luck) => ({ match: anyMatch(t, luck, isActive), on: luck.random() < 0.4 })],
  CompleteMatch: [
    12,
    (t, luck) => {
      const likely = (match: Match) => mayEnd(match) || (isOpen(match) && score(match)[0] > 0)
      return { match: anyMatch(t, luck, likely), force: luck.random() < 0.7 }
    },
  ],
  ReopenMatch: [
    2,
    (t, luck) => ({ match: anyMatch(t, luck, (m) => !isOpen(m)), ...cascadeOptions(luck) }),
  ],
  ReplayMatch: [
    1.5,
    (t, luck) => ({ match: anyMatch(t, luck, () => true), ...cascadeOptions(luck) }),
  ],
  ForfeitMatch: [
    3,
    (t, luck) => {
      const match = anyMatch(t, luck, isOpen)
      const both = t.matches[match]
        ? teamsOf(t, t.matches[match]).map((team) => team ?? 998)
        : [999]
      return { match, teams: luck.random() < 0.4 ? both : [anyTeamIn(t, match, luck)] }
    },
  ],
  ...protestCommands,
  BeginGame: [
    9,
    (t, luck) => {
      const match = anyMatch(t, luck, isActive)
      const activeMatch = t.matches[match]
      const cabinet = activeMatch?.cabinet ?? luck.among([1, 2])
      const isFlipped =
        luck.random() < 0.95 && activeMatch ? blueSlot(activeMatch) === 1 : luck.random() < 0.5
      return { game: `g${luck.upTo(300)}`, match, cabinet, isFlipped }
    },
  ],
  FinishGame: [
    10,
    (t, luck) => ({
      ...anyRunningGame(t, luck),
      ...anyEnding(luck),
      lateBy: luck.random() < 0.1 ? 40 : null,
    }),
  ],
  AttachGame: [
    3,
    (t, luck) => {
      const match = anyMatch(t, luck, isOpen)
      return {
        match,
        ...anyKnownGame(t, luck),
        cabinet: luck.among([1, 2]),
        ...anyEnding(luck),
        ...mayForce(luck),
      }
    },
  ],
  DetachGame: [2, anyKnownGame],
  CreateQueues: [0.3, () => ({})],
  CreateQueue: [0.4, (t, luck) => ({ name: 'Extra', cabinets: [anyOf(idsOf(t.cabinets), luck)] })],
  SetQueue: [
    6,
    (t, luck) => {
      const ready = Object.values(t.matches).filter((match) => isOpen(match) && !isActive(match))
      const from = luck.random() < 0.9 ? ready : Object.values(t.matches)
      const matches = shuffled(
        from.map((match) => match.id),
        luck,
      ).slice(0, luck.upTo(5))
      const queue = anyQueue(t, luck)
      const expected = luck.random() < 0.5 ? { expected: t.queues[queue]?.matches ?? [] } : {}
      return { queue, matches, ...expected }
    },
  ],
  SetQueueCabinets: [
    0.7,
    (t, luck) => ({ queue: anyQueue(t, luck), cabinets: shuffled([1, 2, 3], luck).slice(0, 2) }),
  ],
  RenameQueue: [0.4, (t, luck) => ({ queue: anyQueue(t, luck), name: 'Stream' })],
  EnableQueue: [1, (t, luck) => ({ queue: anyQueue(t, luck), on: luck.random() < 0.6 })],
  DeleteQueue: [0.2, (t, luck) => ({ queue: anyQueue(t, luck) })],
  SelectNext: [5, anyCabinet],
  HoldTimer: [1, anyCabinet],
  HoldCabinet: [0.7, anyCabinet],
  ReleaseCabinet: [1.5, anyCabinet],
  ExtendTimer: [1.5, (t, luck) => ({ ...anyCabinet(t, luck), seconds: 30 })],
  FireTimer: [
    6,
    (t, luck) => {
      const timers = Object.values(t.timers)
      const { cabinet, dueAt } =
        timers.length > 0 ? luck.among(timers) : { cabinet: 1, dueAt: 'never' }
      return { cabinet, dueAt }
    },
  ],
}

const all = Object.entries(repertoire)
const totalWeight = all.reduce((sum, [, [weight]]) => sum + weight, 0)
export const commandTypes = all.map(([type]) => type)

/** `t` may be an older state, as a rival sees it. */
export function anyCommand(t: Tournament, luck: Dice): Command {
  let left = luck.random() * totalWeight
  const [type, [, make]] = all.find(([, [weight]]) => (left -= weight) <= 0) ?? all[0]!
  return Command.parse({ type, ...make(t, luck) })
}
