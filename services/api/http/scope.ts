import type { FastifyRequest } from 'fastify'
import type { CreatedKind } from '#events/describe/commands.ts'
import type { Store } from '../../store/index.ts'
import type { SceneOf, Web } from '../../web/index.ts'
import { notFound, wrongFields } from '../../web/index.ts'
import type { MatchId, SceneId, StageId, TournamentId } from '#events/ids.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the tournament that a request acts on, set by authorization */
    tournament: TournamentId | null
  }
}

type Db = Store['db']

/** Lookups of the scene of an object that is named by the path or the body, for authorization. */
export function scopesOf(web: Web, { db }: Store) {
  web.decorateRequest('tournament', null)
  const ofPart = partLookups(db)
  return {
    scene: (request) => ofScene(db, request),
    tournament: (request) => ofTournament(db, request),
    team: (request) => ofPart('team', request),
    bracket: (request) => ofPart('bracket', request),
    match: (request) => ofPart('match', request),
    queue: (request) => ofPart('queue', request),
    protest: (request) => ofPart('protest', request),
    player: (request) => ofPlayer(db, request),
    cabinet: (request) => ofCabinet(db, request),
    game: (request) => ofGame(db, request),
    byTournamentInBody: (request) => byTournamentInBody(db, request),
    bySceneInBody: (request) => bySceneInBody(db, request),
    byBracketInBody: (request) => {
      return byBracket(db, request, [(request.body as { bracket: StageId }).bracket, 'bracket'])
    },
    byMatchInBody: (request) => byMatch(db, request),
    destBracket: (request) => byBracket(db, request, [destBracketOf(request), 'destBracket']),
  } satisfies Record<string, SceneOf>
}

export function tournamentOf(request: FastifyRequest): number {
  if (request.tournament === null) throw notFound()
  return request.tournament
}

async function ofScene(db: Db, request: FastifyRequest): Promise<number | null> {
  const query = db.selectFrom('kept.scene').select('id').where('id', '=', idOf(request))
  return (await query.executeTakeFirst())?.id ?? null
}

async function ofTournament(db: Db, request: FastifyRequest): Promise<number | null> {
  const id = idOf(request)
  request.tournament = id
  const scene = request.prefetched?.scene ?? (await sceneOfTournament(db, id))
  return scene ?? sceneOfCommand(db, request)
}

const maxParts = 20_000

/** Cached: a part never moves to another tournament, nor a tournament to another scene. */
function partLookups(db: Db) {
  const cache = new Map<string, { id: number; scene: SceneId }>()
  return async (table: CreatedKind, request: FastifyRequest): Promise<number | null> => {
    const key = `${table} ${idOf(request)}`
    const owner = cache.get(key) ?? (await readOwner(db, table, idOf(request)))
    if (!owner) return sceneOfCommand(db, request)
    if (cache.size >= maxParts) cache.clear()
    cache.set(key, owner)
    request.tournament = owner.id
    return owner.scene
  }
}

function readOwner(db: Db, table: CreatedKind, id: number) {
  return db
    .selectFrom(`view.${table}`)
    .innerJoin('view.tournament', 'view.tournament.id', `view.${table}.tournament`)
    .select(['view.tournament.id', 'view.tournament.scene'])
    .where(`view.${table}.id`, '=', id)
    .executeTakeFirst()
}

async function ofPlayer(db: Db, request: FastifyRequest): Promise<number | null> {
  const row = await db
    .selectFrom('kept.player')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.player.tournament')
    .select(['kept.player.tournament', 'kept.player.scene'])
    .where('kept.player.id', '=', idOf(request))
    .executeTakeFirst()
  if (!row) return sceneOfCommand(db, request)
  request.tournament = row.tournament
  return row.scene
}

async function ofCabinet(db: Db, request: FastifyRequest): Promise<number | null> {
  const row = await db
    .selectFrom('kept.cabinet')
    .select('scene')
    .where('id', '=', idOf(request))
    .executeTakeFirst()
  return row?.scene ?? null
}

/** The scene of the game's cabinet, since a game may belong to no tournament. */
async function ofGame(db: Db, request: FastifyRequest): Promise<number | null> {
  const row = await db
    .selectFrom('view.game')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'view.game.cabinet')
    .select('kept.cabinet.scene')
    .where('view.game.id', '=', idOf(request))
    .executeTakeFirst()
  return row?.scene ?? null
}

async function byTournamentInBody(db: Db, request: FastifyRequest): Promise<number> {
  const { tournament } = request.body as { tournament: TournamentId }
  request.tournament = tournament
  const scene = await sceneOfTournament(db, tournament)
  if (scene === null) throw wrongFields({ tournament: ['There is no such tournament'] })
  return scene
}

async function bySceneInBody(db: Db, request: FastifyRequest): Promise<number> {
  return expectScene(db, (request.body as { scene: SceneId }).scene, 'scene')
}

/** Checks that the scene named in this field exists. */
export async function expectScene(db: Db, id: number, field: string): Promise<number> {
  const row = await db.selectFrom('kept.scene').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw wrongFields({ [field]: ['There is no such scene'] })
  return row.id
}

async function byBracket(
  db: Db,
  request: FastifyRequest,
  [id, field]: [id: number, field: string],
): Promise<number> {
  const owner = await readOwner(db, 'bracket', id)
  if (!owner) throw wrongFields({ [field]: ['There is no such stage'] })
  request.tournament = owner.id
  return owner.scene
}

async function byMatch(db: Db, request: FastifyRequest): Promise<number> {
  const owner = await readOwner(db, 'match', (request.body as { match: MatchId }).match)
  if (!owner) throw wrongFields({ match: ['There is no such match'] })
  request.tournament = owner.id
  return owner.scene
}

function destBracketOf({ body, query }: FastifyRequest): number {
  const [first] = [body].flat() as { destBracket?: number }[]
  return first?.destBracket ?? (query as { destBracketId?: number }).destBracketId ?? 0
}

export async function sceneOfTournament(db: Db, tournament: TournamentId): Promise<number | null> {
  const row = await db
    .selectFrom('view.tournament')
    .select('scene')
    .where('id', '=', tournament)
    .executeTakeFirst()
  return row?.scene ?? null
}

/** If the object does not exist, this may be a retry of the command that removed it (P2). */
async function sceneOfCommand(db: Db, request: FastifyRequest): Promise<number | null> {
  if (!request.isRepeatable || !request.commandId) return null
  const { commandId } = request
  const commit = await db
    .selectFrom('kept.witness')
    .select('tournament')
    .where((eb) => eb(eb.ref('commit', '->>').key('id'), '=', commandId))
    .executeTakeFirst()
  if (!commit) return null
  request.tournament = commit.tournament
  return sceneInLog(db, commit.tournament)
}

/** The scene of a tournament that may have been deleted. */
export async function sceneInLog(db: Db, tournament: TournamentId): Promise<number | null> {
  const first = await db
    .selectFrom('kept.witness')
    .select('commit')
    .where('tournament', '=', tournament)
    .where('version', '=', 1)
    .executeTakeFirst()
  const command = first?.commit.command
  const isFirst = command?.type === 'CreateTournament' || command?.type === 'ImportTournament'
  return isFirst ? command.scene : null
}

export function idOf(request: FastifyRequest): number {
  return (request.params as { id: number }).id
}
