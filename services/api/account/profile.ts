import type { PersonId, TeamId } from '#events/ids.ts'
import { sidesOf } from '#events/bracket/bracket.ts'
import { publicOf } from '#events/view/tournament-rows.ts'
import { profilesOf, personTotals, teamTotals } from '../../queries/index.ts'
import type { TeamGame } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { notFound, Rejection } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { route, publicRead } from '../http/route.ts'

/** Totals of persons and teams over all their games. */
export function profileRoutes(context: Context): void {
  const { web, store } = context
  route(
    web,
    ['GET /api/user/user/:id/', 'GET /api/user/user/:id/public-data/'],
    publicRead,
    async ({ params: { id } }) => {
      const profile = await profileOf(store, id)
      return { ...profile, isProfilePublic: true, stats: labelled(await personTotals(store, id)) }
    },
  )

  route(web, 'GET /api/user/user/:id/totals/', publicRead, async ({ params: { id } }) => {
    await profileOf(store, id)
    return personTotals(store, id)
  })

  route(web, 'GET /api/tournament/team/:id/totals/', publicRead, async ({ params: { id } }) => {
    return teamTotals(store, await gamesOfTeam(context, id))
  })
}

/** Gives the same answer for a private profile and an unknown person, to not reveal which it is. */
async function profileOf(store: Store, id: PersonId) {
  const profile = (await profilesOf(store, [id])).get(id)
  if (!profile) throw new Rejection(404, { detail: 'This profile is private.' })
  return profile
}

function labelled({ games, won, stats }: Awaited<ReturnType<typeof personTotals>>) {
  const all = { games, won, ...stats }
  return Object.entries(all).map(([name, value]) => ({
    name: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    label: labelOf(name),
    value: Math.round(value),
  }))
}

function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The counted games of a team, each with the team's colour when the game began. */
async function gamesOfTeam({ store, desk }: Context, team: TeamId): Promise<TeamGame[]> {
  const row = await store.db
    .selectFrom('view.team')
    .select('tournament')
    .where('id', '=', team)
    .executeTakeFirstOrThrow(notFound)
  const t = publicOf(await desk.state(row.tournament))
  return Object.values(t.games).flatMap(({ game, cabinet, status, match: id, blue: slot }) => {
    const match = t.matches[id]
    if (status !== 'counted' || !match) return []
    const { blue, gold } = sidesOf(t, { ...match, isFlipped: slot === 1 })
    if (blue !== team && gold !== team) return []
    const other = blue === team ? gold : blue
    const opponent = other === null ? null : { id: other, name: t.teams[other]?.name ?? '' }
    return {
      game,
      cabinet,
      colour: blue === team ? ('blue' as const) : ('gold' as const),
      opponent,
    }
  })
}
