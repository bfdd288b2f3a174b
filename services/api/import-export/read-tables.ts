import type { Message } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import { createHash } from 'node:crypto'
import { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { publicTypes } from '#events/game/public-event.ts'
import { mapName } from '#events/game/map/field.ts'
import { isStorable, isStorableTree } from '#events/text/storable.ts'
import { TournamentFile } from '../schema/import-export/import-export.ts'
import { jsonIn } from './json.ts'
import { openCsv, readArray, readTime } from './values.ts'
import { UnreadableFile, notValid, textOf, unzipFile, wrongIn } from './zip.ts'

export type Games = Map<string, GameLine & { gameID: string }>

/** A line of `game.csv`. */
export type GameLine = {
  id: string
  startTime: string
  endTime: string
  seconds: number
  winCondition: string
  winningTeam: 'blue' | 'gold'
  mapName: string
  cabinetName: string
  match: string
  blueTeam: string
  goldTeam: string
}
type EventLine = { game: string; event: CabinetEvent }

export const winConditions = new Set(['military', 'economic', 'snail'])

/** The games by id. Any malformed line stops the import before anything is written. */
export async function readGames(zip: Uint8Array): Promise<Map<string, GameLine>> {
  const games = new Map<string, GameLine>()
  for await (const { cell, wrong } of linesOf(zip, 'game.csv')) {
    const [id, start, end] = [cell('id'), readTime(cell('start_time')), readTime(cell('end_time'))]
    if (!/^\d{1,18}$/.test(id)) throw wrong(say('idNoNumber'))
    if (games.has(id)) throw wrong(say('gameTwice', { game: id }))
    if (start === null || end === null) throw wrong(say('notTimes'))
    if (end < start) throw wrong(say('endBeforeStart'))
    const [winner, condition] = [cell('winning_team'), cell('win_condition')]
    if (winner !== 'blue' && winner !== 'gold') throw wrong(say('winningTeamWrong'))
    if (!winConditions.has(condition)) throw wrong(say('winConditionWrong'))
    if (cell('cabinet_name') === '') throw wrong(say('cabinetNameEmpty'))
    games.set(id, {
      id,
      startTime: start,
      endTime: end,
      seconds: (Date.parse(end) - Date.parse(start)) / 1000,
      winCondition: condition,
      winningTeam: winner,
      mapName: mapName(cell('map_name')),
      cabinetName: cell('cabinet_name'),
      match: cell('tournament_match_id'),
      blueTeam: cell('blue_team'),
      goldTeam: cell('gold_team'),
    })
  }
  if (games.size === 0) throw new UnreadableFile(say('noGames'))
  return games
}

/**
 * The events in the order of the file, which may be any. Their ids are the same at every reading.
 */
export async function* readEvents(
  zip: Uint8Array,
  games: Map<string, { gameID: string }>,
): AsyncGenerator<EventLine> {
  for await (const { cell, wrong } of linesOf(zip, 'gameevent.csv')) {
    const game = games.get(cell('game_id'))
    if (!game) throw wrong(say('gameUnknown', { game: cell('game_id') }))
    if (!/^\d{1,18}$/.test(cell('id'))) throw wrong(say('idNoNumber'))
    const [time, values] = [readTime(cell('timestamp')), readArray(cell('values'))]
    if (time === null) throw wrong(say('timestampWrong'))
    if (values === null) throw wrong(say('valuesWrong', { example: '{410,860,Blue}' }))
    const eventID = `${game.gameID.slice(0, 24)}-${cell('id')}`
    const { data: event } = CabinetEvent.safeParse({
      gameID: game.gameID,
      eventID,
      time,
      type: cell('event_type'),
      values,
    })
    if (!event || ![event.type, ...event.values].every(isStorable)) throw wrong(say('notEvent'))
    // Events that are not of a game are dropped; ids of sign-ins would mean other people here.
    if (!publicTypes.has(event.type.replace(/: $/, ''))) continue
    yield { game: cell('game_id'), event }
  }
}

/** Stands for the client's game id; the same for the same game of the same ZIP. */
export function gameIdOf(scene: number, { id, startTime, cabinetName }: GameLine): string {
  return createHash('sha256')
    .update(`${scene}/${cabinetName}/${startTime}/${id}`)
    .digest('hex')
    .slice(0, 32)
}

/** null if the ZIP has no `tournament.json`, that is, was not exported by Waggle. */
export async function readTournamentFile(zip: Uint8Array): Promise<TournamentFile | null> {
  const text = await textOf(zip, 'tournament.json')
  if (text === '') return null
  const json = jsonIn(text, 'tournament.json')
  if (!isStorableTree(json)) {
    throw new UnreadableFile(say('notStorable', { file: 'tournament.json' }))
  }
  const { data, error } = TournamentFile.safeParse(json)
  if (data) return data
  const at = error.issues[0]?.path.join('.')
  throw new UnreadableFile(notValid('tournament.json', at))
}

const columns = {
  'game.csv':
    'id,start_time,end_time,win_condition,winning_team,map_name,cabinet_name,tournament_match_id,blue_team,gold_team',
  'gameevent.csv': 'id,timestamp,event_type,values,game_id',
}

async function* linesOf(zip: Uint8Array, file: keyof typeof columns) {
  const csv = openCsv()
  let header: string[] | null = null
  let number = 0
  for await (const { piece, end } of pieces(unzipFile(zip, file))) {
    for (const row of rowsIn(csv, { file, piece, end })) {
      number++
      if (row.length === 1 && row[0] === '') continue
      if (header === null) {
        header = row.map((name) => name.replace(/^\uFEFF/, ''))
        const missing = columns[file].split(',').filter((name) => !header?.includes(name))
        if (missing.length > 0)
          throw new UnreadableFile(say('noColumn', { file, column: missing.join(', ') }))
        continue
      }
      if (row.length !== header.length) {
        throw new UnreadableFile(
          say('valuesExpected', { file, line: number, count: header.length }),
        )
      }
      const cells = new Map(header.map((name, index) => [name, row[index] ?? '']))
      const line = number
      yield {
        cell: (column: string) => cells.get(column) ?? '',
        wrong: (what: Message) => wrongIn(say('fileLine', { file, line }), what),
      }
    }
  }
  if (header === null) throw new UnreadableFile(say('notInZip', { file }))
}

function rowsIn(
  csv: ReturnType<typeof openCsv>,
  { file, piece, end }: { file: string; piece: string; end: boolean },
): string[][] {
  try {
    return csv.read(piece, end)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'cannot be read'
    throw new UnreadableFile(say('cannotRead', { file, reason }), { cause })
  }
}

async function* pieces(texts: AsyncIterable<string>) {
  for await (const piece of texts) yield { piece, end: false }
  yield { piece: '', end: true }
}
