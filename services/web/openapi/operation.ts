import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { accessLevelOf } from '../access/access.ts'
import type { AccessLevel } from '../access/access.ts'
import { readMethods } from '../access/public-read.ts'
import { expectedVersion, problems, responseHeaders } from './components.ts'
import type { Json, ParameterName, ProblemStatus } from './components.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the write sends commands on a tournament, and its answer has the new version */
    isCommand?: boolean
    /** the answer is stored, so that a retry with the same key has no second effect (P2) */
    isIdempotent?: boolean
  }
}

type Schema = Json & { properties?: Json }
/** The schemas of a route as JSON Schema. */
export type Schemas = {
  querystring?: Schema
  params?: Schema
  body?: Schema
  headers?: Schema
  response?: Record<string, Schema>
}
/** What the plugin's own description of an operation cannot express. */
export type Additions = {
  problems: ProblemStatus[]
  parameters: ParameterName[]
  isBodyRequired: boolean
}

/** Describes an operation from its route: everything follows from its schemas and configuration. */
export function describeOperation(route: RouteOptions, schemas: Schemas) {
  const { config = {}, url, method } = route
  const who = config.access ? accessLevelOf(config.access) : 'everyone'
  const isCached = schemas.response !== undefined && '304' in schemas.response
  const body = bodyOf(config, schemas.body)
  const schema = {
    ...schemas,
    ...(body && { body }),
    ...(schemas.headers && { headers: withTitles(schemas.headers) }),
    ...(config.takesForm && { consumes: formTypes }),
    response: responsesOf(schemas.response ?? {}, config, isCached),
    operationId: operationIdOf(String(method), url, isList(schemas)),
    tags: [tagOf(url)],
    description: `For: ${who}`,
    security: securityOf(who),
  }
  const additions: Additions = {
    problems: problemsOf(route, { ...schemas, body }),
    parameters: [
      ...(config.isIdempotent ? (['Idempotency-Key'] as const) : []),
      ...(config.isCommand ? (['If-Match', 'X-Device', 'X-Client-Time'] as const) : []),
      ...(isCached ? (['If-None-Match'] as const) : []),
    ],
    isBodyRequired: config.takesZip === true || !acceptsEmpty(route.schema?.body),
  }
  return { schema, additions }
}

/** A missing body is read as an empty object. */
function acceptsEmpty(body: unknown): boolean {
  return body === undefined || (body as z.ZodType).safeParse({}).success
}

const formTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

function bodyOf(config: FastifyContextConfig, body: Schema | undefined): Schema | undefined {
  if (config.takesZip) {
    const schema = { type: 'string', format: 'binary' }
    return { content: { 'application/zip': { schema } } }
  }
  if (!config.isCommand || (body && body.type !== 'object')) return body
  const { properties, ...rest } = body ?? { type: 'object' }
  return { ...rest, properties: { ...properties, expectedVersion } }
}

function isList({ querystring }: Schemas): boolean {
  return 'page' in (querystring?.properties ?? {})
}

/** The schemas of headers have lower-case names, as Node does. */
function withTitles({ properties = {}, ...rest }: Schema): Schema {
  const titled = Object.entries(properties).map(([name, schema]) => [
    name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    schema,
  ])
  return { ...rest, properties: Object.fromEntries(titled) }
}

function responsesOf(
  schemas: Record<string, Schema>,
  { isCommand, isIdempotent }: FastifyContextConfig,
  isCached: boolean,
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([status, schema]) => {
      const names: (keyof typeof responseHeaders)[] = [
        ...(isCommand ? (['X-Version'] as const) : []),
        ...(isIdempotent ? (['Idempotency-Key'] as const) : []),
        ...(isCached ? (['ETag'] as const) : []),
        ...(/^30[123]$/.test(status) ? (['Location'] as const) : []),
        ...(status === '503' ? (['Retry-After'] as const) : []),
      ]
      const headers = Object.fromEntries(names.map((name) => [name, responseHeaders[name]]))
      const described = {
        description: STATUS_CODES[status] ?? status,
        ...(names.length > 0 && { headers }),
      }
      // The plugin leaves out the content of responses with the type null.
      if (schema.type === 'null') return [status, { ...described, type: 'null' }]
      return [status, { ...described, content: contentOf(schema) }]
    }),
  )
}

function contentOf({ contentTypes = ['application/json'], ...schema }: Schema): Json {
  return Object.fromEntries((contentTypes as string[]).map((type) => [type, { schema }]))
}

function securityOf(who: AccessLevel): Record<string, string[]>[] {
  if (who === 'everyone') return []
  return who === 'self' ? [{ session: [] }] : [{ key: [] }, { session: [] }]
}

function problemsOf({ method, config = {} }: RouteOptions, schemas: Schemas): ProblemStatus[] {
  const always: ProblemStatus[] = config.skipsOverload ? [429, 'default'] : [429, 503, 'default']
  if (config.repeatsErrors) return always
  const isWrite = !readMethods.has(String(method))
  const isRestricted = !['everyone', 'cabinet'].includes(accessLevelOf(config.access!))
  const occurs: Partial<Record<ProblemStatus, boolean>> = {
    400: isWrite || schemas.querystring !== undefined,
    401: isRestricted,
    403: isRestricted,
    // An id of another format, or a page after the last.
    404: schemas.params !== undefined || isList(schemas),
    409: config.isIdempotent === true,
    413: schemas.body !== undefined,
    415: schemas.body !== undefined,
  }
  const statuses = Object.keys(problems).map((status) => Number(status) as ProblemStatus)
  return [...statuses.filter((status) => occurs[status]), ...always]
}

/**
 * A name for generated clients: `PUT /api/tournament/match/:id/start/` is `putMatchStart`, and the
 * `GET` of a list is `listMatch`. The first part of a path is left out if it says nothing more.
 */
export function operationIdOf(method: string, url: string, isList: boolean): string {
  const parts = partsOf(url)
  const [area, noun = ''] = parts
  const isImplied = parts.length > 1 && (area === noun || (area === 'tournament' && noun !== ':'))
  const words = parts.slice(isImplied ? 1 : 0).filter((part) => part !== ':')
  const verb = isList ? 'list' : method.toLowerCase()
  return (
    verb +
    words
      .flatMap((part) => part.split(/\W/))
      .map(capitalized)
      .join('')
  )
}

/** The noun that a path is about; all of an account belongs together. */
export function tagOf(url: string): string {
  const [area = '', noun = ':'] = partsOf(url)
  return noun === ':' || area === 'user' ? area : noun
}

/** The parts of a path below `/api/`, with `:` for each parameter. */
function partsOf(url: string): string[] {
  const parts = url.split('/').filter((part) => part !== '')
  const named = parts.map((part) => (part.startsWith(':') ? ':' : part))
  return named[0] === 'api' && named.length > 2 ? named.slice(1) : named
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
