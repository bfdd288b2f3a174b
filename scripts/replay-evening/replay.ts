// Replays a recorded evening through the public APIs and returns the differences.
import type { Evening, RecordedMatch } from '#test/support/recordings.ts'
import { apiOf } from '../support/rest-client.ts'
import type { Api } from '../support/rest-client.ts'
import { connectCabinet } from '#services/practice/client.ts'
import { compareGames, compareResults, difference } from './compare.ts'
import type { Difference, GameSummary } from './compare.ts'
import { makeVenue } from './venue.ts'
import { openPlaybackClock, until } from './replay-clock.ts'
import { playMatch } from './play.ts'
import type { Play } from './play.ts'
import { checkLayout, checkSeeds, makeStage, matchesOfStage } from './stages.ts'
import type { Stage } from './stages.ts'

type ReplayOptions = {
  evening: Evening
  url: string
  key: string
  /** how many times faster than real time; 0: as fast as events are acknowledged */
  speed: number
  /** where cabinet clients connect, if not directly to the server */
  socketUrl?: string
  order?: Play['order']
  say?: (line: string) => void
}
export type ReplayReport = {
  differences: Difference[]
  byHand: string[]
  tournament: number
  cabinets: number[]
  matches: number
  games: number
  events: { sent: number; resent: number; acknowledged: number; connects: number }
  seconds: number
}

const socketPath = '/ws/stats_listener/v3'
const withinMs = 10_000

export async function replay(options: ReplayOptions): Promise<ReplayReport> {
  const startedAt = performance.now()
  const { evening, say = () => {} } = options
  const { stages, matches } = evening.tournament
  const play = await open(options)
  const { venue, differences, byHand } = play
  const replayedStages: Stage[] = []
  for (const record of inPlayOrder(matches)) {
    const stage =
      replayedStages.find((one) => one.record.id === record.stage) ??
      (await begin(play, replayedStages, { stages, matches, id: record.stage }))
    const where = `${stage.record.name} M${record.matchNum}`
    const ours = (await matchesOfStage(play.api, stage)).find(
      (row) => row.matchNum === record.matchNum,
    )
    if (!ours) continue
    const before = differences.length
    await playMatch(play, { where, stage, record, id: ours.id }).catch((error: unknown) => {
      differences.push(...difference(where, 'played', ['to its end', String(error)]))
    })
    say(`${where} ${before === differences.length ? 'as recorded' : 'otherwise'}`)
  }
  for (const stage of replayedStages) differences.push(...(await checkStage(play, stage)))
  differences.push(...(await checkCabinets(play, evening)))
  const events = await close(play)
  return {
    differences,
    byHand,
    tournament: venue.tournament,
    cabinets: [...venue.cabinets.values()].map((cabinet) => cabinet.id),
    matches: matches.length,
    games: play.events.size,
    events,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

async function open({ evening, url, key, speed, socketUrl, order }: ReplayOptions): Promise<Play> {
  const api = apiOf(url, key)
  const venue = await makeVenue(api, evening)
  const differences: Difference[] = []
  const socket = (socketUrl ?? url).replace(/^http/, 'ws') + socketPath
  const clients = [...venue.cabinets].map(([name, cabinet]) => {
    const onRefused = ({ error }: { error: string }) =>
      differences.push(...difference(name, 'event', ['acknowledged', error]))
    const { sceneName, cabinetName, token } = cabinet
    const client = connectCabinet({ sceneName, cabinetName, token, url: socket, onRefused })
    return [name, client] as const
  })
  return {
    api,
    venue,
    clock: openPlaybackClock(speed, evening.events[0]?.time ?? ''),
    clients: new Map(clients),
    events: Map.groupBy(evening.events, (event) => event.game),
    order,
    differences,
    byHand: [],
  }
}

type StageRecord = Pick<Evening['tournament'], 'stages' | 'matches'> & { id: number }

/** A stage is created when its first match is due, because its seeds are known only then. */
async function begin(
  play: Play,
  replayedStages: Stage[],
  { stages, matches, id }: StageRecord,
): Promise<Stage> {
  const record = stages.find((one) => one.id === id)
  if (!record) throw new Error(`the record has no stage ${id}`)
  const own = matches.filter((match) => match.stage === id)
  const before = replayedStages.at(-1)
  const stage = await makeStage(play.api, play.venue, { record, matches: own }, before)
  play.differences.push(...(await checkLayout(play.api, play.venue, stage)))
  if (before) play.differences.push(...(await checkSeeds(play.api, before, stage)))
  replayedStages.push(stage)
  return stage
}

async function checkStage({ api, venue, events }: Play, stage: Stage): Promise<Difference[]> {
  const { record, matches } = stage
  const ours = await matchesOfStage(api, stage)
  const found = compareResults({ name: record.name, record: matches, ours, names: venue.names })
  for (const match of matches) {
    const games = match.games.filter((game) => events.has(game.id))
    const id = ours.find((row) => row.matchNum === match.matchNum)?.id
    if (id === undefined) continue
    const actual = await until(() => gamesOf(api, `tournamentMatchId=${id}`), {
      // The score and the game's row are written independently; the score may be there first.
      is: (rows) => rows.length >= games.length && rows.every((row) => row.winningTeam),
      withinMs,
    })
    found.push(...compareGames(`${record.name} M${match.matchNum}`, games, actual))
  }
  return found
}

/** Checks that each cabinet has exactly the recorded games. */
async function checkCabinets({ api, venue, clients }: Play, evening: Evening) {
  const found: Difference[] = []
  for (const [name, cabinet] of venue.cabinets) {
    const own = evening.events.filter((event) => event.cabinet === name)
    const games = new Set(own.map((event) => event.game)).size
    const ours = (await gamesOf(api, `cabinetId=${cabinet.id}`)).length
    const { acknowledged, unacknowledged } = clients.get(name)!.stats
    found.push(
      ...difference(name, 'games', [games, ours]),
      ...difference(name, 'events without acknowledgement', [0, unacknowledged]),
      ...difference(name, 'all events acknowledged', [true, acknowledged >= own.length]),
    )
  }
  return found
}

async function gamesOf(api: Api, filter: string): Promise<GameSummary[]> {
  const path = `/api/game/game/?rowsPerPage=1000&${filter}`
  return (await api.get<{ results: GameSummary[] }>(path)).results
}

async function close({ clients }: Play): Promise<ReplayReport['events']> {
  const sums = { sent: 0, resent: 0, acknowledged: 0, connects: 0 }
  for (const client of clients.values()) {
    const { stats } = client
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += stats[key]
    await client.close()
  }
  return sums
}

/** In the order of play; a match without games comes after the matches that lead to it. */
function inPlayOrder(matches: RecordedMatch[]): RecordedMatch[] {
  const due = (match: RecordedMatch): string => {
    const [first] = match.games
    if (first) return first.startTime
    const leads = matches.filter((one) => [one.winnerToMatch, one.loserToMatch].includes(match.id))
    return leads.map((one) => one.games.at(-1)?.endTime ?? due(one)).reduce(later, '')
  }
  return matches.toSorted((one, other) => (due(one) < due(other) ? -1 : 1))
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
