import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Commit } from '../schema/commit.ts'
import { readCommit } from '../schema/upcast.ts'
import { emptyTournament, fold } from '../state/tournament.ts'
import { english } from '../messages/english.ts'
import { publicMessage } from './commit-line.ts'
import { matchWithTeamsIn, sideNames } from './names.ts'

const lines = readFileSync(new URL('../past/log.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const commits = lines.map((line) => readCommit(JSON.parse(line)))

/** The line of the first commit of each type. */
const firstLines = new Map<string, string>()
let state = emptyTournament(1)
for (const commit of commits) {
  state = fold(state, commit)
  const { type } = commit.command
  if (!firstLines.has(type)) firstLines.set(type, english(publicMessage(state, commit)))
}

test.each<[Commit['command']['type'], string]>([
  ['AddTeam', 'Team Bees added'],
  ['CreateMatches', 'Matches of Pools Group A'],
  ['SeedStage', 'Teams of Pools Group A'],
  ['SetQueue', 'Queue Left changed'],
  ['SelectNext', 'M1 of Pools Group A started on Left'],
  ['BeginGame', 'Game started in M1 of Pools Group A'],
  ['SetSides', 'Sides of M1 of Pools Group A swapped'],
  ['FinishGame', 'Blue won a game in M1 of Pools Group A'],
  ['FireTimer', 'M2 of Pools Group A started on Left'],
  ['StopMatch', 'M1 of Pools Group B stopped'],
  ['StartMatch', 'M1 of Pools Group B started on Right'],
  ['AddScore', '+1 Gold in M1 of Pools Group B'],
  ['CompleteMatch', 'M1 of Pools Group B complete'],
  ['HoldTimer', 'Queue timer of Right held'],
  ['ReopenMatch', 'M1 of Pools Group B reopened'],
  ['EnableQueue', 'Queue Right disabled'],
  ['SetTeams', 'Teams of M1 of Finals set'],
  ['SetWarmup', 'Warm-up of M1 of Finals on'],
])('%s is described as %s', (type, text) => expect(firstLines.get(type)).toBe(text))

test('no commit is described by the name of its command', () => {
  const bareNames = [...firstLines].filter(([type, text]) => text === type)
  expect(bareNames).toEqual([])
})

test('unknown teams are marked', () => {
  const name: unknown = expect.stringMatching(/^\w+$/)
  const unknown = '(unknown team)'
  expect([sideNames(state, 101), sideNames(state, 120)]).toEqual([
    { blue: name, gold: name },
    { blue: unknown, gold: unknown },
  ])
})

test('the full name of a match names blue first and marks unknown teams', () => {
  const match = state.matches[101]!
  expect(matchWithTeamsIn(state, match)).toMatch(/^M1 of Pools Group A \(\w+ v \w+\)$/)
  expect(matchWithTeamsIn({ ...state, teams: {} }, match)).toBe(
    'M1 of Pools Group A ((unknown team) v (unknown team))',
  )
})

test.each<[Commit['command'], string]>([
  [{ type: 'PlaceStage', stage: 51, placements: [] }, 'Placements of Pools Group A'],
  [{ type: 'AddLateTeam', stage: 51, team: 99 }, 'A team added to Pools Group A'],
  [
    { type: 'CreateTiebreaks', stage: 51, from: 2, to: 3 },
    'Tie-break matches for places 2-3 of Pools Group A',
  ],
  [
    { type: 'WithdrawTeam', stage: 51, team: 99, how: 'drop' },
    'A team withdrawn from Pools Group A',
  ],
  [{ type: 'RemoveMatch', match: 101 }, 'Match removed'],
  [{ type: 'ForfeitMatch', match: 101, teams: [1] }, 'M1 of Pools Group A forfeited'],
  [{ type: 'ForfeitMatch', match: 101, teams: [1, 2] }, 'M1 of Pools Group A forfeited by both'],
  [{ type: 'ReplayMatch', match: 101 }, 'M1 of Pools Group A is played again'],
  [{ type: 'AnnotateMatch', match: 101, note: 'Wrong' }, 'Note on M1 of Pools Group A set'],
  [{ type: 'AnnotateMatch', match: 101, note: '' }, 'Note on M1 of Pools Group A removed'],
  [
    { type: 'ReplaceMatch', match: 101, by: 102 },
    'M2 of Pools Group A instead of M1 of Pools Group A',
  ],
  [{ type: 'DetachGame', game: 'unknown' }, 'Game removed from a match'],
  [{ type: 'ExtendTimer', cabinet: 1, seconds: 30 }, '+30 s for the queue timer of Left'],
  [{ type: 'MovePlayers', moves: [{ player: 301, team: 99 }] }, 'Player moved to A team'],
  [{ type: 'MovePlayers', moves: [{ player: 301, team: null }] }, 'Player left a team'],
  [{ type: 'RemovePlayer', player: 301 }, 'Player removed'],
  [{ type: 'PickPlayer', player: 301, round: 1, index: 0 }, 'Team 1 picked in round 1'],
  [{ type: 'UndoPick' }, 'Last pick undone'],
])('%j is described as %s', (command, text) =>
  expect(english(publicMessage(state, { ...commits[0]!, command }))).toBe(text),
)
