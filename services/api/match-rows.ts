import type { Store } from '../store/index.ts'
import { notFound } from '../web/index.ts'

export async function readMatch({ db }: Store, id: number) {
  const match = await db
    .selectFrom('view.match')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!match) throw notFound()
  return match
}

/** What could be put on a cabinet now, in the order matches are shown (spec section 9). */
export async function availableMatches({ db }: Store, tournament: number) {
  const known = await db
    .selectFrom('view.tournament')
    .select('id')
    .where('id', '=', tournament)
    .executeTakeFirst()
  if (!known) throw notFound()
  return db
    .selectFrom('view.match')
    .selectAll()
    .where('tournament', '=', tournament)
    .where('isComplete', '=', false)
    .where('activeCabinet', 'is', null)
    .where('blueTeam', 'is not', null)
    .where('goldTeam', 'is not', null)
    .orderBy('matchNum')
    .orderBy('roundNum')
    .orderBy('roundName')
    .orderBy('id')
    .execute()
}
