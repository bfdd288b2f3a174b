import { limitedTo } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { authenticate, notFound } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { storeImage, readImage } from '../media/image.ts'
import type { Image } from '../media/image.ts'
import { listRows } from '../http/list.ts'
import { namesIn } from './player-rows.ts'
import { send } from '../http/command/send.ts'
import type { TeamId } from '#events/ids.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'

export function teamRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/team/', publicRead, (request) => {
    const { query } = request
    const tournament = query.tournamentId ?? query.tournament
    const rows = teams(store).where(limitedTo('tournament', 'view.team.tournament', tournament))
    return listRows(request, rows.orderBy('view.team.id'))
  })

  route(web, 'GET /api/tournament/team/:id/', publicRead, async (request) =>
    readTeam(store, await authenticate(store, request), request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const { store, sceneOf } = context
  const config = { access: 'editTeams', scene: sceneOf.team, takesPicture: true } as const

  writeRoute(
    context,
    'POST /api/tournament/team/',
    {
      access: 'editTeams',
      scene: sceneOf.byTournamentInBody,
      takesPicture: true,
    },
    async (target, request) => {
      const { name, image } = request.body
      const picture = await readImage(image)
      const { answer } = await send(context, target, { type: 'AddTeam', name })
      const [id = 0] = answer['ids'] as number[]
      await storePicture(store, id, picture)
      return readTeam(store, request.person, id)
    },
  )

  writeRoute(
    context,
    ['PUT /api/tournament/team/:id/', 'PATCH /api/tournament/team/:id/'],
    config,
    async (target, request) => {
      const { id: team } = request.params
      const { name, image } = request.body
      const picture = await readImage(image, { before: await imageOf(store, team) })
      if (name !== undefined) await send(context, target, { type: 'RenameTeam', team, name })
      await storePicture(store, team, picture)
      return readTeam(store, request.person, team)
    },
  )

  writeRoute(context, 'DELETE /api/tournament/team/:id/', config, (target, request) =>
    send(context, target, { type: 'RemoveTeam', team: request.params.id }),
  )
}

function teams({ db }: Store) {
  return db
    .selectFrom('view.team')
    .leftJoin('kept.team', 'kept.team.id', 'view.team.id')
    .selectAll('view.team')
    .select('kept.team.image')
}

async function readTeam(store: Store, person: Person | null, id: number) {
  const [team, players] = await Promise.all([
    teams(store).where('view.team.id', '=', id).executeTakeFirst(),
    namesIn(store, person, id),
  ])
  if (!team) throw notFound()
  return { ...team, players }
}

async function imageOf({ db }: Store, team: TeamId): Promise<string | null> {
  const row = await db
    .selectFrom('kept.team')
    .select('image')
    .where('id', '=', team)
    .executeTakeFirst()
  return row?.image ?? null
}

/** The picture is kept when the team is removed, for an undo. */
async function storePicture({ db }: Store, id: number, picture: Image): Promise<void> {
  if (picture === undefined) return
  await db.transaction().execute(async (tx) => {
    const image = (await storeImage(tx, picture, `team ${id}`)) ?? null
    await tx
      .insertInto('kept.team')
      .values({ id, image })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ image }))
      .execute()
  })
}
