import { z } from 'zod'
import type { Command } from '../../../events/schema/command.ts'
import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id } from '../http/ids.ts'
import { readMatch } from './match-rows.ts'
import { MatchBody } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { write } from '../http/command/write.ts'

/** Insisting on a cabinet where another tournament's match is being played. */
export const Displacing = z.object({ displace: z.boolean().optional() })
const Start = Displacing.extend({ cabinet: Id.nullish(), force: z.boolean().optional() })
const Complete = z.object({ force: z.boolean().optional() })
/** Confirms a correction under which later matches were played (R-ED-3). */
const Correction = z.object({
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
})
const Point = Correction.extend({ team: Id, by: z.union([z.literal(1), z.literal(-1)]) })
const Forfeit = Correction.extend({ teams: z.array(Id).min(1).max(2) })
const Note = z.object({ note: z.string().trim().max(500) })
const Review = z.object({ on: z.boolean() })
const Replace = Displacing.extend({ match: Id })

type Verb<T extends z.ZodType> = { body: T; command: (match: number, body: z.infer<T>) => Command }
const verbs: Record<string, Verb<z.ZodType>> = {
  stop: verb(z.object({}), (match) => ({ type: 'StopMatch', match })),
  reopen: verb(Correction, (match, body) => ({ type: 'ReopenMatch', match, ...body })),
  replay: verb(Correction, (match, body) => ({ type: 'ReplayMatch', match, ...body })),
  forfeit: verb(Forfeit, (match, body) => ({ type: 'ForfeitMatch', match, ...body })),
  report: verb(Correction, (match, body) => ({ type: 'AskReport', match, ...body })),
  review: verb(Review, (match, { on }) => ({ type: 'ReviewMatch', match, on })),
  annotate: verb(Note, (match, { note }) => ({ type: 'AnnotateMatch', match, note })),
  complete: verb(Complete, (match, { force = false }) => ({ type: 'CompleteMatch', match, force })),
  'add-score': verb(Point, (match, body) => ({ type: 'AddScore', match, ...body })),
}

/** What is done to a match by name: `PUT …/match/{id}/stop/` and the like. */
export function matchCommandRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'runMatches', scene: sceneOf.match } as const

  web.put(
    '/api/tournament/match/:id/start/',
    { config, schema: { params: ById, body: Start, response: { 200: MatchBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { force = false, displace } = request.body
        const match = await readMatch(store, request.params.id)
        // The client has put it on its cabinet just before, by PATCH: this call has done its work.
        const cabinet = request.body.cabinet ?? match.activeCabinet
        if (cabinet === null) throw wrongFields({ cabinet: ['Say on which cabinet'] })
        const command = { type: 'StartMatch', match: match.id, cabinet, force, displace } as const
        await send(context, target, command)
        return readMatch(store, match.id)
      }),
  )

  web.put(
    '/api/tournament/match/:id/replace/',
    { config, schema: { params: ById, body: Replace, response: { 200: MatchBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { match: by, displace } = request.body
        const { id: match } = request.params
        await send(context, target, { type: 'ReplaceMatch', match, by, displace })
        return readMatch(store, by)
      }),
  )

  for (const [name, { body, command }] of Object.entries(verbs)) {
    web.put(
      `/api/tournament/match/:id/${name}/`,
      { config, schema: { params: ById, body, response: { 200: MatchBody } } },
      (request, reply) =>
        write(context, { request, reply }, async (target) => {
          const { id } = request.params
          await send(context, target, command(id, request.body))
          return readMatch(store, id)
        }),
    )
  }
}

function verb<T extends z.ZodType>(body: T, command: Verb<T>['command']): Verb<z.ZodType> {
  return { body, command: command as Verb<z.ZodType>['command'] }
}
