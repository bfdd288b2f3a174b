// An event of start.gg with two pools and a top bracket that has not begun: the teams of the top
// bracket come from the pools, which start.gg does not say before they are played.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminOf } from './admin-client.ts'
import { startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const { get, send } = adminOf(() => fixture)
const t = '/api/tournament'

const entrant = (id: number) => ({ id, name: `E${id}` })
const open = { state: 1, winnerId: null, completedAt: null, displayScore: null }

function slot(prereqType: 'seed' | 'set', prereqId: string, of: number | null, team?: number) {
  return {
    entrant: team === undefined ? null : entrant(team),
    prereqType,
    prereqId,
    prereqPlacement: of,
    standing: null,
  }
}

/** The sets of a pool of three. */
function poolSets(name: string, teams: [number, number, number]) {
  const phase = { id: 1, name: 'Pools', phaseOrder: 1 }
  const phaseGroup = { id: name, displayIdentifier: name, bracketType: 'ROUND_ROBIN', phase }
  const [one, two, three] = teams
  const pairs = [
    [two, three],
    [one, three],
    [one, two],
  ] as const
  return pairs.map((pair, index) => ({
    ...open,
    id: `${name}${index}`,
    round: index + 1,
    fullRoundText: `Round ${index + 1}`,
    phaseGroup,
    slots: pair.map((team) => slot('seed', `${team}`, null, team)),
  }))
}

function topSets() {
  const phase = { id: 2, name: 'Top 4', phaseOrder: 2 }
  const phaseGroup = { id: 9, displayIdentifier: '1', bracketType: 'SINGLE_ELIMINATION', phase }
  const set = (id: string, round: number, fullRoundText: string, slots: object[]) => ({
    ...open,
    id,
    round,
    fullRoundText,
    phaseGroup,
    slots,
  })
  return [
    set('s1', 1, 'Semi-Final', [slot('seed', '901', null), slot('seed', '904', null)]),
    set('s2', 1, 'Semi-Final', [slot('seed', '902', null), slot('seed', '903', null)]),
    set('f', 2, 'Final', [slot('set', 's1', 1), slot('set', 's2', 1)]),
  ]
}

const event = {
  id: 5,
  name: 'Main',
  state: 'CREATED',
  startAt: 1_772_884_800,
  tournament: { name: 'Cup' },
  entrants: { nodes: [1, 2, 3, 4, 5, 6].map((id) => ({ ...entrant(id), initialSeedNum: id })) },
  sets: { nodes: [...poolSets('A', [1, 4, 5]), ...poolSets('B', [2, 3, 6]), ...topSets()] },
}

test('pools are imported whole, and their best two fill the open bracket, group mates apart', async () => {
  const documents = [JSON.stringify({ data: { event } })]
  const { id } = await send('POST', `/api/game/scene/${fixture.scene}/import-bracket/`, {
    documents,
  })
  const { results: stages } = await get(`${t}/bracket/?tournamentId=${id}`)
  const [poolA, poolB, top] = stages
  expect(stages.map(({ stageType }: { stageType: string }) => stageType)).toEqual([
    'round_robin',
    'round_robin',
    'single_elim',
  ])
  const problems = await send('PUT', `${t}/bracket/${top.id}/validate/`)
  expect(problems).toEqual({ success: false, errors: ['Assign at least two teams.'] })

  // The better seed wins each match of the pools.
  const { results: teams } = await get(`${t}/team/?tournamentId=${id}`)
  const seedOf = (team: number) => teams.findIndex((one: { id: number }) => one.id === team)
  for (const pool of [poolA, poolB]) {
    const { matches } = await get(`${t}/bracket/${pool.id}/`)
    expect(matches).toHaveLength(3)
    for (const match of matches) {
      const isBlue = seedOf(match.blueTeam) < seedOf(match.goldTeam)
      const score = { blueScore: isBlue ? 1 : 0, goldScore: isBlue ? 0 : 1 }
      await send('PATCH', `${t}/match/${match.id}/`, { ...score, isComplete: true, force: true })
    }
  }
  await send('PUT', `${t}/bracket/${top.id}/default-placements/`, {
    from: [poolA.id, poolB.id],
    top: 2,
  })
  const names = new Map(teams.map((one: { id: number; name: string }) => [one.id, one.name]))
  const { matches } = await get(`${t}/bracket/${top.id}/`)
  const pairs = matches
    .filter(({ roundNum }: { roundNum: number }) => roundNum === 2)
    .map((one: { blueTeam: number; goldTeam: number }) =>
      [one.blueTeam, one.goldTeam].map((team) => names.get(team)),
    )
  const met = pairs.map((pair: string[]) => new Set(pair))
  expect(met).toEqual([new Set(['E1', 'E3']), new Set(['E2', 'E4'])])
})
