import type { Context } from '../http/context.ts'
import { expectCabinet } from '../venue/display-rows.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { lockTournament } from '../http/row-locks.ts'
import { noTournament } from './tournament-removal.ts'
import { Pins } from '../schema/display.ts'
import { route, rowsRoute } from '../http/route.ts'

/** What a person pinned on the overlay of a cabinet: it stays until it is unpinned. */
export function overlayRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  route(
    web,
    'GET /api/tournament/overlay/',
    { access: 'readPublic' },
    async ({ query: { tournamentId: tournament, cabinetId: cabinet } }) => {
      const row = await store.db
        .selectFrom('kept.overlay')
        .select('pins')
        .where('tournament', '=', tournament)
        .where('cabinet', '=', cabinet)
        .executeTakeFirst()
      return { tournament, cabinet, pins: row?.pins ?? {} }
    },
  )

  rowsRoute(
    context,
    'PUT /api/tournament/tournament/:id/overlay/',
    { access: 'runDisplays', scene: sceneOf.tournament },
    async (tx, request) => {
      const { id: tournament } = request.params
      const { cabinet, pins: change } = request.body
      const scene = await sceneOfTournament(tx, tournament)
      if (scene === null) throw await noTournament(tx, tournament)
      await expectCabinet(tx, { scene, cabinet, field: 'cabinet' })
      // Two who pin different fields at once both have what they pinned.
      await lockTournament(tx, tournament)
      const before = await tx
        .selectFrom('kept.overlay')
        .select('pins')
        .where('tournament', '=', tournament)
        .where('cabinet', '=', cabinet)
        .executeTakeFirst()
      const all = Object.entries({ ...before?.pins, ...change })
      const pins = Pins.parse(Object.fromEntries(all.filter(([, value]) => value !== null)))
      await tx
        .insertInto('kept.overlay')
        .values({ tournament, cabinet, pins: JSON.stringify(pins) })
        .onConflict((conflict) =>
          conflict.columns(['tournament', 'cabinet']).doUpdateSet({ pins: JSON.stringify(pins) }),
        )
        .execute()
      return { tournament, cabinet, pins }
    },
  )
}
