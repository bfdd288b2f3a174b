import type { z } from 'zod'
import type { CommandOf } from '#events/schema/command.ts'
import type { Seed } from '#events/schema/parts/stage-settings.ts'
import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { answeredUnchanged } from '../http/etag.ts'
import { list } from '../http/list.ts'
import { send } from '../http/command/send.ts'
import type {
  PlacementTarget,
  Placements,
  PlacementRow,
  Placement,
} from '../schema/tournament/stage.ts'
import type { StageId, TournamentId } from '#events/ids.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'

/**
 * Placements: teams, or places of other stages, that take the seeds of a stage (R-PL-1 to R-PL-3).
 */
export function placementRoutes(context: Context): void {
  const { web, sceneOf } = context
  route(web, 'GET /api/tournament/stage-placement/', publicRead, async (request, reply) => {
    const { destBracketId: bracket, tournamentId: tournament } = request.query
    const of = tournament ? { tournament } : bracket ? { bracket } : null
    if (of && (await answeredUnchanged(context.store, { request, reply }, of))) return reply
    const rows = await placementsOf(context, { bracket, tournament })
    return list(request, {
      count: async () => ({ n: rows.length }),
      rows: async (limit, offset) => rows.slice(offset, offset + limit),
    })
  })

  const config = { access: 'editStages', scene: sceneOf.destBracket } as const
  writeRoute(
    context,
    ['POST /api/tournament/stage-placement/', 'PUT /api/tournament/stage-placement/'],
    config,
    async (target, request) => {
      const query = request.query
      const command = commandOf(request.body, query)
      await send(context, target, command)
      return { results: await placementsOf(context, { bracket: command.stage }) }
    },
  )

  writeRoute(
    context,
    'DELETE /api/tournament/stage-placement/',
    config,
    async (target, request) => {
      const { query, body } = request
      const stage = body.destBracket ?? query.destBracketId ?? 0
      const place = body.destPlace ?? query.destPlace
      const rows = place ? await placementsOf(context, { bracket: stage }) : []
      const placements = rows.filter((row) => row.destPlace !== place).map(placementOf)
      const confirm = body.confirm ?? query.confirm === 'true'
      await send(context, target, { type: 'PlaceStage', stage, placements, confirm })
    },
  )
}

async function placementsOf(
  { store }: Context,
  { bracket, tournament }: { bracket?: StageId | undefined; tournament?: TournamentId | undefined },
) {
  const rows = await store.db
    .selectFrom('view.bracket')
    .select(['id', 'seeds'])
    .$if(bracket !== undefined, (q) => q.where('id', '=', bracket ?? 0))
    .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, seeds }) => seeds.map((seed, index) => rowOf(id, index + 1, seed)))
}

function rowOf(destBracket: number, destPlace: number, seed: Seed): z.infer<typeof PlacementRow> {
  const to = { destBracket, destPlace }
  if ('team' in seed) return { ...to, team: seed.team, srcBracket: null, srcPlace: null }
  const { stage: srcBracket, place: srcPlace } = seed.placeOf
  return { ...to, team: null, srcBracket, srcPlace }
}

/** A single placement is merged into the existing ones; a list replaces them. */
function commandOf(
  body: z.infer<typeof Placements>,
  { destBracketId, confirm }: z.infer<typeof PlacementTarget>,
): CommandOf<'PlaceStage'> {
  const all = Array.isArray(body) ? body : [body]
  const stages = new Set(all.map((one) => one.destBracket))
  const stage = all[0]?.destBracket ?? destBracketId
  if (stage === undefined || stages.size > 1) {
    throw wrongFields({ destBracket: ['Save the placements of one stage at a time'] })
  }
  return {
    type: 'PlaceStage',
    stage,
    placements: all.map(placementOf),
    confirm: confirm === 'true' || all.some((one) => one.confirm === true),
    ...(Array.isArray(body) ? {} : { merge: true }),
  }
}

function placementOf(
  row: Omit<Placement, 'confirm'>,
): CommandOf<'PlaceStage'>['placements'][number] {
  const { destPlace: place, team, srcBracket, srcPlace } = row
  if (team && !srcBracket && !srcPlace) return { place, team }
  if (!team && srcBracket && srcPlace) {
    return { place, placeOf: { stage: srcBracket, place: srcPlace } }
  }
  throw wrongFields({ team: ['Name a team, or srcBracket with srcPlace'] })
}
