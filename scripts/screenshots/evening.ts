import type { Colour } from '../../events/schema/cabinet-facts.ts'
import { apiOf } from '../support/rest-client.ts'
import type { Api } from '../support/rest-client.ts'
import type { Waggle } from '../../services/index.ts'
import { cabinetAt } from './cabinet.ts'
import type { Cabinet } from './cabinet.ts'

/** An evening that is the same each time: who plays whom, how it stands, which games were played. */
export type Evening = {
  tournament: number
  path: string
  cabinets: Record<string, Cabinet & { id: number }>
  /** the match that is being played on North, and the game it won last */
  match: number
  close(): Promise<void>
}

type Row = { id: number; slug: string; token: string }
type Match = Row & {
  matchNum: number
  blueTeam: number | null
  goldTeam: number | null
  blueScore: number
  goldScore: number
  isComplete: boolean
  isFlipped: boolean
  activeCabinet: number | null
}

const sceneName = 'hive'
const cabinetNames = ['North', 'South', 'East', 'West']
const teams = [
  'Bees Knees',
  'Wasp Factory',
  'Honey Badgers',
  'Snail Mail',
  'Drone Rangers',
  'Berry White',
  'The Gatekeepers',
  'Royal Jelly',
  'Wing Commanders',
  'Comb Over',
  'Pollen Nation',
  'Sting Theory',
  'Hive Minded',
  'Buzz Feed',
  'Queens Gambit',
  'The Bumblers',
]
const played = 9
const maps = ['map_day', 'map_night', 'map_dusk', 'map_twilight'] as const
const conditions = ['military', 'economic', 'snail'] as const

export async function stageEvening(
  waggle: Pick<Waggle, 'url'>,
  adminKey: string,
): Promise<Evening> {
  const api = apiOf(waggle.url, adminKey)
  const scene = { name: sceneName, displayName: 'The Hive' }
  const { id: sceneId } = await api.post<Row>('/api/game/scene/', scene)
  const url = `${waggle.url.replace('http', 'ws')}/ws/stats_listener/v3`
  const cabinets: Evening['cabinets'] = {}
  for (const displayName of cabinetNames) {
    const name = displayName.toLowerCase()
    const made = { scene: sceneId, name, displayName }
    const { id, token } = await api.post<Row>('/api/game/cabinet/', made)
    cabinets[displayName] = { id, ...cabinetAt({ sceneName, cabinetName: name, token }, url) }
  }
  const { id: tournament, slug } = await api.post<Row>('/api/tournament/tournament/', {
    scene: sceneId,
    name: 'Friday Night Brackets',
    date: '2026-01-02',
    linkType: 'hivemind',
    assignedCabinets: Object.values(cabinets).map(({ id }) => id),
  })
  await Promise.all(Object.values(cabinets).map((cabinet) => cabinet.wake()))
  await bracketOf(api, tournament)
  for (let turn = 0; turn < played; turn++) await playOne(api, { tournament, cabinets, turn })
  const match = await underWay(api, { tournament, cabinets })
  return {
    tournament,
    path: `/t/${sceneName}/${slug}`,
    cabinets,
    match,
    close: async () => {
      await Promise.all(Object.values(cabinets).map((cabinet) => cabinet.close()))
    },
  }
}

async function bracketOf(api: Api, tournament: number): Promise<void> {
  const ids: number[] = []
  for (const name of teams) {
    ids.push((await api.post<Row>('/api/tournament/team/', { tournament, name })).id)
  }
  const stage = await api.post<Row>('/api/tournament/bracket/', {
    tournament,
    name: 'Main Bracket',
    stageType: 'double_elim',
    winsPerMatch: 2,
    queueTimer: 60,
    // Who sits where would be drawn anew each time.
    randomizeSides: false,
  })
  await api.put(`/api/tournament/bracket/${stage.id}/set-teams/`, { teams: ids })
  await api.put(`/api/tournament/bracket/${stage.id}/create-matches/`, {})
}

type Standing = { tournament: number; cabinets: Evening['cabinets'] }

async function matchesOf(api: Api, tournament: number): Promise<Match[]> {
  const path = `/api/tournament/match/?tournamentId=${tournament}&rowsPerPage=1000`
  const { results } = await api.get<{ results: Match[] }>(path)
  return results.toSorted((a, b) => a.matchNum - b.matchNum)
}

async function openOnes(api: Api, tournament: number): Promise<Match[]> {
  const all = await matchesOf(api, tournament)
  return all.filter((one) => !one.isComplete && one.blueTeam !== null && one.goldTeam !== null)
}

/** With games of a cabinet, as many as it takes; their points count by themselves. */
async function playOne(api: Api, { tournament, cabinets, turn }: Standing & { turn: number }) {
  const cabinet = cabinets[cabinetNames[turn % cabinetNames.length]!]!
  const [match] = await openOnes(api, tournament)
  if (!match) throw new Error('no match is left to be played')
  await api.put(`/api/tournament/match/${match.id}/start/`, { cabinet: cabinet.id })
  const other = turn % 3 === 1 ? 'blue' : 'gold'
  const winners: Colour[] = turn % 2 === 0 ? [other, other] : [other, turned(other), other]
  for (const [game, winner] of winners.entries()) {
    await cabinet.played(
      gameOf(`${turn} ${game}`, winner, turn + game),
      3_500 - turn * 330 - game * 110,
    )
  }
  await settled(api, match.id, (one) => one.isComplete)
}

const turned = (colour: Colour): Colour => (colour === 'blue' ? 'gold' : 'blue')

function gameOf(seed: string, winner: Colour, turn: number) {
  const map = maps[turn % maps.length]!
  return { seed, winner, map, winCondition: conditions[turn % conditions.length]! }
}

/** One game each and a third that goes on, on North; South has begun, West waits. */
async function underWay(api: Api, { tournament, cabinets }: Standing): Promise<number> {
  const { North, South, East } = cabinets
  const path = `/api/tournament/tournament/${tournament}/create-queues/`
  const { queues } = await api.put<{ queues: Row[] }>(path, {})
  const open = (await openOnes(api, tournament)).map(({ id }) => id)
  const [first, second, third, ...rest] = open
  for (const [index, queue] of queues.entries()) {
    const matches = rest.filter((_, place) => place % queues.length === index)
    await api.put(`/api/tournament/queue/${queue.id}/set-queue/`, { matches })
  }
  const start = (match: number, cabinet: number) =>
    api.put(`/api/tournament/match/${match}/start/`, { cabinet })
  await start(first!, North!.id)
  await North!.played(gameOf('north 1', 'blue', 1), 400)
  await North!.played(gameOf('north 2', 'gold', 2), 200)
  await settled(api, first!, ({ blueScore, goldScore }) => blueScore + goldScore === 2)
  await start(second!, South!.id)
  await South!.played(gameOf('south 1', 'gold', 3), 300)
  await start(third!, East!.id)
  return first!
}

async function settled(api: Api, match: number, isSo: (match: Match) => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (isSo(await api.get<Match>(`/api/tournament/match/${match}/`))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`match ${match} did not come to what was played`)
}

/** A third of the way into the deciding game; on South into the second one, half a second beside it. */
export async function gamesGoOn({ cabinets }: Evening): Promise<void> {
  await cabinets['North']!.begun(gameOf('north 3', 'blue', 0), 20)
  await cabinets['South']!.begun(gameOf('south 2', 'blue', 1), 10.5)
}
