import { z } from 'zod'
import { Problem, Stale, WrongFields } from '../errors/problem.ts'

// Parts of the document that operations refer to.

export type Json = Record<string, unknown>
type Named = Parameters<typeof z.globalRegistry.get>[0]

const integer = { type: 'integer', minimum: 0 }
const retryAfter = { ...integer, description: 'In seconds.' }

const waiting = { 'Retry-After': { schema: retryAfter } }

/** The error responses by status; `default` is any other. */
export const problems = {
  400: problem('The query, the body or a header is invalid.', [WrongFields, Problem]),
  401: problem('Not signed in, or the key is not valid.'),
  403: problem('Not allowed.'),
  404: problem('Not found.'),
  409: problem('Refused in the current state, or the idempotency key was used before.', [
    Stale,
    Problem,
  ]),
  413: problem('The body is too large.'),
  415: problem('The body has another content type.'),
  429: problem('Too many requests.', [Problem], waiting),
  503: problem('Not available right now. The same request can be sent again.', [Problem], waiting),
  default: problem('Another error.', [Problem, WrongFields]),
}
export type ProblemStatus = keyof typeof problems

function problem(description: string, bodies: Named[] = [Problem], headers: Json = {}) {
  const refs = bodies.map((body) => ({
    $ref: `#/components/schemas/${z.globalRegistry.get(body)?.id}`,
  }))
  const schema = refs.length === 1 ? refs[0] : { anyOf: refs }
  const requestId = { 'X-Request-Id': { schema: { type: 'string' } } }
  return {
    description,
    headers: { ...requestId, ...headers },
    content: { 'application/json': { schema } },
  }
}

/** Request headers that a rule of `operation.ts` assigns to operations. */
export const parameters = {
  'Idempotency-Key': header('^[\\x21-\\x7e]{1,100}$', [
    'Chosen by the client. The write takes effect once, however often it is sent with the same key,',
    'and is answered in the same way.',
  ]),
  'If-Match': header('^(\\*|(W/)?"?\\d{1,9}"?)$', [
    'The version of the tournament that the client saw, such as "12". If it has changed since,',
    'a command on it is refused with 409 STALE. expectedVersion in the body means the same.',
  ]),
  'If-None-Match': header(undefined, [
    'The ETag of the response that the client has. If that is still current, the response is 304.',
  ]),
  'X-Device': header(undefined, ['The name of the device, for the history; percent-encoded.']),
  'X-Client-Time': header(undefined, [
    "The time of the press by the device's clock, for the history.",
  ]),
}
export type ParameterName = keyof typeof parameters

function header(pattern: string | undefined, description: string[]) {
  const schema = { type: 'string', ...(pattern !== undefined && { pattern }) }
  return { description: description.join(' '), schema }
}

/** In the body of a command on a tournament. */
export const expectedVersion = {
  ...integer,
  description: 'The same as the header If-Match, which takes precedence.',
}

/** Headers of responses. */
export const responseHeaders = {
  'Retry-After': retryAfter,
  'X-Version': { ...integer, description: 'The version of the tournament that has this change.' },
  ETag: {
    type: 'string',
    description: 'For If-None-Match. Missing if the response is not cacheable.',
  },
  Location: { type: 'string', description: 'Where the response redirects to.' },
  'Idempotency-Key': { type: 'string', description: 'The key of the request, or a generated one.' },
}
