import { z } from 'zod'
import { teamsOf } from '../../../events/bracket/bracket.ts'
import { Command, Instead } from '../../../events/schema/command.ts'
import { By } from '../../../events/schema/commit.ts'
import type { Event } from '../../../events/schema/event.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { notFound } from '../../web/index.ts'
import type { CommitEntry } from '../../states/commit-history.ts'
import type { Context } from '../http/context.ts'
import { Line, linesOf, nameIn, namesOf } from './history-lines.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, IdFilter, IdText } from '../http/ids.ts'
import { list, listOf, paging } from '../http/list.ts'
import { send } from '../http/command/send.ts'
import { write } from '../http/command/write.ts'

const largest = 2 ** 31 - 1
const Version = z.coerce.number().int().min(1).max(largest)
const types = Command.options.map((option) => option.shape.type.value)
export const Filters = z.object({
  ...paging,
  from: Version.optional(),
  to: Version.optional(),
  order: z.enum(['oldest', 'newest']).default('oldest'),
  match: IdFilter,
  cabinet: IdFilter,
  /** a person's id */
  person: IdFilter,
  by: z.enum(By.options.map((option) => option.shape.kind.value)).optional(),
  device: z.string().max(100).optional(),
  type: z.enum(types).optional(),
  /** words of the sentence, in any case */
  search: z.string().max(200).optional(),
})
export type Filters = z.infer<typeof Filters>

const Brief = z.object({
  version: z.int(),
  at: z.string(),
  text: z.string(),
  byName: z.string().nullable(),
  device: z.string().nullable(),
})
const Whole = Line.extend({
  undoable: z.boolean(),
  /** why not, as the undo itself would be refused */
  refusal: z.looseObject({ code: z.string(), detail: z.string() }).nullable(),
  /** later commits that rest on this one, newest first: undone in this order, they free it */
  dependents: z.array(Brief),
  /** `cascade` undoes them with it, in one commit; where matches were played on it, for a `reason` */
  together: z.object({ isPlayedOn: z.boolean() }).nullable(),
  /** the team that won the game it counts, as it stands now */
  wonBy: z.int().nullable(),
})
const Step = z.object({ version: z.int().min(1).max(largest) })
const Correction = Step.extend({
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
  displace: z.boolean().optional(),
})
const Done = z.object({ success: z.literal(true), version: z.int() })
const url = '/api/tournament/tournament/:id'

/** What was done, by whom, from which device and when, and taking it back (R-UN-1). */
export function historyRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context, sceneOf)
  const { web } = context
  web.put(
    `${url}/undo/`,
    {
      config: { access: 'undo', scene: sceneOf.tournament },
      schema: { params: ById, body: Correction, response: { 200: Done } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { version } = await send(context, target, { type: 'Undo', ...request.body })
        return { success: true as const, version }
      }),
  )

  web.put(
    `${url}/replace/`,
    {
      config: { access: 'replace', scene: sceneOf.tournament },
      schema: { params: ById, body: Correction.extend({ by: Instead }), response: { 200: Done } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { version } = await send(context, target, { type: 'ReplaceStep', ...request.body })
        return { success: true as const, version }
      }),
  )
}

function readRoutes({ web, store, desk, chronicle }: Context, sceneOf: Scopes): void {
  const config = { access: 'readHistory', scene: sceneOf.tournament } as const

  web.get(
    `${url}/history/`,
    { config, schema: { params: ById, querystring: Filters, response: { 200: listOf(Line) } } },
    async (request) => {
      const { params, query } = request
      const told = await chronicle(params.id)
      const { to = told.length } = query
      const found = told.slice((query.from ?? 1) - 1, to).filter((one) => fits(one, query))
      if (query.order === 'newest') found.reverse()
      const rows = (limit: number, offset: number) =>
        linesOf(store, params.id, found.slice(offset, offset + limit))
      // What is done while somebody pages through must not move what is on the next page.
      return list(request, { count: async () => ({ n: found.length }), rows }, { to })
    },
  )

  web.get(
    `${url}/history/:version/`,
    { config, schema: { params: ById.extend({ version: IdText }), response: { 200: Whole } } },
    async ({ params: { id, version } }) => {
      const told = await chronicle(id)
      const [line] = await linesOf(store, id, told.slice(version - 1, version))
      const foreseen = await desk.foreseeUndo(id, version)
      if (!line || !foreseen) throw notFound()
      const dependents = foreseen.dependents.toReversed().flatMap((later) => told[later - 1] ?? [])
      const names = await namesOf(store, dependents)
      const { refusal, together } = foreseen
      return {
        ...line,
        undoable: refusal === null,
        refusal: refusal && { ...refusal.more, code: refusal.refused, detail: refusal.detail },
        dependents: dependents.map(({ version, at, text, by, device }) => {
          return { version, at, text, byName: nameIn(names, by), device }
        }),
        together,
        wonBy: winnerIn(await desk.state(id), line),
      }
    },
  )
}

function winnerIn(t: Tournament, { events }: Line): number | null {
  const counted = (events as Event[]).find(
    (event) => event.type === 'GameCounted' || event.type === 'GameAttached',
  )
  const match = counted && t.matches[t.games[counted.game]?.match ?? 0]
  const game = match?.games.find((one) => one.game === counted?.game)
  return match && game ? teamsOf(t, match)[game.winner] : null
}

export function fits(
  one: CommitEntry,
  { match, cabinet, person, by, device, type, search }: Omit<Filters, 'order'>,
): boolean {
  return (
    (match === undefined || one.matches.includes(match)) &&
    (cabinet === undefined || one.cabinets.includes(cabinet)) &&
    (person === undefined || (one.by.kind === 'person' && one.by.id === person)) &&
    (by === undefined || one.by.kind === by) &&
    (device === undefined || one.device === device) &&
    (type === undefined || one.type === type) &&
    (search === undefined || one.text.toLowerCase().includes(search.toLowerCase()))
  )
}
