import { z } from 'zod'
import { noEstimates } from '../../../events/estimate/publish.ts'
import type { Estimates } from '../../../events/estimate/publish.ts'
import { callsIn } from '../../queries/match-calls.ts'
import { publishedOf } from '../../store/estimates.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { ById } from '../http/ids.ts'
import { CallBody } from '../http/bodies.ts'

const time = z.string()
const measure = z.object({
  seconds: z.number(),
  /** how many were seen today; from eight on their median is used */
  seen: z.int(),
  from: z.enum(['today', 'prior']),
})
const Basis = z.object({
  game: measure,
  gap: measure,
  /** the prior is without the stage's queue timer */
  changeOver: measure,
})
const EstimatesBody = z.object({
  tournament: z.int(),
  /** null: nothing was published yet */
  asOf: time.nullable(),
  /** false: as if play began at `asOf` */
  begun: z.boolean(),
  /** minutes behind the first published plan, below 0 ahead of it */
  lateBy: z.int().nullable(),
  end: z.object({ from: time, to: time, plan: time.nullable() }).nullable(),
  basis: Basis.nullable(),
  /** when they will probably start: those that are on no cabinet */
  matches: z.array(
    z.object({
      match: z.int(),
      from: time,
      to: time,
      publishedAt: time,
      /** the start first published after play began */
      plan: time.nullable(),
    }),
  ),
  /** as they stand now, also where no forecast was made yet */
  calls: z.array(CallBody),
}) satisfies z.ZodType<Estimates>

/** When matches will probably start, and how near they are (R-ETA-1, R-ETA-2, R-QU-4). */
export function estimateRoutes({ web, store }: Context): void {
  web.get(
    '/api/tournament/tournament/:id/estimates/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: EstimatesBody } },
    },
    async (request) => {
      const { id } = request.params
      const [known, told, calls] = await Promise.all([
        store.db.selectFrom('view.tournament').select('id').where('id', '=', id).executeTakeFirst(),
        publishedOf(store, id),
        callsIn(store, [id]),
      ])
      if (!known) throw notFound()
      const called = [...(calls.get(id) ?? [])].map(([match, call]) => ({ match, call }))
      return { ...(told?.estimates ?? noEstimates(id)), calls: called }
    },
  )
}
