// What the random evenings try with stages: seeds, places, late teams, matches made by hand.
import type { Command } from '../../../../events/command.ts'
import type { Tournament } from '../../../../events/tournament.ts'
import { play, settings, stageId, stateOf } from '../build.ts'
import type { Story } from '../build.ts'

type Dice = { random(): number; among<T>(all: readonly T[]): T; upTo(most: number): number }
type Choice = (t: Tournament, dice: Dice, story: Story) => unknown

const ids = (records: Record<string, unknown>) => [...Object.keys(records).map(Number), 999]
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

type Names =
  | 'SeedStage'
  | 'CreateMatches'
  | 'PlaceStage'
  | 'PlaceByDefault'
  | 'AddLateTeam'
  | 'WithdrawTeam'
  | 'AddMatch'
  | 'RemoveMatch'

export const stageRepertoire: {
  [T in Names & Command['type']]: [weight: number, fields: Record<string, Choice>]
} = {
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

/** In some evenings a second stage waits for the places of the first, or is made by hand. */
export function withMoreStages(story: Story, luck: Dice): Story {
  return luck.random() < 0.25 ? withShow(story) : withPlayoffs(story, luck)
}

function withShow(story: Story): Story {
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
