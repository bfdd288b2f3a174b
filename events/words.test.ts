import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Commit } from './commit.ts'
import { readCommit } from './past.ts'
import { emptyTournament, fold } from './tournament.ts'
import { pairing, words } from './words.ts'

const lines = readFileSync(new URL('past/log.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const commits = lines.map((line) => readCommit(JSON.parse(line)))

const said = new Map<string, string>()
let state = emptyTournament(1)
for (const commit of commits) {
  state = fold(state, commit)
  const { type } = commit.command
  if (!said.has(type)) said.set(type, words(state, commit))
}

test.each<[Commit['command']['type'], string]>([
  ['AddTeam', 'Team Bees added'],
  ['CreateMatches', 'Matches of Pools Group A'],
  ['SeedStage', 'Teams of Pools Group A'],
  ['SetQueue', 'Queue Left changed'],
  ['SelectNext', 'M1 started on Left'],
  ['BeginGame', 'Game began in M1'],
  ['SetSides', 'Sides of M1 swapped'],
  ['FinishGame', 'Blue won a game in M1'],
  ['FireTimer', 'M2 started on Left'],
  ['StopMatch', 'M1 stopped'],
  ['StartMatch', 'M1 started on Right'],
  ['AddScore', '+1 Gold in M1'],
  ['CompleteMatch', 'M1 complete'],
  ['HoldTimer', 'Queue timer of Right held'],
  ['ReopenMatch', 'M1 reopened'],
  ['EnableQueue', 'Queue Right disabled'],
  ['SetTeams', 'Teams of M1 set'],
  ['SetWarmup', 'Warm-up of M1 on'],
])('%s is said as %s', (type, text) => expect(said.get(type)).toBe(text))

test('no commit is said by the name of its command', () => {
  const bare = [...said].filter(([type, text]) => text === type)
  expect(bare).toEqual([])
})

test('a pairing names blue first, and who is not known yet', () =>
  expect([pairing(state, 101), pairing(state, 120)]).toEqual([
    expect.stringMatching(/^\w+ v \w+$/),
    '(unknown team) v (unknown team)',
  ]))
