import { seedsOf, tableOf, teamsOf } from '#events/bracket/bracket.ts'
import { publicTypes, publicValues } from '#events/game/public-event.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { otherSlot } from '#events/state/match.ts'
import type { PlayedGame } from '#events/state/games.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { TeamId } from '#events/ids.ts'
import { playersOfGames } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import type { TournamentFile } from '../schema/import-export/import-export.ts'
import { eventNumber, storedEvents } from '../game/game-events.ts'
import { arrayText, csvRow, timeText } from './values.ts'
import type { ZipFile } from './zip.ts'

const headers = {
  game: 'id,start_time,end_time,win_condition,winning_team,map_name,player_count,cabinet_id,cabinet_name,tournament_match_id,blue_team,gold_team\n',
  gameevent: 'id,timestamp,event_type,values,game_id\n',
  usergame: 'id,player_id,user_id,game_id\n',
}

export type ExportedGame = {
  id: number
  gameId: string
  cabinet: number
  cabinetName: string
  cabinetMap: string
  startTime: string
  endTime: string | null
  winCondition: string | null
  winningTeam: string | null
  playerCount: number
}
type ExportedEvent = { eventId: string; time: string; type: string; values: string[] }
type ExportedUser = { game: number; position: number; person: number }

/** Loads games page by page, so that only one page is in memory. */
export type Source = {
  games(gameIds: string[]): Promise<ExportedGame[]>
  events(game: ExportedGame): Promise<ExportedEvent[]>
  users(games: ExportedGame[]): Promise<ExportedUser[]>
}

const gamesAtOnce = 100

/** The files of a tournament's ZIP (wire 4.3). Warm-ups belong to no match and are left out. */
export function exportFiles(t: Tournament, folder: string, source: Source): ZipFile[] {
  const counted = Object.values(t.games).filter(({ status }) => status === 'counted')
  const file = (name: string, text: AsyncIterable<string>) => ({ name: `${folder}/${name}`, text })
  return [
    file('game.csv', gameTable(t, counted, source)),
    file('gameevent.csv', eventTable(counted, source)),
    file('usergame.csv', userTable(counted, source)),
    file('tournament.json', tournamentFile(t, counted, source)),
  ]
}

export async function* inPages(
  counted: PlayedGame[],
  { games }: Source,
): AsyncGenerator<ExportedGame[]> {
  for (let at = 0; at < counted.length; at += gamesAtOnce) {
    const page = new Map(counted.slice(at, at + gamesAtOnce).map((game) => [game.game, game]))
    const loaded = await games([...page.keys()])
    yield loaded.filter(({ gameId, cabinet }) => page.get(gameId)?.cabinet === cabinet)
  }
}

async function* gameTable(t: Tournament, counted: PlayedGame[], source: Source) {
  yield headers.game
  for await (const page of inPages(counted, source)) {
    yield page.map((game) => csvRow(gameCells(t, game))).join('')
  }
}

function gameCells(t: Tournament, game: ExportedGame) {
  const { startTime, endTime, winCondition, winningTeam, cabinetMap } = game
  const played = t.games[game.gameId]
  const match = played && t.matches[played.match]
  const teams = match ? teamsOf(t, match) : [null, null]
  const name = (slot: 0 | 1) => t.teams[teams[slot] ?? 0]?.name ?? null
  const blue = played?.blue ?? 0
  return [
    game.id,
    timeText(startTime),
    endTime && timeText(endTime),
    winCondition,
    winningTeam,
    cabinetMap,
    game.playerCount,
    game.cabinet,
    game.cabinetName,
    match?.id ?? null,
    name(blue),
    name(otherSlot(blue)),
  ]
}

async function* eventTable(counted: PlayedGame[], source: Source) {
  yield headers.gameevent
  for await (const page of inPages(counted, source)) {
    for (const game of page) {
      const events = await source.events(game)
      yield events.map((event) => csvRow(eventCells(event, game))).join('')
    }
  }
}

function eventCells(event: ExportedEvent, game: ExportedGame) {
  const { eventId, time, type } = event
  const values = arrayText(publicValues(event))
  return [eventNumber(game.cabinet, eventId), timeText(time), type, values, game.id]
}

async function* userTable(counted: PlayedGame[], source: Source) {
  yield headers.usergame
  for await (const page of inPages(counted, source)) {
    const users = await source.users(page)
    yield users
      .map(({ game, position, person }) => csvRow([game * 16 + position, position, person, game]))
      .join('')
  }
}

async function* tournamentFile(t: Tournament, counted: PlayedGame[], source: Source) {
  const games: TournamentFile['games'] = []
  for await (const page of inPages(counted, source)) {
    for (const { id, gameId } of page) {
      const played = t.games[gameId]
      if (played) games.push({ id: `${id}`, match: played.match, blue: played.blue })
    }
  }
  const { name, date, linkType } = t
  const teams = Object.values(t.teams).map((team) => ({ team: team.id, name: team.name }))
  const rest = { stages: stagesIn(t), matches: matchesIn(t), games }
  const form = { format: 'waggle-tournament', formatVersion: 1 } as const
  const all: TournamentFile = { ...form, name, date, linkType, teams, ...rest }
  yield JSON.stringify(all, null, 1)
}

function stagesIn(t: Tournament): TournamentFile['stages'] {
  return Object.values(t.stages).map((stage) => ({
    stage: stage.id,
    settings: StageSettings.parse(stage),
    seeds: seedsOf(stage),
    groupSet: stage.groupSet ?? null,
    decides: stage.decides ?? null,
    withdrawn: stage.withdrawn ?? [],
    rolled: tableOf(t, stage).flatMap(({ team, decidedBy }): [TeamId, TeamId][] =>
      decidedBy?.rule === 'dice_roll' ? [[decidedBy.over, team]] : [],
    ),
  }))
}

function matchesIn(t: Tournament): TournamentFile['matches'] {
  return Object.values(t.matches).map((match) => ({
    match: match.id,
    stage: match.stage,
    num: match.num,
    type: match.type,
    roundNum: match.roundNum,
    roundName: match.roundName,
    slots: match.slots,
    winnerTo: match.winnerTo,
    loserTo: match.loserTo,
    winnerPlace: match.winnerPlace,
    loserPlace: match.loserPlace,
    ifNeeded: match.ifNeeded,
    isFlipped: match.isFlipped,
    adjusted: match.adjusted,
    result: match.result,
    note: match.note,
  }))
}

/** The games stored in the read model. */
export function storedGames(store: Store): Source {
  const { db } = store
  return {
    games: (gameIds) =>
      db
        .selectFrom('view.game')
        .innerJoin('kept.cabinet', 'kept.cabinet.id', 'view.game.cabinet')
        .select(['view.game.id', 'gameId', 'cabinet', 'kept.cabinet.name as cabinetName'])
        .select(['cabinetMap', 'startTime', 'endTime', 'winCondition', 'winningTeam'])
        .select('playerCount')
        .where('gameId', 'in', gameIds)
        .orderBy('view.game.id')
        .execute(),
    events: ({ gameId, cabinet }) =>
      storedEvents(store, { gameId, cabinet })
        .where((eb) => eb.fn<string>('rtrim', ['type', eb.val(': ')]), 'in', [...publicTypes])
        .execute(),
    users: (games) =>
      playersOfGames(
        store,
        games.map(({ id }) => id),
      ),
  }
}
