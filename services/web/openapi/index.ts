import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import manifest from '../../../package.json' with { type: 'json' }
import { accessLevelOf } from '../access/access.ts'
import { operationIdOf, tagOf } from './operation-id.ts'

const toJson = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/** Generates OpenAPI for every route that has schemas, including the access it requires. */
export async function registerOpenApi(web: FastifyInstance): Promise<void> {
  await web.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waggle',
        version: manifest.version,
        description: 'Tournaments at the cabinets of a scene.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: 'waggle' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = toJson(document)
      const { route } = document
      const action = route.config?.access
      const who = action ? accessLevelOf(action) : 'everyone'
      const security: Record<string, string[]>[] =
        who === 'everyone' ? [] : [{ key: [] }, { session: [] }]
      const { querystring } = schema as { querystring?: { properties?: object } }
      const isList = 'page' in (querystring?.properties ?? {})
      const operation = {
        operationId: operationIdOf(String(route.method), url, isList),
        tags: [tagOf(url)],
        description: `For: ${who}`,
        security,
      }
      return { url, schema: { ...schema, ...operation } }
    },
  })
}
