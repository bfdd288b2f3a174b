import type { Tx } from '../http/context.ts'
import type { z } from 'zod'
import { isPaid } from '../../money/index.ts'
import type { Store } from '../../store/index.ts'
import { may, notFound, ownId } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import type { PlayerBody } from '../schema/player/player.ts'
import type { PlayerId, TeamId, TournamentId } from '#events/ids.ts'

function players({ db }: Pick<Store, 'db'>) {
  return (
    db
      .selectFrom('kept.player')
      .innerJoin('view.tournament', 'view.tournament.id', 'kept.player.tournament')
      .leftJoin('view.member', (join) =>
        join
          .onRef('view.member.player', '=', 'kept.player.id')
          .onRef('view.member.tournament', '=', 'kept.player.tournament'),
      )
      // Lateral, so that Postgres sums the ledger only of the selected players.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('kept.balance')
            .select(['covered', 'hasPaid'])
            .whereRef('kept.balance.player', '=', 'kept.player.id')
            .limit(1)
            .as('balance'),
        (join) => join.onTrue(),
      )
      .selectAll('kept.player')
      .select(['view.member.team', 'balance.covered', 'balance.hasPaid'])
  )
}
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof players>['executeTakeFirst']>>>

/** The players that a person may see (R-PE-1). */
export function playersFor(store: Pick<Store, 'db'>, person: Person | null) {
  const all = players(store)
  if (person?.isOwner) return all
  const scenes = [...(person?.roles.keys() ?? [])].filter((scene) => may(person, 'checkIn', scene))
  const own = ownId(person)
  return all.where((eb) =>
    eb.or([
      eb('kept.player.doNotDisplay', '=', false),
      ...(scenes.length > 0 ? [eb('kept.player.scene', 'in', scenes)] : []),
      ...(own === null ? [] : [eb('kept.player.user', '=', own)]),
    ]),
  )
}

export async function readPlayer(store: Pick<Store, 'db'>, person: Person | null, id: number) {
  const query = playersFor(store, person).where('kept.player.id', '=', id)
  const row = await query.executeTakeFirstOrThrow(notFound)
  return playerBody(person, row)
}

export function playerBody(person: Person | null, row: Row): z.infer<typeof PlayerBody> {
  const { id, tournament, scene, homeScene, name, pronouns, tidbit, image, team } = row
  const publicFields = { id, tournament, scene: homeScene, name, pronouns, tidbit, image, team }
  if (may(person, 'editPlayers', scene) || isOwn(person, row)) {
    return { ...row.answers, ...adminFields(row), ...officialFields(row), ...publicFields }
  }
  return may(person, 'checkIn', scene) ? { ...officialFields(row), ...publicFields } : publicFields
}

function isOwn(person: Person | null, { user }: Row): boolean {
  return user !== null && user === ownId(person)
}

function officialFields({ doNotDisplay, checkInTime }: Row) {
  return { doNotDisplay, checkInTime: checkInTime?.toISOString() ?? null }
}

function adminFields({ registrationTime, ...row }: Row) {
  const { email, price, covered, hasPaid, selectedPaymentOptions, user, answers } = row
  const settled = covered ?? 0
  const paid = isPaid({ price, covered: settled, hasPaid: hasPaid ?? false })
  const registration = { registrationTime: registrationTime.toISOString() }
  return { email, price, settled, paid, selectedPaymentOptions, user, answers, ...registration }
}

/** The names of a team's players that a person may see. */
export async function namesIn(store: Pick<Store, 'db'>, person: Person | null, team: TeamId) {
  const rows = await playersFor(store, person)
    .where('view.member.team', '=', team)
    .orderBy('kept.player.id')
    .execute()
  return rows.map(({ id, name }) => ({ id, name }))
}

/** The given ids that are not players of the tournament. */
export async function unknownPlayers(
  { db }: Pick<Store, 'db'>,
  tournament: TournamentId,
  players: PlayerId[],
): Promise<number[]> {
  if (players.length === 0) return []
  const rows = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', '=', tournament)
    .where('id', 'in', players)
    .execute()
  const knownIds = new Set(rows.map((row) => row.id))
  return players.filter((id) => !knownIds.has(id))
}

export async function registrationOf(
  db: Tx,
  tournament: TournamentId,
  user: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', '=', tournament)
    .where('user', '=', user)
    .executeTakeFirst()
  return row?.id ?? null
}
