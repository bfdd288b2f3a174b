import type { z } from 'zod'
import * as bodies from '../api/schema/http/bodies.ts'
import { PlayerBody } from '../api/schema/player/player.ts'
import { QuestionBody } from '../api/schema/player/registration.ts'
import { VideoBody } from '../api/schema/match/video.ts'
import type { Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import { snakeKeys } from './casing.ts'
import * as places from './venue-shapes.ts'
import * as shapes from './shapes.ts'
import type { ShapeContext } from './shapes.ts'

type Shape = (rows: never[], context: ShapeContext) => Promise<unknown[]>

/** Converters by the schema of a route's response. */
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
  [QuestionBody, shapes.questions],
  [VideoBody, shapes.videos],
])

/**
 * Converts responses of the REST handlers to the format of the compatibility API, after they are
 * validated with the route's own schema.
 */
export function answerAsCompat(web: Web, store: Store): void {
  web.setSerializerCompiler(() => (data) => JSON.stringify(data))
  // Handlers compute etags from their own data, but these responses contain more.
  web.addHook('onRequest', async ({ headers }) => void delete headers['if-none-match'])
  web.addHook('preSerialization', async (request, reply, payload) => {
    reply.removeHeader('etag')
    if (reply.statusCode >= 400) return snakeKeys(withoutMessages(payload))
    const { response = {} } = (request.routeOptions.schema ?? {}) as {
      response?: Record<number, z.ZodType>
    }
    const schema = response[reply.statusCode]
    if (!schema) return snakeKeys(payload)
    const context = { store, origin: `${request.protocol}://${request.host}` }
    return rewrite(schema, schema.parse(payload), context)
  })
}

/** Existing programs know errors as texts only. */
function withoutMessages(payload: unknown): unknown {
  const { message: _, messages: __, ...known } = payload as Record<string, unknown>
  return known
}

type List = { results: never[] }

async function rewrite(schema: z.ZodType, body: unknown, context: ShapeContext): Promise<unknown> {
  const convert = shapeOf.get(schema)
  if (convert) return (await convert([body as never], context))[0]
  const convertRows = shapeOf.get(rowSchemaOf(schema))
  if (!convertRows) return snakeKeys(body)
  const { results, ...page } = body as List
  return { ...page, results: await convertRows(results, context) }
}

/** The schema of the rows of a list (`listOf`). */
function rowSchemaOf(schema: z.ZodType): unknown {
  const { shape } = schema as { shape?: { results?: { element?: unknown } } }
  return shape?.results?.element
}
