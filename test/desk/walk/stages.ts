// Random commands on stages: seeds, places, late teams, matches made by hand.
import {
  isInBracket,
  separatingRule,
  ranking,
  stageComplete,
  teamsOf,
} from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import { matchesOf } from '#events/bracket/match-index.ts'
import { isByHand, stageTypeNames } from '#events/rules/stage-types/stage-types.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { complete, forced, play, setScore, settings, stageId, stateOf } from '../story.ts'
import type { Story } from '../story.ts'
import type { Dice } from '../../support/random.ts'

type Choice = (t: Tournament, dice: Dice, story: Story) => unknown

export const ids = (records: Record<string, unknown>) => [...Object.keys(records).map(Number), 999]
const anyStage: Choice = (t, { among }) => among(ids(t.stages))
const anyTeam: Choice = (t, { among }) => among(ids(t.teams))
const maybe: Choice = (_, { random }) => random() < 0.5

function shuffled(all: number[], { random, upTo }: Dice, most: number): number[] {
  return all.toSorted(() => random() - 0.5).slice(0, upTo(most))
}

const anyPlacements: Choice = (t, luck) => {
  const teams = shuffled(Object.keys(t.teams).map(Number), luck, 4)
  const source = Number(anyStage(t, luck, null as never))
  const places = teams.map((team, index) => {
    const placeOf = { stage: source, place: index + 1 }
    return luck.random() < 0.7 ? { place: index + 1, placeOf } : { place: index + 1, team }
  })
  return luck.random() < 0.1 ? places.slice(1) : places
}

const anySide: Choice = (t, luck) => {
  const match = luck.among(ids(t.matches))
  const team = anyTeam(t, luck, null as never)
  return luck.among([{ team }, { team }, { winnerOf: match }, { loserOf: match }, { open: true }])
}

const generated = stageTypeNames.filter((stageType) => !isByHand({ stageType }))

export function anySettings({ among, upTo, random }: Dice) {
  return settings({
    name: among(['Main', 'Pools', 'Finals']),
    stageType: random() < 0.1 ? among([...stageTypeNames, null]) : among(generated),
    winsPerMatch: upTo(2),
    roundsPerMatch: upTo(3),
    matchesPerOpponent: 1 + upTo(1),
    thirdPlaceMatch: random() < 0.3,
    addTiebreaker: random() < 0.3,
    queueTimer: among([0, 10, 10, 30, 120]),
    autoWarmup: among(['never', 'never', 'first_set', 'first_set_on_cab', 'always']),
    randomizeSides: random() < 0.3,
    ...(random() < 0.2 ? { autoComplete: false, restartOnSplit: true } : {}),
    grandFinal: among(['double', 'double', 'single', 'none', 'best_of']),
  })
}

type Names =
  | 'CreateStage'
  | 'ChangeStage'
  | 'DeleteStage'
  | 'SeedStage'
  | 'CreateMatches'
  | 'PlaceStage'
  | 'PlaceByDefault'
  | 'CreateTiebreaks'
  | 'AddLateTeam'
  | 'WithdrawTeam'
  | 'AddMatch'
  | 'RemoveMatch'

export const stageRepertoire: {
  [T in Names & Command['type']]: [weight: number, fields: Record<string, Choice>]
} = {
  CreateStage: [
    0.5,
    {
      settings: (_, luck) => anySettings(luck),
      numGroups: (_, { upTo, random }) => (random() < 0.2 ? 1 + upTo(2) : 1),
    },
  ],
  ChangeStage: [
    1,
    {
      stage: anyStage,
      settings: (_, luck) => anySettings(luck),
      confirm: maybe,
    },
  ],
  DeleteStage: [0.3, { stage: anyStage, confirm: maybe }],
  SeedStage: [
    1,
    {
      stage: anyStage,
      teams: (t, luck) => shuffled(Object.keys(t.teams).map(Number), luck, 8),
      confirm: maybe,
    },
  ],
  CreateMatches: [2, { stage: anyStage, confirm: maybe }],
  PlaceStage: [3, { stage: anyStage, placements: anyPlacements, confirm: maybe }],
  PlaceByDefault: [
    1,
    {
      stage: anyStage,
      from: (t, luck) => [anyStage(t, luck, null as never)],
      top: (_, { upTo }) => 2 + upTo(2),
      confirm: maybe,
    },
  ],
  CreateTiebreaks: [
    12,
    { stage: anyStage, from: (_, { upTo }) => 1 + upTo(2), to: (_, { upTo }) => 2 + upTo(2) },
  ],
  AddLateTeam: [2, { stage: anyStage, team: anyTeam }],
  WithdrawTeam: [
    0.7,
    {
      stage: anyStage,
      team: anyTeam,
      how: (_, { among }) => among(['forfeit', 'drop', 'void']),
    },
  ],
  AddMatch: [6, { stage: anyStage, blue: anySide, gold: anySide, roundName: () => 'Extra' }],
  RemoveMatch: [2, { match: (t, { among }) => among(ids(t.matches)) }],
}

/** Adds a second stage in some evenings: seeded by places of the first, made by hand, or linked. */
export function withMoreStages(story: Story, luck: Dice): Story {
  if (luck.random() < 0.2) return withLinkedStage(story)
  if (luck.random() < 0.25) return withCustomStage(story)
  const placed = withPlayoffs(story, luck)
  return luck.random() < 0.3 ? withTiebreak(placed, luck) : placed
}

/** A stage that is linked to an external bracket. */
function withLinkedStage(story: Story): Story {
  const linked = settings({ name: 'Open', stageType: null, linkedBracketId: 'open' })
  return play(
    story,
    { type: 'ChangeTournament', linkType: 'challonge' },
    { type: 'CreateStage', settings: linked, numGroups: 1 },
  )
}

/** Completes the first stage; tiebreaks decide some of its places. */
function withTiebreak(story: Story, luck: Dice): Story {
  let completed = story
  const loserScore = luck.upTo(2)
  for (;;) {
    const t = stateOf(completed)
    const next = matchesOf(t.matches, stageId).find((match) => {
      return !match.result && isInBracket(t.matches, match) && !teamsOf(t, match).includes(null)
    })
    if (!next) break
    const [blue, gold] = luck.random() < 0.5 ? [3, loserScore] : [loserScore, 3]
    completed = play(completed, forced(setScore(next.id, blue, gold)), complete(next.id))
  }
  if (!stageComplete(stateOf(completed), stageId)) return completed
  const t = stateOf(completed)
  const order = ranking(t, t.stages[stageId]!)
  const isTied = (from: number, to: number) =>
    to <= order.length && !separatingRule(t, t.stages[stageId]!, order.slice(from - 1, to))
  const from = order.findIndex((_, index) => isTied(index + 1, index + 2)) + 1
  // In some evenings a later command creates the tiebreaks.
  if (from === 0 || luck.random() < 0.4) return completed
  const to = isTied(from, from + 2) && luck.random() < 0.5 ? from + 2 : from + 1
  return play(completed, { type: 'CreateTiebreaks', stage: stageId, from, to })
}

function withCustomStage(story: Story): Story {
  const stage = stageId + 1
  const show = settings({ name: 'Show', stageType: 'custom' })
  const first = play(
    story,
    { type: 'CreateStage', settings: show, numGroups: 1 },
    { type: 'AddMatch', stage, blue: { team: 1 }, gold: { team: 2 }, roundName: 'Show' },
  )
  const winnerOf = Math.max(...Object.keys(stateOf(first).matches).map(Number))
  const gold = { open: true as const }
  return play(first, { type: 'AddMatch', stage, blue: { winnerOf }, gold, roundName: 'Show' })
}

function withPlayoffs(story: Story, luck: Dice): Story {
  const count = stateOf(story).stages[stageId]?.teams.length ?? 0
  if (luck.random() < 0.5 || count < 2) return story
  const stageType = luck.among(['single_elim', 'double_elim', 'round_robin', 'ladder'] as const)
  const placements = Array.from({ length: Math.min(count, 2 + luck.upTo(2)) }, (_, index) => {
    return { place: index + 1, placeOf: { stage: stageId, place: index + 1 } }
  })
  const stage = stageId + 1
  return play(
    story,
    { type: 'CreateStage', settings: settings({ name: 'Playoffs', stageType }), numGroups: 1 },
    { type: 'PlaceStage', stage, placements },
    { type: 'CreateMatches', stage },
  )
}
