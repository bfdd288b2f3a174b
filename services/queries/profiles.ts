import type { PersonId } from '#events/ids.ts'
import type { Store } from '../store/index.ts'
import { publicNames } from './sign-ins.ts'

type Db = Pick<Store, 'db'>
type Profile = {
  id: number
  name: string
  scene: string
  image: string | null
  pronouns: string
}

/** The public profiles of these persons, without those who do not want to be displayed (R-PE-6). */
export async function profilesOf(store: Db, ids: PersonId[]): Promise<Map<number, Profile>> {
  const names = await publicNames(
    store,
    ids.filter((id) => id > 0),
  )
  if (names.size === 0) return new Map()
  const rows = await store.db
    .selectFrom('kept.person')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('kept.player')
          .select(['pronouns', 'image', 'homeScene'])
          .whereRef('kept.player.user', '=', 'kept.person.id')
          .orderBy('kept.player.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['kept.person.id', 'kept.person.name'])
    .select(['latest.pronouns', 'latest.image', 'latest.homeScene'])
    .where('kept.person.id', 'in', [...names.keys()])
    .where('isProfilePublic', '=', true)
    .execute()
  return new Map(
    rows.map(({ id, name, pronouns, image, homeScene: scene }) => [
      id,
      { id, name, scene: scene ?? '', image, pronouns: pronouns ?? '' },
    ]),
  )
}
