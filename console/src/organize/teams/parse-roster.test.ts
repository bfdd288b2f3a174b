import { expect, test } from 'vitest'
import { problemLines, parseRoster, rosterBody, withColumn } from './parse-roster.ts'

const bees = { team: { id: 7, name: 'Bees' }, players: [{ id: 1, name: 'Ada' }] }
const none = [{ team: null, players: [] }]
const parse = (text: string, squads: Parameters<typeof parseRoster>[1] = none) => {
  const { teams, refused } = parseRoster(text, squads)
  return {
    teams: teams.map(({ name, players }) =>
      [name, ...players.map((player) => player.name)].join('|'),
    ),
    refused: refused.map(({ line, why }) => `${line}: ${why}`),
  }
}

test('each line is a team; empty lines and spaces are ignored', () => {
  expect(parse('Bees \r\n\n  Wasps, the old ones\nRatio 3:1')).toEqual({
    teams: ['Bees', 'Wasps, the old ones', 'Ratio 3:1'],
    refused: [],
  })
})

test('a team with its players', () => {
  expect(parse('Bees: Ada, Bo\nWasps:\nSnails:\tCy; "Di, the second"')).toEqual({
    teams: ['Bees|Ada|Bo', 'Wasps', 'Snails|Cy|Di, the second'],
    refused: [],
  })
})

test('a table with a header may have its columns in any order', () => {
  const table =
    'Name,E-Mail,Team,Shirt,Pronouns,Scene\n"Ada ""A""",ada@example.org,Bees,S,she,PHL\nBo,,bees\n,,Wasps'
  const { teams, refused } = parseRoster(table, none)
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

test('duplicates are refused with their line, regardless of case and accents', () => {
  expect(parse('Bées\nWasps\nbees: Bo\nWasps')).toEqual({
    teams: ['Bées', 'Wasps'],
    refused: ['3: bees is already in line 1.', '4: Wasps is already in line 2.'],
  })
  expect(parse('Snails: Cy, Di, cy')).toEqual({
    teams: ['Snails|Cy|Di'],
    refused: ['1: cy is already in Snails.'],
  })
})

test('only new players are added to an existing team', () => {
  expect(parseRoster('bees: Ada, Eve\nWasps', [bees])).toEqual({
    teams: [
      { name: 'Bees', id: 7, line: 1, players: [{ line: 1, name: 'Eve' }] },
      { name: 'Wasps', id: null, line: 2, players: [] },
    ],
    refused: [{ line: 1, why: 'Ada is already in bees.' }],
    doubted: [],
    columns: [],
  })
  expect(parse('Bees', [bees]).refused).toEqual(['1: there is already a team called Bees.'])
})

test('lines without a team or with too long a name are refused', () => {
  expect(parse(`team,player\n,Ada\n${'x'.repeat(101)},Bo`).refused).toEqual([
    '2: it names no team.',
    '3: a name is longer than 100 letters.',
  ])
})

test('columns of a table are recognised, and unknown ones are ignored', () => {
  expect(parseRoster('Name\tShirt\tTeam\nAda\tS\tBees', none).columns).toEqual([
    { title: 'Name', is: 'player' },
    { title: 'Shirt', is: null },
    { title: 'Team', is: 'team' },
  ])
  expect(parseRoster('Bees: Ada', none).columns).toEqual([])
})

test('a table with unknown titles is parsed once the user chooses the columns', () => {
  const text = 'Squad,Gamer,Shirt\nBees,Ada,S\nBees,Bo,M'
  const { columns } = parseRoster(text, none)
  expect(columns.map(({ is }) => is)).toEqual([null, null, null])
  const withTeam = parseRoster(text, none, {
    columnChoices: withColumn(columns, { title: 'Squad', is: 'team' }),
  })
  const columnChoices = withColumn(withTeam.columns, { title: 'Gamer', is: 'player' })
  const { teams } = parseRoster(text, none, { columnChoices })
  expect(teams.map(({ name, players }) => [name, ...players.map((p) => p.name)])).toEqual([
    ['Bees', 'Ada', 'Bo'],
  ])
})

test('choosing a kind for a column takes it from the column that had it', () => {
  const text = 'Team,Player,Name\nAda,Bees,Ada L\nBo,Bees,Bo K'
  const { columns } = parseRoster(text, none)
  const columnChoices = withColumn(columns, { title: 'Player', is: 'team' })
  const { columns: after, teams } = parseRoster(text, none, { columnChoices })
  expect(after.map(({ is }) => is)).toEqual([null, 'team', 'player'])
  expect(teams.map(({ name }) => name)).toEqual(['Bees'])
  expect(teams[0]?.players.map(({ name }) => name)).toEqual(['Ada L', 'Bo K'])
})

test.each([
  ['The Bees!', 'The Bees! is almost Bees. Tick it if they are different.'],
  ['Wasps: Ada', 'Ada is already there in Bees. Tick it if they are two people.'],
  ['Wasps: Zoë', 'Zoë is already there without a team. Tick it if they are two people.'],
])('%s is doubtful if Bees, Ada and Zoe exist, and is used only if it is ticked', (line, why) => {
  const squads = [{ team: null, players: [{ id: 2, name: 'Zoe' }] }, bees]
  const { teams, doubted } = parseRoster(`Snails\n${line}`, squads)
  expect(teams.map(({ name }) => name)).toEqual(['Snails'])
  expect(doubted).toEqual([{ line: 2, text: line, why }])
  const ticked = parseRoster(`Snails\n${line}`, squads, { accepted: new Set([line]) })
  expect(ticked.teams).toHaveLength(2)
  expect(ticked.doubted).toEqual(doubted)
})

test('similar names within a list are doubtful, unless they differ in a number', () => {
  const lines = 'Hornets\nHornet\nTeam 1\nTeam 2\nMoths: Cy\nMites: Cy\nAnts\nBats'
  expect(parseRoster(lines, none).doubted.map(({ line }) => line)).toEqual([2, 6])
})

test('the body has no line numbers, and problems of the server are mapped back to lines', () => {
  const table = 'team,player,e-mail\nBees,Eve,eve\nWasps,Bo,bo@example.org\nWasps,Cy,cy'
  const parsed = parseRoster(table, [bees])
  expect(rosterBody(parsed)).toEqual([
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
  expect(problemLines(parsed, texts)).toEqual([
    { line: 2, why: 'No e-mail' },
    { line: 4, why: 'No e-mail' },
    { line: 3, why: 'Too long' },
  ])
  expect(problemLines(parsed, undefined)).toEqual([])
  expect(problemLines(parsed, ['Too many teams at once'])).toEqual([])
})
