import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import manifest from '../../../package.json' with { type: 'json' }
import { parameters, problems } from './components.ts'
import type { Json } from './components.ts'
import { describeOperation } from './operation.ts'
import type { Additions, Schemas } from './operation.ts'
import { withoutSafeBounds } from './safe-bounds.ts'
import { describedTags } from './tags.ts'

const options = { zodToJsonConfig: { unrepresentable: 'any' } } as const
const toJson = createJsonSchemaTransform(options)
const addNamedSchemas = createJsonSchemaTransformObject(options)

const description = `Tournaments at the cabinets of a scene.

Fields of bodies and queries may be spelled in snake_case too. A missing body is read as an empty
object. Every error has the same format (Problem), except that a 400 for invalid fields has their
names (WrongFields). Over https the cookie of the session is \`__Host-waggle\`.`

/** Generates OpenAPI for every route, including the access it requires and its errors. */
export async function registerOpenApi(web: FastifyInstance): Promise<void> {
  const additions = new Map<string, Additions>()
  await web.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waggle',
        version: manifest.version,
        description,
        contact: { name: 'The maintainers of Waggle' },
        license: { name: manifest.license, identifier: manifest.license },
      },
      tags: describedTags,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: 'waggle' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = toJson(document)
      if (schema?.hide) return { schema, url }
      const described = describeOperation(document.route, (schema ?? {}) as Schemas)
      additions.set(described.schema.operationId, described.additions)
      return { url, schema: { ...schema, ...described.schema } }
    },
    transformObject: (document) => {
      const named = addNamedSchemas(document) as unknown as Document
      return withoutSafeBounds(completed(named, additions))
    },
  })
}

type Operation = {
  operationId: string
  requestBody?: { required: boolean }
  parameters?: Json[]
  responses: Record<string, Json>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** Adds what all operations share, and leaves out named schemas that none refers to. */
function completed(document: Document, additions: Map<string, Additions>): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    complete(operation, additions.get(operation.operationId)!)
  }
  const headers = Object.entries(parameters).map(([name, parameter]) => [
    name,
    { name, in: 'header', ...parameter },
  ])
  const components = {
    ...document.components,
    parameters: Object.fromEntries(headers),
    responses: problems,
  }
  const schemas = referredIn({ ...document, components: { ...components, schemas: {} } }, document)
  return { ...document, components: { ...components, schemas } }
}

function complete(operation: Operation, { isBodyRequired, ...added }: Additions): void {
  const { requestBody, responses } = operation
  if (requestBody) requestBody.required = isBodyRequired
  const headers = added.parameters.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers]
  for (const status of added.problems) {
    responses[status] = withOwn({ $ref: `#/components/responses/${status}` }, responses[status])
  }
}

type Content = { 'application/json': { schema: Json } }

/** A route may answer an error status with a body of its own too, such as a health check. */
function withOwn(shared: Json, own: Json | undefined): Json {
  if (!own) return shared
  const { schema } = (own['content'] as Content)['application/json']
  const anyOf = [schema, { $ref: '#/components/schemas/Problem' }]
  return { ...own, content: { 'application/json': { schema: { anyOf } } } }
}

const reference = /"#\/components\/schemas\/(\w+)"/g

/** The named schemas that a part of the document refers to, also through each other. */
function referredIn(part: unknown, { components: { schemas } }: Document): Record<string, Json> {
  const found = new Set<string>()
  const find = (searched: unknown): void => {
    for (const [, name = ''] of JSON.stringify(searched).matchAll(reference)) {
      if (found.has(name)) continue
      found.add(name)
      find(schemas[name])
    }
  }
  find(part)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}
