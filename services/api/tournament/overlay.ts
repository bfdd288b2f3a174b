import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { expectCabinet } from '../venue/display-rows.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { lockTournament } from '../http/row-write.ts'
import { noTournament } from './tournament-removal.ts'
import { on } from '../schema/on.ts'
import { Pins, displayApi } from '../schema/display.ts'

/** What a person pinned on the overlay of a cabinet: it stays until it is unpinned. */
export function overlayRoutes({ web, store }: Context, sceneOf: Scopes): void {
  web.route({
    ...on(displayApi, 'GET /api/tournament/overlay/'),
    config: { access: 'readPublic' },
    handler: async ({ query: { tournamentId: tournament, cabinetId: cabinet } }) => {
      const row = await store.db
        .selectFrom('kept.overlay')
        .select('pins')
        .where('tournament', '=', tournament)
        .where('cabinet', '=', cabinet)
        .executeTakeFirst()
      return { tournament, cabinet, pins: row?.pins ?? {} }
    },
  })

  web.route({
    ...on(displayApi, 'PUT /api/tournament/tournament/:id/overlay/'),
    config: { access: 'runDisplays', scene: sceneOf.tournament },
    handler: (request, reply) =>
      idempotentRows({ store, request, reply }, async (tx) => {
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
      }),
  })
}
