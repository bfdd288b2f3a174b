import { createHash } from 'node:crypto'
import { addEvent, emptyGame } from '#events/game/index.ts'
import { sidesOf } from '#events/bracket/bracket.ts'
import { publicTypes, publicValues } from '#events/game/public-event.ts'
import { timedEventsOf } from '#events/game/game-replay.ts'
import type { TimedGameEvent } from '#events/game/game-replay.ts'
import { publicOf } from '#events/view/tournament-rows.ts'
import type { Store } from '../../store/index.ts'
import { listRows } from '../http/list.ts'
import type { Context } from '../http/context.ts'
import { readGame } from '../../queries/index.ts'
import type { GameRow } from '../../queries/index.ts'
import type { CabinetId, MatchId, TeamId, TournamentId } from '#events/ids.ts'
import { route, publicRead } from '../http/route.ts'

/** Late events are rare, so clients may cache a finished game's events for this time. */
const cacheSeconds = 300

export function gameEventRoutes(context: Context): void {
  const { web, store } = context
  route(web, 'GET /api/game/game/:id/events/', publicRead, async (request, reply) => {
    const game = await readGame(store, request.params.id)
    const isOver = game.status === 'complete' || game.status === 'no_result'
    const etag = `"${await eventsVersion(store, game)}"`
    const cacheControl = isOver ? `public, max-age=${cacheSeconds}` : 'no-cache'
    reply.header('cache-control', cacheControl).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send(null)
    const replay = (await gameEvents(store, game)).map(publicEvent)
    return { id: game.id, isOver, events: replay }
  })

  route(web, 'GET /api/game/game-event/', publicRead, async (request) => {
    const game = await readGame(store, request.query.gameId)
    const events = storedEvents(store, game).where(
      (eb) => eb.fn<string>('rtrim', ['type', eb.val(': ')]),
      'in',
      [...publicTypes],
    )
    return listRows(request, events, (rows) =>
      rows.map((row) => ({
        id: eventNumber(game.cabinet, row.eventId),
        game: game.id,
        gameUuid: game.gameId,
        timestamp: row.time,
        eventType: row.type,
        values: publicValues(row),
        winProbability: null,
      })),
    )
  })

  route(web, 'GET /api/game/game/:id/match/', publicRead, async (request) => {
    return { match: await matchOf(context, await readGame(store, request.params.id)) }
  })
}

async function eventsVersion({ db }: Store, { gameId, cabinet, status }: GameRow): Promise<string> {
  const { count, seq } = await db
    .selectFrom('view.cabinetEvent')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('seq').as('seq')])
    .where('gameId', '=', gameId)
    .where('cabinet', '=', cabinet)
    .executeTakeFirstOrThrow()
  return `${cabinet}-${seq}-${count}-${status}`
}

export function storedEvents(
  { db }: Pick<Store, 'db'>,
  { gameId, cabinet }: Pick<GameRow, 'gameId' | 'cabinet'>,
) {
  return db
    .selectFrom('view.cabinetEvent')
    .select(['eventId', 'time', 'type', 'values'])
    .where('gameId', '=', gameId)
    .where('cabinet', '=', cabinet)
    .orderBy('time')
    .orderBy('eventId')
}

/** Clients use any text as event id, while the API and exported tables need a stable number. */
export function eventNumber(cabinet: CabinetId, eventId: string): number {
  return createHash('sha256').update(`${cabinet}/${eventId}`).digest().readUIntBE(0, 6)
}

async function gameEvents(store: Store, { gameId, ...of }: GameRow): Promise<TimedGameEvent[]> {
  const events = await storedEvents(store, { gameId, ...of }).execute()
  const game = events.reduce((fold, { eventId: eventID, ...event }) => {
    return addEvent(fold, { ...event, eventID, gameID: gameId })
  }, emptyGame(gameId))
  // Filtered only after the replay, since private events affect the order of the others.
  return timedEventsOf(game).filter(({ type }) => publicTypes.has(type))
}

function publicEvent({ ms, type, values }: TimedGameEvent): [number, string, string[]] {
  return [ms, type, publicValues({ type, values })]
}

/** The match a game was played in, as the public may see it now (R-CMD-4). */
async function matchOf({ store, desk }: Context, game: GameRow) {
  const played = await store.db
    .selectFrom('view.played')
    .innerJoin('view.match', 'view.match.id', 'view.played.match')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.played.tournament')
    .innerJoin('kept.scene', 'kept.scene.id', 'view.tournament.scene')
    .select(['view.match.id', 'view.match.matchNum', 'view.match.roundName'])
    .select(['view.match.stageName', 'view.match.underReview', 'view.played.status'])
    .select(['view.tournament.id as tournament', 'view.tournament.name', 'view.tournament.slug'])
    .select(['kept.scene.id as scene', 'kept.scene.name as sceneName', 'kept.scene.displayName'])
    .where('view.played.game', '=', game.gameId)
    .where('view.played.cabinet', '=', game.cabinet)
    .where('view.played.status', 'in', ['counted', 'warmup', 'running'])
    .orderBy('view.match.id')
    .executeTakeFirst()
  if (!played) return null
  const { tournament: id, name, slug, scene, sceneName, displayName, status, ...match } = played
  return {
    ...match,
    isWarmup: status === 'warmup',
    ...(await teamsAtStart({ desk }, { tournament: id, match: match.id, game: game.gameId })),
    tournament: { id, name, slug, scene: { id: scene, name: sceneName, displayName } },
  }
}

type GameOfMatch = { tournament: TournamentId; match: MatchId; game: string }

async function teamsAtStart(
  { desk }: Pick<Context, 'desk'>,
  { tournament, match: id, game }: GameOfMatch,
) {
  const t = publicOf(await desk.state(tournament))
  const match = t.matches[id]
  const played = Object.values(t.games).find((one) => one.game === game)
  if (!match || !played) return { blue: null, gold: null }
  const brief = (team: TeamId | null) =>
    team === null ? null : { id: team, name: t.teams[team]?.name ?? '' }
  // The sides as they were at the start of the game, even if they were swapped since.
  const { blue, gold } = sidesOf(t, { ...match, isFlipped: played.blue === 1 })
  return { blue: brief(blue), gold: brief(gold) }
}
