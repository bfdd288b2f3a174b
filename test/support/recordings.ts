// Real evenings and games, stored outside the repository. Tests that need them print a notice if
// absent.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Game } from '#events/game/index.ts'
import type { StageType } from '#events/rules/stage-types/stage-types.ts'

export const eveningIds = ['772', '818'] as const
export const gameIds = [
  '983875',
  '1116426',
  '1116465',
  '1232561',
  '1353343',
  '1614781',
  '1635261',
  '1643820',
  '1663792',
  '1695170',
  '1701647',
  '1745074',
] as const

export type RecordedEvent = CabinetEvent & { match: number; game: number; cabinet: string }
type Truth = Pick<
  Game,
  'mapName' | 'winCondition' | 'winningTeam' | 'playerCount' | 'berriesUsed' | 'cabinetVersion'
> & { id: string; startTime: string; endTime: string }
export type RecordedGame = Omit<Truth, 'id' | 'playerCount' | 'berriesUsed' | 'cabinetVersion'> & {
  id: number
  cabinet: string
  hasEvents: boolean
}
export type RecordedMatch = {
  id: number
  stage: number
  matchType: string | null
  matchNum: number
  roundNum: number
  roundName: string
  blueTeam: string | null
  goldTeam: string | null
  blueScore: number
  goldScore: number
  isFlipped: boolean
  isComplete: boolean
  winnerToMatch: number | null
  winnerToTeam: 'blue' | 'gold' | null
  loserToMatch: number | null
  loserToTeam: 'blue' | 'gold' | null
  winnerPlace: number | null
  loserPlace: number | null
  games: RecordedGame[]
}
export type RecordedStage = {
  id: number
  name: string
  stageType: StageType
  roundsPerMatch: number
  winsPerMatch: number
  matchesPerOpponent: number
  addTiebreaker: boolean
  autoWarmup: string
  queueTimer: number
  randomizeSides: boolean
  thirdPlaceMatch: boolean
  stageTiebreakers: string[]
}
type RecordedTournament = {
  id: number
  date: string
  linkType: string
  teams: string[]
  stages: RecordedStage[]
  matches: RecordedMatch[]
}
export type Evening = { tournament: RecordedTournament; events: RecordedEvent[] }

export function recordings(): { path: string } | null {
  const defaultPath = fileURLToPath(new URL('../../../shared/recordings/', import.meta.url))
  const path = process.env['WAGGLE_RECORDINGS'] ?? defaultPath
  return existsSync(`${path}/games/truth.json`) ? { path } : null
}

/** Whether there are recordings; prints why the tests are skipped if not. */
export function haveRecordings(): boolean {
  if (recordings()) return true
  console.warn('skipped: no recordings beside the repository and none in WAGGLE_RECORDINGS')
  return false
}

function read(file: string): Buffer {
  const folder = recordings()
  if (!folder) throw new Error('no recordings')
  return readFileSync(`${folder.path}/${file}`)
}

/** The recordings have no event ids, so each line gets an id that is the same in every run. */
function lines<Line extends { gameID: string | null }>(file: string): Line[] {
  const text = gunzipSync(read(file)).toString('utf8').trimEnd()
  return text.split('\n').map((line, index) => {
    const event = JSON.parse(line) as Line
    return { ...event, eventID: `${event.gameID}-${String(index).padStart(5, '0')}` }
  })
}

export function truth(): Map<string, Truth> {
  const games = JSON.parse(read('games/truth.json').toString('utf8')) as (Truth | null)[]
  return new Map(games.filter((game) => game !== null).map((game) => [game.id, game]))
}

export function gameEvents(id: string): CabinetEvent[] {
  return lines<CabinetEvent>(`games/${id}.jsonl.gz`)
}

export function evening(id: string): Evening {
  const tournament = JSON.parse(read(`${id}/tournament.json`).toString('utf8'))
  return { tournament, events: lines<RecordedEvent>(`${id}/events.jsonl.gz`) }
}
