import type { PublicEvents, Routes, Rows } from './routes.js'
export type { PublicEvents, Routes, Rows } from './routes.js'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Paths<M extends Method> = {
  [K in keyof Routes]: K extends `${M} ${infer P}` ? P : never
}[keyof Routes]
type Key<M extends Method, P extends Paths<M>> = `${M} ${P}` & keyof Routes
type Values<K extends keyof Routes> = {} extends Routes[K]['values']
  ? [values?: Routes[K]['values']]
  : [values: Routes[K]['values']]
/** A missing body is read as an empty object. */
type Sent<K extends keyof Routes> = undefined extends Routes[K]['body']
  ? Values<K>
  : {} extends Routes[K]['body']
    ? [...Values<K>, body?: Routes[K]['body']]
    : [values: Routes[K]['values'], body: Routes[K]['body']]
type Write<M extends Method> = <P extends Paths<M>>(
  path: P,
  ...sent: Sent<Key<M, P>>
) => Promise<Routes[Key<M, P>]['answer']>
type RowOf<A> = A extends { results: (infer R)[] } ? R : never

/** The message is the sentence of the answer, or the names of wrong fields with their messages. */
export declare class WaggleError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
}
type Of = { tournament: number; version: number }
export type Change = Of & {
  at: string
  commit: { id: string; text: string; undoes: number | null; matches: number[]; cabinets: number[] }
  /** `gone` contains the keys of deleted rows */
  rows: { [T in keyof Rows]?: { put: Rows[T][]; gone: string[] } }
}
export type Snapshot = Of & { rows: { [T in keyof Rows]: Rows[T][] } }
export type TournamentEvent =
  | { version: number; type: 'change'; data: Change }
  /** replaces all changes up to its version */
  | { version: number; type: 'snapshot'; data: Snapshot }
export type Client = {
  get<P extends Paths<'GET'>>(
    path: P,
    ...values: Values<Key<'GET', P>>
  ): Promise<Routes[Key<'GET', P>]['answer']>
  post: Write<'POST'>
  put: Write<'PUT'>
  patch: Write<'PATCH'>
  delete: Write<'DELETE'>
  all<P extends Paths<'GET'>>(
    path: P,
    ...values: Values<Key<'GET', P>>
  ): AsyncGenerator<RowOf<Routes[Key<'GET', P>]['answer']>, void>
  events(
    tournament: number,
    options?: { from?: number; signal?: AbortSignal },
  ): AsyncGenerator<TournamentEvent>
}
export declare function openClient(options: {
  url: string
  key?: string
  fetch?: typeof fetch
}): Client

export type WebhookMessage = {
  [T in keyof PublicEvents]: { type: T; timestamp: string; data: PublicEvents[T] }
}[keyof PublicEvents]
export declare function verifyWebhook(options: {
  headers: Headers | Record<string, string | string[] | undefined>
  body: string
  secret: string
  now?: number
}): Promise<WebhookMessage>
