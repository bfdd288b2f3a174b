import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placesIn, stageComplete, teamsOf } from '#events/bracket/bracket.ts'
import { lcg } from '#test/support/random.ts'
import { challongeV1, challongeV2, evening, startGg } from '#test/support/played-brackets.ts'
import type { PlayedEvening } from '#test/support/played-brackets.ts'
import { UnreadableFile } from '../import-export/zip.ts'
import { bracketCommand, previewOf, readBracket, stateAfter } from './import-bracket.ts'

const shapes: [string, (played: PlayedEvening) => unknown[]][] = [
  ['Challonge v1', (played) => [challongeV1(played)]],
  ['Challonge v2.1', challongeV2],
  ['start.gg', (played) => [startGg(played)]],
]
const sizes = [2, 3, 4, 5, 6, 7, 8, 11, 16, 23, 64]
let lastId = 0
const nextIds = async (_: string, n: number) => Array.from({ length: n }, () => ++lastId)

async function stateOf(documents: unknown[]) {
  return stateAfter(await bracketCommand(readBracket(documents, 'UTC'), { scene: 1, nextIds }))
}

test.each(shapes)('%s: a finished bracket keeps its champion and places', async (_, shape) => {
  for (const kind of ['single elimination', 'double elimination'] as const) {
    for (const [seed, size] of sizes.entries()) {
      const played = evening(kind, size, lcg(seed * 7 + 1))
      const { teams } = await previewOf(readBracket(shape(played), 'UTC'))
      const t = await stateOf(shape(played))
      expect(stageComplete(t, Object.values(t.stages)[0]!.id)).toBe(true)
      expect([kind, size, teams.map(({ place, placeHere }) => [place, placeHere])]).toEqual([
        kind,
        size,
        played.teams.map(({ place }) => [place, place]),
      ])
    }
  }
})

test.each(shapes)('%s: every result, score and forfeit is imported', async (name, shape) => {
  for (const kind of [
    'single elimination',
    'double elimination',
    'round robin',
    'swiss',
  ] as const) {
    const played = evening(kind, 10, lcg(5))
    expect(played.matches.some(({ isForfeit }) => isForfeit)).toBe(true)
    const t = await stateOf(shape(played))
    const found = Object.values(t.matches).flatMap((match) => {
      if (match.result === null) return []
      const names = teamsOf(t, match).map((team) => t.teams[team ?? 0]?.name)
      const { winner, score, forfeit } = match.result
      const sides = names.map((team, side) => [team, score[side as 0 | 1], winner === side])
      return [[sides.toSorted(byText), forfeit]]
    })
    const done = played.matches.filter(({ winner }) => winner !== null)
    const expected = done.map(({ players, winner, score, isForfeit }) => {
      // API v2.1 does not report forfeits, so a forfeited match is imported as 1:0.
      const plain = isForfeit && name === 'Challonge v2.1'
      const sides = players.map((team, side) => [
        `Team ${(team ?? 0) - 8_999}`,
        plain ? Number(winner === side) : score![side as 0 | 1],
        winner === side,
      ])
      return [sides.toSorted(byText), isForfeit && !plain]
    })
    expect(found.toSorted(byText)).toEqual(expected.toSorted(byText))
  }
})

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

test.each(shapes)('%s: a table is ranked as on the other site', async (_, shape) => {
  for (const kind of ['round robin', 'swiss'] as const) {
    const played = evening(kind, 8, lcg(11))
    const { teams, stages } = await previewOf(readBracket(shape(played), 'UTC'))
    expect(stages).toMatchObject([{ type: kind.replace(' ', '_'), teams: 8 }])
    const order = teams.toSorted((a, b) => a.placeHere! - b.placeHere!).map(({ place }) => place)
    expect(order).toEqual(order.toSorted((a, b) => a! - b!))
  }
})

test.each(shapes.filter(([name]) => name !== 'Challonge v2.1'))(
  '%s: a running bracket goes on: winners move to their next matches',
  async (_, shape) => {
    for (const kind of ['single elimination', 'double elimination'] as const) {
      for (const stop of [0, 3, 9]) {
        const played = evening(kind, 12, lcg(3), stop)
        const t = await stateOf(shape(played))
        expect([t.isActive, Object.keys(t.matches).length]).toEqual([true, played.matches.length])
        const waiting = Object.values(t.matches).filter(({ slots }) =>
          slots.some((slot) => 'open' in slot),
        )
        expect([kind, stop, waiting]).toEqual([kind, stop, []])
        expect(placesIn(t, Object.values(t.stages)[0]!).size).toBeLessThan(12)
      }
    }
  },
)

test('pages of a start.gg event, with sets outside their groups, are merged', async () => {
  const played = evening('double elimination', 12, lcg(3))
  const { event } = startGg(played).data
  const [{ sets, ...group }] = event.phaseGroups as [(typeof event.phaseGroups)[0]]
  const { phaseGroups: _, ...rest } = event
  const page = (from: number, to: number) => ({
    data: {
      event: {
        ...rest,
        sets: { nodes: sets.nodes.slice(from, to).map((set) => ({ ...set, phaseGroup: group })) },
      },
    },
  })
  const { teams, stages } = await previewOf(readBracket([page(0, 10), page(10, 99)], 'UTC'))
  expect(stages).toMatchObject([{ matches: played.matches.length }])
  expect(teams.map(({ placeHere }) => placeHere)).toEqual(played.teams.map(({ place }) => place))
  const other = { data: { event: { ...event, id: 78 } } }
  expect(() => readBracket([page(0, 10), other], 'UTC')).toThrow('several events')
})

test('Challonge v2.1 has less data, which its preview reports', async () => {
  const { leftOut } = await previewOf(
    readBracket(challongeV2(evening('single elimination', 8, lcg(1), 2)), 'UTC'),
  )
  expect(leftOut).toContain('who plays the winner of an unfinished match (only API v1 has this)')
  expect(leftOut).toContain('which matches were forfeited (only API v1 has this)')
})

test('a file with any mistake is imported or refused with a message', async () => {
  const strange = [null, 0, -1, 1.5, '', 'x', [], {}, true, 9_000, '9000', 1e300]
  for (let seed = 1; seed <= 1_000; seed++) {
    const random = lcg(seed)
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!
    const kind = pick(['single elimination', 'double elimination', 'round robin'] as const)
    const [, shape] = pick(shapes)
    const documents = structuredClone(shape(evening(kind, 5, lcg(seed), pick([2, Infinity]))))
    for (let times = 0; times < 3; times++) corrupt(documents, { random, pick, strange })
    const problem = await Promise.resolve()
      .then(() => previewOf(readBracket(documents, 'UTC')))
      .then(
        () => null,
        (error: unknown) => error,
      )
    const isExplained = problem instanceof UnreadableFile
    expect([seed, problem === null || isExplained ? null : problem]).toEqual([seed, null])
  }
})

type Corruption = {
  random: () => number
  pick: <T>(all: readonly T[]) => T
  strange: readonly unknown[]
}

/** Replaces a random field, at any depth, by a strange value. */
function corrupt(value: unknown, { random, pick, strange }: Corruption): void {
  const at = value as Record<string, unknown>
  const keys = Object.keys(at)
  if (keys.length === 0) return
  const key = pick(keys)
  const inner = at[key]
  if (typeof inner === 'object' && inner !== null && random() < 0.85) {
    return corrupt(inner, { random, pick, strange })
  }
  at[key] = pick(strange)
}

test('seeds are kept, and names that are too long end in an ellipsis', async () => {
  const played = evening('single elimination', 4, lcg(1))
  played.teams[2]!.name = 'x'.repeat(150)
  played.teams[3]!.name = ' Team\0 4\ud800'
  const t = await stateOf([challongeV1(played)])
  const [stage] = Object.values(t.stages)
  const names = stage!.teams.map((team) => t.teams[team]!.name)
  expect(names).toEqual(['Team 1', 'Team 2', `${'x'.repeat(99)}…`, 'Team 4\ufffd'])
})

async function golden(name: string): Promise<unknown[]> {
  const file = join(import.meta.dirname, '../../../test/fixtures/brackets', `${name}.json`)
  return [JSON.parse(await readFile(file, 'utf8'))].flat()
}
async function importOf(name: string) {
  const bracket = readBracket(await golden(name), 'UTC')
  const preview = await previewOf(bracket)
  const t = stateAfter(await bracketCommand(bracket, { scene: 1, nextIds }))
  const lines = Object.values(t.matches).map((match) => {
    const [one, two] = teamsOf(t, match).map((team) => t.teams[team ?? 0]?.name)
    const { score, forfeit } = match.result!
    return `${match.roundName}: ${one} ${score.join(':')} ${two}${forfeit ? ', forfeit' : ''}`
  })
  return { preview, lines, date: t.date }
}

test('imports groups and finals of Challonge v1, with a third-place match and a forfeit', async () => {
  const { preview, lines, date } = await importOf('challonge-v1-groups')
  expect(date).toBe('2015-01-19')
  expect(
    preview.stages.map(({ name, type, teams, results, forfeits }) => [
      name,
      type,
      teams,
      results,
      forfeits,
    ]),
  ).toEqual([
    ['Group A', 'round_robin', 3, 3, 0],
    ['Group B', 'round_robin', 3, 3, 1],
    ['Finals', 'single_elim', 4, 4, 0],
  ])
  expect(preview.leftOut[0]).toBe('attachments of 1 match')
  expect(preview.teams.map(({ name, place, placeHere }) => [name, place, placeHere])).toEqual([
    ['Bees', 2, 2],
    ['Wasps', 1, 1],
    ['Hornets', 3, 3],
    ['Moths', 4, 4],
    ['Ants', 5, null],
    ['Snails', 5, null],
  ])
  expect(lines).toContain('Round 2: Wasps 0:0 Snails, forfeit')
  expect(lines.slice(6)).toEqual([
    'Semifinals: Bees 3:2 Hornets',
    'Semifinals: Wasps 3:1 Moths',
    'Third-Place Match: Hornets 3:0 Moths',
    'Finals: Bees 1:3 Wasps',
  ])
})

test('imports a double elimination of Challonge v2.1, with sets and a second final', async () => {
  const { preview, lines } = await importOf('challonge-v2.1-double')
  expect(preview.teams.map(({ place, placeHere }) => [place, placeHere])).toEqual([
    [2, 2],
    [1, 1],
    [3, 3],
    [4, 4],
  ])
  expect(lines).toEqual([
    'Championship Round 1 of 2: Bees 3:1 Moths',
    'Championship Round 1 of 2: Wasps 3:2 Hornets',
    // 6 games to 7, but two sets to one.
    'Championship Round 2 of 2: Bees 2:1 Wasps',
    'Elimination Round 1 of 2: Moths 0:3 Hornets',
    'Elimination Round 2 of 2: Wasps 3:0 Hornets',
    'Grand Finals (First Match): Bees 1:3 Wasps',
    'Grand Finals (Second Match): Wasps 3:2 Bees',
  ])
})

test('imports a start.gg event, with byes, a disqualification and a score in words', async () => {
  const { preview, lines } = await importOf('start-gg-single')
  expect(preview).toMatchObject({ source: 'start.gg', name: 'Friday Finals: Squads', isOver: true })
  expect(preview.teams.map(({ place, placeHere }) => [place, placeHere])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [3, 3],
    [5, 5],
  ])
  expect(lines).toEqual([
    'Quarter-Final: Moths 0:0 Ants, forfeit',
    'Semi-Final: Bees 3:1 Moths',
    'Semi-Final: Wasps 3:2 Hornets',
    'Grand Final: Bees 3:0 Wasps',
  ])
})

test.each([
  ['a text', ['x'], 'This is not the JSON of a Challonge tournament'],
  [
    'a tournament without matches',
    [challongeV2(evening('swiss', 4, lcg(1)))[0]],
    'Participants are missing',
  ],
  [
    'a race',
    [
      {
        tournament: {
          ...challongeV1(evening('swiss', 4, lcg(1))).tournament,
          tournament_type: 'free for all',
        },
      },
    ],
    'A bracket of the type "free for all" cannot be imported.',
  ],
])('%s is refused with a message', (_, documents, words) => {
  expect(() => readBracket(documents, 'UTC')).toThrow(words)
})

test.each([
  ['Challonge, written with its offset', '2026-03-07T19:30:00.000-06:00', 'UTC', '2026-03-07'],
  [
    'Challonge, late on the day of the venue',
    '2026-03-08T01:30:00.000Z',
    'America/Chicago',
    '2026-03-07',
  ],
  [
    'Challonge, early on the day of the venue',
    '2026-03-07T11:30:00Z',
    'Pacific/Auckland',
    '2026-03-08',
  ],
  [
    'Challonge, in UTC without a zone of the venue',
    '2026-03-08T01:30:00.000+00:00',
    'UTC',
    '2026-03-08',
  ],
])('%s: the tournament is on the day of %s in %s', async (_, startedAt, zone, day) => {
  const document = challongeV1(evening('single elimination', 4, lcg(1), 0))
  const tournament = { ...document.tournament, started_at: startedAt }
  const versionTwo = challongeV2(evening('single elimination', 4, lcg(1), 0))
  Object.assign(versionTwo[0]!.data, {
    attributes: {
      ...(versionTwo[0]!.data as unknown as { attributes: object }).attributes,
      timestamps: { started_at: startedAt },
    },
  })
  for (const documents of [[{ tournament }], versionTwo]) {
    expect((await previewOf(readBracket(documents, zone))).date).toBe(day)
  }
})

test('a start.gg event, which has only the moment, is on the day of the venue', async () => {
  const { event } = startGg(evening('single elimination', 4, lcg(1), 0)).data
  const documents = [{ data: { event: { ...event, startAt: 1_772_933_400 } } }]
  const dayIn = async (zone: string) => (await previewOf(readBracket(documents, zone))).date
  expect([await dayIn('America/Chicago'), await dayIn('UTC')]).toEqual(['2026-03-07', '2026-03-08'])
})

test.each([
  ['single elimination', { hold_third_place_match: true }, { thirdPlaceMatch: true }],
  ['double elimination', {}, { grandFinal: 'double' }],
  ['double elimination', { grand_finals_modifier: 'single match' }, { grandFinal: 'single' }],
  ['round robin', { rr_iterations: 2 }, { matchesPerOpponent: 2 }],
  ['swiss', {}, { stageType: 'custom' }],
] as const)(
  'a %s of Challonge that has not begun is imported with its teams by seed, without matches',
  async (kind, more, expected) => {
    const { tournament: one } = challongeV1(evening(kind, 5, lcg(1), 0))
    const own = { ...one, ...more, matches: [], started_at: null, state: 'pending' }
    const [heading, people] = challongeV2(evening(kind, 5, lcg(1), 0)) as [
      { data: { attributes: object } },
      object,
    ]
    const attributes = { ...heading.data.attributes, ...more, state: 'pending' }
    const versionTwo = [{ data: { ...heading.data, attributes } }, people, { data: [] }]
    for (const documents of [[{ tournament: own }], versionTwo]) {
      const bracket = readBracket(documents, 'UTC')
      const preview = await previewOf(bracket)
      expect(preview).toMatchObject({ isOver: false, stages: [{ teams: 5, matches: 0 }] })
      expect(preview.warnings).toEqual([
        'Bracket has not begun there: its teams are imported in the order of their seeds, without matches.',
      ])
      const t = stateAfter(await bracketCommand(bracket, { scene: 1, nextIds }))
      const [stage] = Object.values(t.stages)
      expect(stage).toMatchObject({ ...expected, created: false })
      const names = stage!.teams.map((team) => t.teams[team]!.name)
      expect([t.isActive, names]).toEqual([true, [1, 2, 3, 4, 5].map((n) => `Team ${n}`)])
    }
  },
)

test('a start.gg event that has no sets yet is imported with its teams by seed', async () => {
  const { event } = startGg(evening('double elimination', 5, lcg(1), 0)).data
  const { phaseGroups: _, ...rest } = event
  const phases = [{ id: 5, name: 'Pools', phaseOrder: 1, bracketType: 'ROUND_ROBIN' }]
  const created = { ...rest, state: 'CREATED', sets: { nodes: [] } }
  const read = (own: object) => readBracket([{ data: { event: own } }], 'UTC')
  expect((await previewOf(read({ ...created, phases }))).stages).toMatchObject([
    { name: 'Pools', type: 'round_robin', teams: 5, matches: 0 },
  ])
  expect(() => read(created)).toThrow('The sets are missing')
})

test('the preview says that sets are added up, and that teams have the same name', async () => {
  const document = challongeV1(evening('single elimination', 4, lcg(1)))
  const [first] = document.tournament.matches
  first!.match.scores_csv =
    first!.match.winner_id === first!.match.player1_id ? '3-1,1-3,3-2' : '1-3'
  const people = document.tournament.participants
  people[1]!.participant.name = 'team 1 '
  const preview = await previewOf(readBracket([document], 'UTC'))
  expect(preview.warnings).toEqual(['2 teams are called Team 1. Rename them to tell them apart.'])
  const sets = 'which games belong to which set: the games of all sets are added up'
  first!.match.scores_csv = '3-1,1-3,3-2'
  expect((await previewOf(readBracket([document], 'UTC'))).leftOut).toContain(sets)
})
