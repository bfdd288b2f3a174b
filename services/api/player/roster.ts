import type { SceneId, TournamentId } from '#events/ids.ts'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { withAdvisoryLock } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, notFound } from '../../web/index.ts'
import { send } from '../http/command/send.ts'
import type { Context, WriteContext, Tx } from '../http/context.ts'
import { claim } from '../http/idempotency.ts'
import { lockTournament } from '../http/row-locks.ts'
import { writeRoute } from '../http/route.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Roster } from '../schema/player/team.ts'

type PlayerRow = ReturnType<typeof rowsOf>[number]
type AddedIds = { teams: number[]; players: number[] }

/** Adds all teams and players of a list in one request, or none of them. */
export function rosterRoutes(context: Context): void {
  writeRoute(
    context,
    'POST /api/tournament/tournament/:id/roster/',
    { access: 'editPlayers', scene: context.sceneOf.tournament },
    (target, request) => addRoster(context, target, request.body),
  )
}

/**
 * The command comes first, as for a single player: after a crash in between, a retry finds it done
 * and stores the rest. The lock makes a parallel request with the same list wait, so that it sees
 * the names of the first. It is held beside the work, which needs connections of its own.
 */
async function addRoster(
  context: Context,
  target: WriteContext,
  { teams }: Roster,
): Promise<AddedIds> {
  const { store } = context
  const { request, tournament } = target
  const scene = await sceneOfTournament(store.db, tournament)
  if (scene === null) throw notFound()
  const count = teams.reduce((sum, { players }) => sum + players.length, 0)
  const newIds = () => (count > 0 ? store.nextIds('player', count) : Promise.resolve([]))
  const ids = await claim({ store, request }, newIds, (answer: AddedIds) => answer.players)
  const remaining = [...ids]
  const teamsWithIds = teams.map((team) => ({
    ...team,
    ids: remaining.splice(0, team.players.length),
  }))
  const rows = rowsOf(teamsWithIds, { tournament, scene })
  const { answer } = await withAdvisoryLock(store, async () => {
    await expectNew(store.db, teamsWithIds)
    const done = await send(context, target, {
      type: 'AddTeams',
      teams: teamsWithIds.map(({ team, name, ids: players }) => ({ team, name, players })),
    })
    if (rows.length > 0) await storePlayers(store, tournament, rows)
    return done
  })
  return { teams: answer['ids'] as number[], players: ids }
}

function rowsOf(teams: TeamWithIds[], of: { tournament: TournamentId; scene: SceneId }) {
  return teams.flatMap(({ players, ids }) =>
    players.map(({ name, pronouns, scene: homeScene, email }, index) => {
      return { id: ids[index] ?? 0, name, pronouns, homeScene, email, ...of }
    }),
  )
}

function storePlayers({ db }: Store, tournament: TournamentId, rows: PlayerRow[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockTournament(tx, tournament)
    await tx
      .insertInto('kept.player')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  })
}

type TeamWithIds = Roster['teams'][number] & { ids: number[] }

/**
 * Refuses a player whose name is in the team already, as it is probably the same person. Players
 * that an earlier try of this request has added do not count.
 */
async function expectNew(tx: Tx, teams: readonly TeamWithIds[]): Promise<void> {
  for (const { name, players } of teams) {
    const keys = players.map((player) => foldForSearch(player.name))
    const twice = players.find((_, index) => keys.indexOf(keys[index]!) < index)
    if (twice) throw playerThere(`${twice.name} is listed twice in ${name}.`)
  }
  const existingTeams = teams.filter(({ team, players }) => team !== null && players.length > 0)
  if (existingTeams.length === 0) return
  const members = await tx
    .selectFrom('view.member')
    .innerJoin('kept.player', 'kept.player.id', 'view.member.player')
    .innerJoin('view.team', 'view.team.id', 'view.member.team')
    .select(['kept.player.id', 'kept.player.name', 'view.member.team', 'view.team.name as of'])
    .where(
      'view.member.team',
      'in',
      existingTeams.map(({ team }) => team),
    )
    .execute()
  for (const { team, players, ids } of existingTeams) {
    const names = new Set(players.map(({ name }) => foldForSearch(name)))
    const same = members.find((one) => {
      return one.team === team && !ids.includes(one.id) && names.has(foldForSearch(one.name))
    })
    if (!same) continue
    throw playerThere(`${same.name} is already in ${same.of}.`)
  }
}

function playerThere(detail: string): Rejection {
  return new Rejection(409, { detail: `${detail} Check the list again.`, code: 'PLAYER_THERE' })
}
