import { notFound } from '../../web/index.ts'
import { send } from '../http/command/send.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { claim } from '../http/idempotency.ts'
import { holdTournament } from '../http/row-locks.ts'
import { writeRoute } from '../http/route.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import type { Roster } from '../schema/team.ts'

type Added = { teams: number[]; players: number[] }

/** Teams and players of a list, all in one request: none of them is there if one cannot be. */
export function rosterRoutes(context: Context, sceneOf: Scopes): void {
  writeRoute(
    context,
    'POST /api/tournament/tournament/:id/roster/',
    { access: 'editPlayers', scene: sceneOf.tournament },
    (target, request) => addRoster(context, target, request.body),
  )
}

/**
 * The log's part comes first, as with one player: a request that ends in between, sent again, finds
 * that done and does the rest.
 */
async function addRoster(
  context: Context,
  target: WriteContext,
  { teams }: Roster,
): Promise<Added> {
  const { store } = context
  const { request, tournament } = target
  const scene = await sceneOfTournament(store.db, tournament)
  if (scene === null) throw notFound()
  const count = teams.reduce((sum, { players }) => sum + players.length, 0)
  const draw = () => (count > 0 ? store.nextIds('player', count) : Promise.resolve([]))
  const ids = await claim({ store, request }, draw, (answer: Added) => answer.players)
  const rest = [...ids]
  const numbered = teams.map((team) => ({ ...team, ids: rest.splice(0, team.players.length) }))
  const { answer } = await send(context, target, {
    type: 'AddTeams',
    teams: numbered.map(({ team, name, ids: players }) => ({ team, name, players })),
  })
  const rows = numbered.flatMap(({ players, ids: own }) =>
    players.map(({ name, pronouns, scene: homeScene, email }, index) => {
      return { id: own[index] ?? 0, name, pronouns, homeScene, email, tournament, scene }
    }),
  )
  if (rows.length > 0) {
    await store.db.transaction().execute(async (tx) => {
      await holdTournament(tx, tournament)
      await tx
        .insertInto('kept.player')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    })
  }
  return { teams: answer['ids'] as number[], players: ids }
}
