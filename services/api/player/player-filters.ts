import { excludePractice } from '../../store/index.ts'
import { may, notAuthorized, wrongFields } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import type { Store } from '../../store/index.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { playersFor } from './player-rows.ts'
import type { keys, PlayerFilters } from '../schema/player/player.ts'
type Key = (typeof keys)[number]

/** Fields that a person may not read cannot be used to filter or order either (R-PE-1). */
export async function matchingPlayers(store: Store, person: Person | null, query: PlayerFilters) {
  const tournament = query.tournamentId ?? query.tournament
  const team = query.teamId ?? query.team
  await expectReadable(store, person, { ...query, tournament })
  const { search, freeAgent, checkedIn, paid } = query
  const like = `%${(search ?? '').toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
  return playersFor(store, person)
    .where(excludePractice('tournament', 'kept.player.tournament', [tournament, team]))
    .$if(tournament !== undefined, (q) => q.where('kept.player.tournament', '=', tournament ?? 0))
    .$if(team !== undefined, (q) => q.where('view.member.team', '=', team ?? 0))
    .$if(freeAgent !== undefined, (q) =>
      q.where('view.member.team', freeAgent === 'true' ? 'is' : 'is not', null),
    )
    .$if(checkedIn !== undefined, (q) =>
      q.where('kept.player.checkInTime', checkedIn === 'true' ? 'is not' : 'is', null),
    )
    .$if(paid !== undefined, (q) =>
      q.where((eb) => {
        const covered = eb.fn.coalesce('balance.covered', eb.lit(0))
        const isPaid = eb.and([
          eb(eb.fn.coalesce('balance.hasPaid', eb.lit(false)), '=', true),
          eb(covered, '>=', eb.ref('kept.player.price')),
        ])
        return paid === 'true' ? isPaid : eb.not(isPaid)
      }),
    )
    .$if(search !== undefined, (q) =>
      q.where((eb) => eb(eb.fn<string>('lower', ['kept.player.name']), 'like', like)),
    )
}

type MatchingPlayers = Awaited<ReturnType<typeof matchingPlayers>>

/** A total, stable order: equal players are ordered by id. */
export function orderPlayers(
  players: MatchingPlayers,
  ordering: PlayerFilters['ordering'],
): MatchingPlayers {
  const key = ordering?.replace('-', '') as Key | undefined
  const direction = ordering?.startsWith('-') ? 'desc' : 'asc'
  const by = (q: MatchingPlayers): MatchingPlayers => {
    switch (key) {
      case undefined:
        return q
      case 'name':
        return q.orderBy((eb) => eb.fn('lower', ['kept.player.name']), direction)
      case 'team':
        return q.orderBy(
          (eb) =>
            eb
              .selectFrom('view.team')
              .select((team) => team.fn<string>('lower', ['name']).as('name'))
              .whereRef('view.team.id', '=', 'view.member.team'),
          (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()),
        )
      case 'checkInTime':
        return q.orderBy('kept.player.checkInTime', (order) =>
          direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
        )
      case 'registrationTime':
      case 'price':
        return q.orderBy(`kept.player.${key}`, direction)
    }
  }
  return by(players).orderBy('kept.player.id', direction)
}

const forOfficials: readonly unknown[] = ['checkInTime', '-checkInTime']
const forAdmins: readonly unknown[] = ['registrationTime', '-registrationTime', 'price', '-price']

async function expectReadable(
  { db }: Store,
  person: Person | null,
  { tournament, checkedIn, paid, ordering }: PlayerFilters,
): Promise<void> {
  const needsAdmin = paid !== undefined || forAdmins.includes(ordering)
  const needsOfficial = needsAdmin || checkedIn !== undefined || forOfficials.includes(ordering)
  if (!needsOfficial) return
  if (tournament === undefined) throw wrongFields({ tournamentId: ['Name the tournament'] })
  const scene = await sceneOfTournament(db, tournament)
  const action = needsAdmin ? 'editPlayers' : 'checkIn'
  if (scene === null || !may(person, action, scene)) throw notAuthorized()
}
