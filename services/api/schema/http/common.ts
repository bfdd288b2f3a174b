import { z } from 'zod'
import { cleanName } from '#events/text/clean-name.ts'
import { maxInteger, maxRowsPerPage } from '#events/rules/limits.ts'
import { slugPattern } from '#events/text/slug.ts'

/** An id in a body. */
export const Id = z.int().positive().max(maxInteger)

/** An id in a path or query, where everything is text. */
export const IdText = z.coerce.number().int().positive().max(maxInteger)
export const ById = z.object({ id: IdText })
export const IdFilter = IdText.optional()

export const Order = z.object({
  order: z.array(Id).max(1_000),
  /** the order the client saw; refused if it has changed meanwhile */
  expected: z.array(Id).max(1_000).optional(),
})
export type Order = z.infer<typeof Order>
export const OrderBody = z.object({ order: z.array(z.int()) })

const defaultRows = 50
const maxPage = 1_000_000

/** Parameters of every list. */
export const paging = {
  page: z.coerce.number().int().min(1).max(maxPage).default(1).describe('counts from 1'),
  rowsPerPage: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPage)
    .default(defaultRows)
    .describe(`a larger value than ${maxRowsPerPage} is reduced to it`),
}
export function listOf<T extends z.ZodType>(row: T) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })
}

export const InTournament = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

export function listBy<Q extends z.ZodType, T extends z.ZodType>(querystring: Q, row: T) {
  return { querystring, response: { 200: listOf(row) } }
}

/** The schemas of reading one object, or of a command on it without a body. */
export function byId<A extends z.ZodType>(answer: A) {
  return { params: ById, response: { 200: answer } }
}

/** The schemas of a command on one object, which is named by its id in the path. */
export function toOne<B extends z.ZodType, A extends z.ZodType>(body: B, answer: A) {
  return { params: ById, body, response: { 200: answer } }
}

/** The same with an ETag: the answer is 304 if the client has the current rows. */
export function cached<S extends { response: object }>(schemas: S) {
  return { ...schemas, response: { ...schemas.response, 304: z.null() } }
}

/** The device that sends a request, for routes that are not commands on a tournament. */
export const FromDevice = z.looseObject({
  'x-device': z.string().optional().describe('the name of the device; percent-encoded'),
})

/** An answer of text, in one of these types. */
export function textOf<T = AsyncIterable<string>>(...contentTypes: string[]) {
  const isJson = contentTypes.includes('application/json')
  return z.custom<T>().meta({ contentTypes, ...(!isJson && { type: 'string' }) })
}

/** An answer of bytes. */
export function bytesOf<T = AsyncIterable<Uint8Array>>(...contentTypes: string[]) {
  return z.custom<T>().meta({ type: 'string', format: 'binary', contentTypes })
}

/** The answer of a route that redirects the browser. */
export const Redirect = z.null()

/** A name that people see. `missing` is the message if it is empty or has no visible character. */
export function nameOf(maxLength: number, missing?: string) {
  return z.string(missing).overwrite(cleanName).min(1, missing).max(maxLength, 'Too long')
}

/** A name used by cabinet clients and in addresses; converted to lower case. */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(slugPattern, 'Use only letters a-z, digits, - and _, at most 60 in all')
export const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a colour such as #ffcc00')

const Health = z.object({ status: z.enum(['ok', 'database away']) })
export const healthApi = { 'GET /api/health/': { response: { 200: Health, 503: Health } } }
