import type { z } from 'zod'
import * as bodies from '../api/schema/bodies.ts'
import { PlayerBody } from '../api/schema/player.ts'
import { VideoBody } from '../api/schema/video.ts'
import type { Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import { snakeKeys } from './casing.ts'
import * as places from './venue-shapes.ts'
import * as shapes from './shapes.ts'
import type { ShapeContext } from './shapes.ts'

type Shape = (rows: never[], asking: ShapeContext) => Promise<unknown[]>

/** By the schema of what a route answers: whoever answers with a match here answers with it there. */
const shapeOf = new Map<unknown, Shape>([
  [bodies.SceneBody, places.scenes],
  [bodies.HomeSceneBody, places.homeScenes],
  [bodies.CabinetBody, places.cabinets],
  [bodies.GameBody, places.games],
  [bodies.TournamentBody, shapes.tournamentShapes],
  [bodies.BracketBody, shapes.brackets],
  [bodies.MatchBody, shapes.matches],
  [bodies.TeamBody, shapes.teams],
  [bodies.QueueBody, shapes.queues],
  [PlayerBody, shapes.players],
  [VideoBody, shapes.videos],
])

/**
 * The one step between the handlers of REST and existing programs: what a route answers is checked
 * by its own schema, as it always is, and then told in the words of the compatibility API.
 */
export function answerAsCompat(web: Web, store: Store): void {
  web.setSerializerCompiler(() => (data) => JSON.stringify(data))
  // What is told here holds more than what a handler goes by when it says that nothing has changed.
  web.addHook('onRequest', async ({ headers }) => void delete headers['if-none-match'])
  web.addHook('preSerialization', async (request, reply, payload) => {
    reply.removeHeader('etag')
    const { response = {} } = (request.routeOptions.schema ?? {}) as {
      response?: Record<number, z.ZodType>
    }
    const schema = response[reply.statusCode]
    if (!schema) return snakeKeys(payload)
    const asking = { store, origin: `${request.protocol}://${request.host}` }
    return rewrite(schema, schema.parse(payload), asking)
  })
}

type List = { results: never[] }

async function rewrite(schema: z.ZodType, body: unknown, asking: ShapeContext): Promise<unknown> {
  const one = shapeOf.get(schema)
  if (one) return (await one([body as never], asking))[0]
  const many = shapeOf.get(rowSchemaOf(schema))
  if (!many) return snakeKeys(body)
  const { results, ...page } = body as List
  return { ...page, results: await many(results, asking) }
}

/** Of a list (`listOf`). */
function rowSchemaOf(schema: z.ZodType): unknown {
  const { shape } = schema as { shape?: { results?: { element?: unknown } } }
  return shape?.results?.element
}
