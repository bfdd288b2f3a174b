import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RouteKey = `${Method} /${string}`
type Schema = {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  response?: Record<number, z.ZodType>
}

export type OneRoute<S extends Schema> = { method: Method; url: string; schema: S }

/** The route of that method and path, for `web.route`. */
export function on<R extends Record<string, Schema>, K extends keyof R & RouteKey>(
  routes: R,
  key: K,
): OneRoute<R[K]> {
  const space = key.indexOf(' ')
  return {
    method: key.slice(0, space) as Method,
    url: key.slice(space + 1),
    schema: routes[key],
  }
}
