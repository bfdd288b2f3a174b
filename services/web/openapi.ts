import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { accessLevelOf } from './access/access.ts'

const toJson = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/** Generates OpenAPI for every route that has schemas, including the access it requires. */
export async function registerOpenApi(web: FastifyInstance): Promise<void> {
  await web.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waggle',
        version: '1',
        description: 'Tournaments at the cabinets of a scene.',
      },
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: 'waggle' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = toJson(document)
      const action = document.route.config?.access
      const who = action ? accessLevelOf(action) : 'everyone'
      const security: Record<string, string[]>[] =
        who === 'everyone' ? [] : [{ key: [] }, { session: [] }]
      const tags = [url.split('/')[3] ?? 'api']
      const describedSchema = { ...schema, tags, description: `For: ${who}`, security }
      return { url, schema: describedSchema }
    },
  })
}
