// A tournament with difficult data: 16 teams, long and unusual names, ties, an offline cabinet.
import type { Api } from '#scripts/support/rest-client.ts'
import { until } from '../support/desk-client.ts'
import { matchesOf, queuesOf } from './browser-app.ts'
import type { BrowserApp, Match } from './browser-app.ts'

type Row = { id: number; slug: string }
export type CrowdedEvening = {
  id: number
  slug: string
  admin: string
  page: string
  teams: number[]
  pools: number
  cup: number
  /** a stage without teams */
  empty: number
  /** matches of the pools first */
  matches: Match[]
  protest: number
  game: number
  /** latest version in its log */
  version: number
  /** a tournament without stages, teams and matches */
  bare: Row
}

const names = [
  'The Extraordinarily Long-Winded Society of Honey Badgers and Their Many Friends',
  '🐝🐝🐝',
  'Wasps',
  'Snails 🐌 & Co. <script>',
  'Ünïcödé Ørchestra',
  'العسل والنحل',
  '蜜蜂と蜂蜜の会',
  'Pneumonoultramicroscopicsilicovolcanoconiosis',
  'a',
  '👩‍👩‍👧‍👦 Family Hive 👑',
  'Bees, Bees, Bees, Bees, Bees, Bees, Bees, Bees and Bees',
  'Gatekeepers',
  'Berry "The Jam" White',
  'Drone Rangers 🚁',
  'Royal_Jelly_Without_Any_Space_To_Break_The_Line_At',
  'Q',
]
const poolTeams = 6
const poolScores = [
  [2, 1],
  [2, 1],
  [1, 2],
  [2, 0],
] as const

export async function createCrowdedEvening(app: BrowserApp): Promise<CrowdedEvening> {
  const { api, scene, north, south } = app
  const t = '/api/tournament'
  const { id, slug } = await api.post<Row>(`${t}/tournament/`, {
    scene,
    name: 'Friday Night 🐝 Brackets of the Extraordinarily Long-Winded Society of Honey',
    date: '2026-01-02',
    linkType: 'hivemind',
    assignedCabinets: [north.id, south.id],
    allowRegistration: true,
    description:
      '# Rules\n\nBring **two** friends.\n\n| When | What |\n| --- | --- |\n| 18:00 | Doors |',
  })
  const bare = await api.post<Row>(`${t}/tournament/`, {
    scene,
    name: 'Saturday',
    date: '2026-01-03',
    linkType: 'hivemind',
  })
  const teams: number[] = []
  for (const name of names) {
    teams.push((await api.post<Row>(`${t}/team/`, { tournament: id, name })).id)
  }
  const newStage = async (options: object) =>
    (await api.post<Row>(`${t}/bracket/`, { tournament: id, winsPerMatch: 2, ...options })).id
  const createMatches = async (bracket: number, of: number[]) => {
    await api.put(`${t}/bracket/${bracket}/set-teams/`, { teams: of })
    await api.put(`${t}/bracket/${bracket}/create-matches/`, {})
    return bracket
  }
  const withTimer = { queueTimer: 120 }
  const pools = await createMatches(
    await newStage({ name: 'Pools', stageType: 'round_robin', ...withTimer }),
    teams.slice(0, poolTeams),
  )
  const cup = await createMatches(
    await newStage({ name: 'Cup 🏆', stageType: 'double_elim' }),
    teams,
  )
  const empty = await newStage({ name: 'Exhibition', stageType: 'custom' })
  await api.put(`${t}/tournament/${id}/create-queues/`, {})
  const created = { id, slug, teams, pools, cup, empty, bare }
  const [protest, game] = await playMatches(app, id)
  await addRecords(app, created)
  const matches = await matchesByStage(api, id)
  const admin = `/tournament/${id}/admin`
  const { version } = await api.get<{ version: number }>(`${t}/tournament/${id}/`)
  return { ...created, admin, page: `/t/hive/${slug}`, matches, protest, game, version }
}

async function matchesByStage(api: Api, tournament: number): Promise<Match[]> {
  return (await matchesOf(api, tournament)).toSorted((a, b) => a.id - b.id)
}

/** Ties in the table, a protest, a finished game, a running game, and an offline cabinet. */
async function playMatches(
  { api, north, south }: BrowserApp,
  id: number,
): Promise<[number, number]> {
  const t = '/api/tournament'
  const all = await matchesByStage(api, id)
  for (const [index, [blueScore, goldScore]] of poolScores.entries()) {
    const match = all[index]!
    await api.patch(`${t}/match/${match.id}/`, { blueScore, goldScore })
    await api.put(`${t}/match/${match.id}/complete/`, {})
  }
  const body = { match: all[1]!.id, reason: 'other', text: 'The gate 🚪 was gold’s all along.' }
  const { id: protest } = await api.post<Row>(`${t}/protest/`, body)
  await north.wake()
  await south.wake()
  const [first, second, ...rest] = all.slice(poolScores.length)
  await api.put(`${t}/match/${first!.id}/start/`, { cabinet: north.id })
  await north.play({ winner: 'gold', map: 'Night' })
  const path = `/api/game/game/?tournamentMatchId=${first!.id}`
  const games = async () => (await api.get<{ results: Row[] }>(path)).results
  await until('the game to count', async () => (await games()).length === 1)
  await north.begin({ winner: 'blue', map: 'Dusk' })
  const queues = await queuesOf(api, id)
  for (const [index, queue] of queues.entries()) {
    const matches = rest.slice(index * 3, index * 3 + 3).map((match) => match.id)
    await api.put(`${t}/queue/${queue.id}/set-queue/`, { matches })
  }
  const busy = [first!.blueTeam, first!.goldTeam]
  const other = [second!, ...rest.slice(queues.length * 3)].find(
    ({ blueTeam, goldTeam }) =>
      blueTeam && goldTeam && !busy.includes(blueTeam) && !busy.includes(goldTeam),
  )
  await api.put(`${t}/match/${other!.id}/start/`, { cabinet: south.id })
  await south.sleep()
  return [protest, (await games())[0]!.id]
}

type Created = { id: number; teams: number[] }

/** Records that are stored outside the log: players, questions, payment options, links. */
async function addRecords({ api }: BrowserApp, { id: tournament, teams }: Created): Promise<void> {
  const t = '/api/tournament'
  const player = (name: string, options: object = {}) =>
    api.post(`${t}/player/`, { tournament, name, price: 1250, ...options })
  await player('Ada Long-Name of the House of the Very Many Names and Titles', { team: teams[0] })
  await player('🐝 Bo', { team: teams[1], paid: true })
  await player('Cy')
  await api.post(`${t}/player-info-field/`, {
    tournament,
    fieldDescription: 'What shirt 👕 do you wear, and would you rather have none at all?',
    fieldType: 'single_choice',
    isRequired: true,
    choices: [{ label: 'Small' }, { label: 'Large' }],
  })
  await api.post(`${t}/payment-option/`, { tournament, name: 'Entry', price: '12.50' })
  const url = 'https://rules.example/'
  await api.post(`${t}/links/`, { tournament, title: 'The rules 📜 of the house', url })
}
