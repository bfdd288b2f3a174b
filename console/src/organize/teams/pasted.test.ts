import { expect, test } from 'vitest'
import { linesOf, pastedIn, rosterOf, withColumn } from './pasted.ts'

const bees = { team: { id: 7, name: 'Bees' }, players: [{ id: 1, name: 'Ada' }] }
const none = [{ team: null, players: [] }]
const said = (text: string, squads: Parameters<typeof pastedIn>[1] = none) => {
  const { teams, refused } = pastedIn(text, squads)
  return {
    teams: teams.map(({ name, players }) =>
      [name, ...players.map((player) => player.name)].join('|'),
    ),
    refused: refused.map(({ line, why }) => `${line}: ${why}`),
  }
}

test('a team a line; empty lines and spaces are left out', () => {
  expect(said('Bees \r\n\n  Wasps, the old ones\nRatio 3:1')).toEqual({
    teams: ['Bees', 'Wasps, the old ones', 'Ratio 3:1'],
    refused: [],
  })
})

test('a team with its players', () => {
  expect(said('Bees: Ada, Bo\nWasps:\nSnails:\tCy; "Di, the second"')).toEqual({
    teams: ['Bees|Ada|Bo', 'Wasps', 'Snails|Cy|Di, the second'],
    refused: [],
  })
})

test('a table with a header, its columns in any order', () => {
  const table =
    'Name,E-Mail,Team,Shirt,Pronouns,Scene\n"Ada ""A""",ada@example.org,Bees,S,she,PHL\nBo,,bees\n,,Wasps'
  const { teams, refused } = pastedIn(table, none)
  expect(refused).toEqual([])
  expect(teams).toEqual([
    {
      name: 'Bees',
      id: null,
      line: 2,
      players: [
        { line: 2, name: 'Ada "A"', email: 'ada@example.org', pronouns: 'she', scene: 'PHL' },
        { line: 3, name: 'Bo' },
      ],
    },
    { name: 'Wasps', id: null, line: 4, players: [] },
  ])
})

test('what is there twice is refused by its line, whatever its case and accents', () => {
  expect(said('Bées\nWasps\nbees: Bo\nWasps')).toEqual({
    teams: ['Bées', 'Wasps'],
    refused: ['3: bees is in line 1 already.', '4: Wasps is in line 2 already.'],
  })
  expect(said('Snails: Cy, Di, cy')).toEqual({
    teams: ['Snails|Cy|Di'],
    refused: ['1: cy is in Snails already.'],
  })
})

test('of what is there already only the new players are taken', () => {
  expect(pastedIn('bees: Ada, Eve\nWasps', [bees])).toEqual({
    teams: [
      { name: 'Bees', id: 7, line: 1, players: [{ line: 1, name: 'Eve' }] },
      { name: 'Wasps', id: null, line: 2, players: [] },
    ],
    refused: [{ line: 1, why: 'Ada is in bees already.' }],
    doubted: [],
    columns: [],
  })
  expect(said('Bees', [bees]).refused).toEqual(['1: there is a team Bees already.'])
})

test('a line without a team, and one that is too long, are said', () => {
  expect(said(`team,player\n,Ada\n${'x'.repeat(101)},Bo`).refused).toEqual([
    '2: it names no team.',
    '3: a name is longer than 100 letters.',
  ])
})

test('which column of a table is what, also which is nothing', () => {
  expect(pastedIn('Name\tShirt\tTeam\nAda\tS\tBees', none).columns).toEqual([
    { title: 'Name', is: 'player' },
    { title: 'Shirt', is: null },
    { title: 'Team', is: 'team' },
  ])
  expect(pastedIn('Bees: Ada', none).columns).toEqual([])
})

test('a table with titles of its own is read when a person says what its columns are', () => {
  const text = 'Squad,Gamer,Shirt\nBees,Ada,S\nBees,Bo,M'
  const { columns } = pastedIn(text, none)
  expect(columns.map(({ is }) => is)).toEqual([null, null, null])
  const one = pastedIn(text, none, { chosen: withColumn(columns, { title: 'Squad', is: 'team' }) })
  const chosen = withColumn(one.columns, { title: 'Gamer', is: 'player' })
  const { teams } = pastedIn(text, none, { chosen })
  expect(teams.map(({ name, players }) => [name, ...players.map((p) => p.name)])).toEqual([
    ['Bees', 'Ada', 'Bo'],
  ])
})

test('a column is another kind by a choice, which the column that had it loses', () => {
  const text = 'Team,Player,Name\nAda,Bees,Ada L\nBo,Bees,Bo K'
  const { columns } = pastedIn(text, none)
  const chosen = withColumn(columns, { title: 'Player', is: 'team' })
  const { columns: after, teams } = pastedIn(text, none, { chosen })
  expect(after.map(({ is }) => is)).toEqual([null, 'team', 'player'])
  expect(teams.map(({ name }) => name)).toEqual(['Bees'])
  expect(teams[0]?.players.map(({ name }) => name)).toEqual(['Ada L', 'Bo K'])
})

test.each([
  ['The Bees!', 'The Bees! is nearly Bees. Tick it if they are two.'],
  ['Wasps: Ada', 'Ada is there in Bees. Tick it if they are two people.'],
  ['Wasps: Zoë', 'Zoë is there without a team. Tick it if they are two people.'],
])(
  '%s is doubtful where there are Bees, Ada and Zoe, and taken only where it is ticked',
  (line, why) => {
    const squads = [{ team: null, players: [{ id: 2, name: 'Zoe' }] }, bees]
    const { teams, doubted } = pastedIn(`Snails\n${line}`, squads)
    expect(teams.map(({ name }) => name)).toEqual(['Snails'])
    expect(doubted).toEqual([{ line: 2, said: line, why }])
    const ticked = pastedIn(`Snails\n${line}`, squads, { accepted: new Set([line]) })
    expect(ticked.teams).toHaveLength(2)
    expect(ticked.doubted).toEqual(doubted)
  },
)

test('within a list too; names that differ in a number are two', () => {
  const lines = 'Hornets\nHornet\nTeam 1\nTeam 2\nMoths: Cy\nMites: Cy\nAnts\nBats'
  expect(pastedIn(lines, none).doubted.map(({ line }) => line)).toEqual([2, 6])
})

test('what is sent has no lines; what the server finds wrong in it is said by its line', () => {
  const table = 'team,player,e-mail\nBees,Eve,eve\nWasps,Bo,bo@example.org\nWasps,Cy,cy'
  const pasted = pastedIn(table, [bees])
  expect(rosterOf(pasted)).toEqual([
    { team: 7, name: 'Bees', players: [{ name: 'Eve', email: 'eve' }] },
    {
      team: null,
      name: 'Wasps',
      players: [
        { name: 'Bo', email: 'bo@example.org' },
        { name: 'Cy', email: 'cy' },
      ],
    },
  ])
  const texts = ['0.players.0.email: No e-mail', '1.players.1.email: No e-mail', '1.name: Too long']
  expect(linesOf(pasted, texts)).toEqual([
    { line: 2, why: 'No e-mail' },
    { line: 4, why: 'No e-mail' },
    { line: 3, why: 'Too long' },
  ])
  expect(linesOf(pasted, undefined)).toEqual([])
  expect(linesOf(pasted, ['Too many teams at once'])).toEqual([])
})
