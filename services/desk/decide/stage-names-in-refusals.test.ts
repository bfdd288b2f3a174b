import { expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { isRefusal } from './decision.ts'
import {
  decideIn,
  play,
  result,
  setScore,
  settings,
  stageId,
  start,
  tournament,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'

// Each stage has an M1, so a refusal because of a match of another stage names that stage.
const final = stageId + 1
const create: Command = {
  type: 'CreateStage',
  settings: settings({ name: 'Final' }),
  numGroups: 1,
}
/** Pools followed by a bracket of the same teams, whose first match is M1 too. */
const two = play(
  tournament({ stage: { name: 'Pools', stageType: 'round_robin' } }),
  create,
  { type: 'SeedStage', stage: final, teams: [1, 2] },
  { type: 'CreateMatches', stage: final },
)
const late = 5
const ofFinal = matchIn(two, final)
/** A match of the pools in which the Bees play. */
const ofPools = Object.values(two.states.at(-1)!.matches).find(
  ({ stage, slots }) =>
    stage === stageId && slots.some((slot) => 'team' in slot && slot.team === 1),
)!.id
/** The final of three teams' pools has been played. */
const placed = play(
  tournament({ teams: 3, stage: { name: 'Pools', stageType: 'round_robin' } }),
  create,
  {
    type: 'PlaceStage',
    stage: final,
    placements: [1, 2].map((place) => ({ place, placeOf: { stage: stageId, place } })),
  },
  { type: 'CreateMatches', stage: final },
)
const poolsOf = Object.values(placed.states.at(-1)!.matches).filter(({ stage }) => stage !== final)
/** The team of the lower number wins. */
const won = poolsOf.flatMap(({ id, slots }) => {
  const [blue = 0, gold = 0] = slots.map((slot) => ('team' in slot ? slot.team : 0))
  return blue < gold ? result(id, 1, 0) : result(id, 0, 1)
})
const played = play(placed, ...won, ...result(matchIn(placed, final), 1, 0))
/** The opposite result of the first match of the pools. */
const [first] = poolsOf
const [blue, gold] = played.states.at(-1)!.matches[first!.id]!.result!.score
const turned = setScore(first!.id, gold, blue)

function matchIn(story: Story, stage: number): number {
  return Object.values(story.states.at(-1)!.matches).find((match) => match.stage === stage)!.id
}

function detailOf(story: Story, command: Command): string {
  const decision = decideIn(story, command)
  return isRefusal(decision) ? decision.detail : 'taken'
}

test.each<[string, Story, Command, string]>([
  [
    'a team that plays there',
    play(two, start(ofFinal, 2)),
    start(ofPools, 1),
    'waits: Bees are on Cabinet 2 (M1 of Final).',
  ],
  [
    'a team that has gone on there',
    play(two, ...result(ofPools, 2, 0), start(ofFinal, 2)),
    { type: 'LodgeProtest', match: ofPools, reason: 'wrong_point' },
    'The time for a protest is over: Bees have started M1 of Final.',
  ],
  [
    'a team that stands there',
    play(
      two,
      { type: 'AddTeam', name: 'Latecomers' },
      { type: 'SetTeams', match: ofFinal, blueTeam: late },
    ),
    { type: 'RemoveTeam', team: late },
    'Latecomers are in M1 of Final.',
  ],
  [
    'a match that was played on a result',
    played,
    turned,
    'M1 of Final has already been played based on this result of M1.',
  ],
  [
    'a match on a cabinet that would go',
    play(two, start(ofFinal, 2)),
    { type: 'AssignCabinets', cabinets: [{ id: 1, name: 'Cabinet 1' }] },
    'M1 of Final is being played on Cabinet 2. Stop it first.',
  ],
  [
    'a match that would be deleted with its tournament',
    play(two, start(ofFinal, 2)),
    { type: 'DeleteTournament' },
    'M1 of Final is being played. Stop it first.',
  ],
])('a refusal names the stage of %s', (_, story, command, detail) => {
  expect(detailOf(story, command)).toContain(detail)
})
