import type { Colour } from '#events/game/map/colour.ts'
import { apiOf } from '../support/rest-client.ts'
import type { Api } from '../support/rest-client.ts'
import type { Waggle } from '#services/index.ts'
import { addBracket, addTeams, matchesOf } from '../support/bracket.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectCabinet } from '#services/practice/client.ts'
import type { CabinetName } from '#services/practice/pending-events.ts'
import { playGame } from '#events/simulation/play.ts'

const gameSeconds = 100

/** maximum time from the map display to the start of the game */
const headSeconds = 10

/** A reproducible evening: the same matches, scores and games each time. */
export type Evening = {
  tournament: number
  path: string
  cabinets: Record<string, Cabinet & { id: number }>
  /** the match in progress on North */
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
  const match = await startMatches(api, { tournament, cabinets })
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
  await addBracket(api, tournament, {
    teams: await addTeams(api, tournament, teams),
    name: 'Main Bracket',
    winsPerMatch: 2,
    queueTimer: 60,
    // Otherwise sides would be drawn differently each time.
    randomizeSides: false,
  })
}

type Setup = { tournament: number; cabinets: Evening['cabinets'] }

async function inOrder(api: Api, tournament: number): Promise<Match[]> {
  return (await matchesOf<Match>(api, tournament)).toSorted((a, b) => a.matchNum - b.matchNum)
}

async function openMatchesOf(api: Api, tournament: number): Promise<Match[]> {
  const all = await inOrder(api, tournament)
  return all.filter(
    (match) => !match.isComplete && match.blueTeam !== null && match.goldTeam !== null,
  )
}

/** Plays one match with games on a cabinet, whose points count automatically. */
async function playOne(api: Api, { tournament, cabinets, turn }: Setup & { turn: number }) {
  const cabinet = cabinets[cabinetNames[turn % cabinetNames.length]!]!
  const [match] = await openMatchesOf(api, tournament)
  if (!match) throw new Error('no match is left to be played')
  await api.put(`/api/tournament/match/${match.id}/start/`, { cabinet: cabinet.id })
  const other = turn % 3 === 1 ? 'blue' : 'gold'
  const winners: Colour[] = turn % 2 === 0 ? [other, other] : [other, opposite(other), other]
  for (const [game, winner] of winners.entries()) {
    await cabinet.played(
      gameOf(`${turn} ${game}`, winner, turn + game),
      3_500 - turn * 330 - game * 110,
    )
  }
  await settled(api, match.id, (one) => one.isComplete)
}

const opposite = (colour: Colour): Colour => (colour === 'blue' ? 'gold' : 'blue')

function gameOf(seed: string, winner: Colour, turn: number) {
  const map = maps[turn % maps.length]!
  return { seed, winner, map, winCondition: conditions[turn % conditions.length]! }
}

/** Starts matches on North (1-1), South (one game) and East; West waits. */
async function startMatches(api: Api, { tournament, cabinets }: Setup): Promise<number> {
  const { North, South, East } = cabinets
  const path = `/api/tournament/tournament/${tournament}/create-queues/`
  const { queues } = await api.put<{ queues: Row[] }>(path, {})
  const open = (await openMatchesOf(api, tournament)).map(({ id }) => id)
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

/**
 * Starts the deciding game on North and the second game on South, half a second apart on the game
 * clock.
 */
export async function startNextGames({ cabinets }: Evening): Promise<void> {
  await cabinets['North']!.begun(gameOf('north 3', 'blue', 0), 20)
  await cabinets['South']!.begun(gameOf('south 2', 'blue', 1), 10.5)
}

type CabinetStory = {
  winner: Colour
  map: string
  seed: string
  winCondition: 'military' | 'economic' | 'snail'
}

type Cabinet = {
  /** plays a complete game that ended `secondsAgo` */
  played(game: CabinetStory, secondsAgo: number): Promise<void>
  /** starts a game that began `secondsAgo` and continues */
  begun(game: CabinetStory, secondsAgo: number): Promise<void>
  wake(): Promise<void>
  close(): Promise<void>
}

/**
 * A cabinet that sends games with timestamps in the past, so that pictures need not wait for games.
 */
function cabinetAt(named: CabinetName, url: string): Cabinet {
  const client = connectCabinet({ ...named, url })
  const eventsOf = (game: CabinetStory, startMs: number) =>
    playGame({ ...game, seconds: gameSeconds, startAt: new Date(startMs), version: '21.3' })
  async function send(events: ReturnType<typeof playGame>): Promise<void> {
    for (const event of events) client.send(event)
    await client.idle()
  }
  const over = new AbortController()
  const { signal } = over
  let goesOn: Promise<void> | undefined
  /** Sends events in real time. */
  async function goOn(events: ReturnType<typeof playGame>): Promise<void> {
    for (const event of events) {
      const restMs = Math.max(0, Date.parse(event.time) - Date.now())
      await sleep(restMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      client.send(event)
    }
  }
  return {
    played: (game, secondsAgo) => {
      const lastsMs = (gameSeconds + headSeconds) * 1000
      return send(eventsOf(game, Date.now() - secondsAgo * 1000 - lastsMs))
    },
    async begun(game, secondsAgo) {
      const [first] = eventsOf(game, 0)
      const start = eventsOf(game, 0).find(({ type }) => type === 'gamestart')
      const headMs = Date.parse(start!.time) - Date.parse(first!.time)
      const until = Date.now()
      const events = eventsOf(game, until - secondsAgo * 1000 - headMs)
      await send(events.filter(({ time }) => Date.parse(time) <= until))
      goesOn = goOn(events.filter(({ time }) => Date.parse(time) > until))
    },
    wake: () =>
      send([
        {
          gameID: null,
          eventID: randomUUID(),
          time: new Date(Date.now() - 3_600_000).toISOString(),
          type: 'cabinetOnline',
          values: [],
        },
      ]),
    async close() {
      over.abort()
      await goesOn
      await client.close()
    },
  }
}
