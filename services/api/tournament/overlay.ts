import { z } from 'zod'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { expectCabinet } from '../venue/display-rows.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdText } from '../http/ids.ts'
import { lockTournament } from '../http/row-write.ts'
import { noTournament } from './tournament-removal.ts'

const named = z.string().trim().min(1, 'Cannot be empty').max(100, 'Too long')
const Score = z.int().min(0).max(99)
const Pins = z.object({
  blueName: named.optional(),
  goldName: named.optional(),
  blueScore: Score.optional(),
  goldScore: Score.optional(),
  sides: z.enum(['blue-left', 'gold-left']).optional(),
  map: named.optional(),
})
const PinsBody = z.object({ tournament: z.int(), cabinet: z.int(), pins: Pins })
const Asked = z.object({ tournamentId: IdText, cabinetId: IdText })
const Change = z.object({
  cabinet: Id,
  /** null: shown again as the matches say */
  pins: z.object({
    blueName: named.nullable().optional(),
    goldName: named.nullable().optional(),
    blueScore: Score.nullable().optional(),
    goldScore: Score.nullable().optional(),
    sides: z.enum(['blue-left', 'gold-left']).nullable().optional(),
    map: named.nullable().optional(),
  }),
})

/** What a person pinned on the overlay of a cabinet: it stays until it is unpinned. */
export function overlayRoutes({ web, store }: Context, sceneOf: Scopes): void {
  web.get(
    '/api/tournament/overlay/',
    {
      config: { access: 'readPublic' },
      schema: { querystring: Asked, response: { 200: PinsBody } },
    },
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

  web.put(
    '/api/tournament/tournament/:id/overlay/',
    {
      config: { access: 'runDisplays', scene: sceneOf.tournament },
      schema: { params: ById, body: Change, response: { 200: PinsBody } },
    },
    (request, reply) =>
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
  )
}
