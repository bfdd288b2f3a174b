import { folded } from '../../../events/text/folded.ts'
import { Rejection, notFound } from '../../web/index.ts'
import { send } from '../http/command/send.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { claim } from '../http/idempotency.ts'
import { lockTournament } from '../http/row-locks.ts'
import { writeRoute } from '../http/route.ts'
import type { Tx } from '../http/route.ts'
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
 * that done and does the rest. Of two who send the same list at once the second waits, so that it
 * finds the names of the first.
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
  const rows = numbered.flatMap(({ players, ids: own }) =>
    players.map(({ name, pronouns, scene: homeScene, email }, index) => {
      return { id: own[index] ?? 0, name, pronouns, homeScene, email, tournament, scene }
    }),
  )
  const { answer } = await store.db.transaction().execute(async (tx) => {
    await lockTournament(tx, tournament)
    await expectNew(tx, numbered)
    const done = await send(context, target, {
      type: 'AddTeams',
      teams: numbered.map(({ team, name, ids: players }) => ({ team, name, players })),
    })
    if (rows.length > 0) {
      await tx
        .insertInto('kept.player')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
    return done
  })
  return { teams: answer['ids'] as number[], players: ids }
}

type Numbered = Roster['teams'][number] & { ids: number[] }

/** A name twice in a team is one person in two lists; but for this request's own, sent again. */
async function expectNew(tx: Tx, teams: readonly Numbered[]): Promise<void> {
  const joined = teams.filter(({ team, players }) => team !== null && players.length > 0)
  if (joined.length === 0) return
  const there = await tx
    .selectFrom('view.member')
    .innerJoin('kept.player', 'kept.player.id', 'view.member.player')
    .innerJoin('view.team', 'view.team.id', 'view.member.team')
    .select(['kept.player.id', 'kept.player.name', 'view.member.team', 'view.team.name as of'])
    .where(
      'view.member.team',
      'in',
      joined.map(({ team }) => team),
    )
    .execute()
  for (const { team, players, ids } of joined) {
    const names = new Set(players.map(({ name }) => folded(name)))
    const same = there.find((one) => {
      return one.team === team && !ids.includes(one.id) && names.has(folded(one.name))
    })
    if (!same) continue
    const detail = `${same.name} is in ${same.of} already. Look at the list again.`
    throw new Rejection(409, { detail, code: 'PLAYER_THERE' })
  }
}
