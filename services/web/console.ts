import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './rejection.ts'

const notBuilt = `The console is not built yet.

Run "npm run build", then load this page again. The interface for programs is at /api/docs/.
`
const machines = /^\/(api|ws)(\/|$)/
const hashed = /^\/assets\//

/** The built console: files as they are, and its page for every other address people may open. */
export async function serveConsole(web: FastifyInstance, dist: string): Promise<void> {
  await web.register(fastifyStatic, { root: dist, serve: false, suppressWarning: true })
  const page = join(dist, 'index.html')

  web.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: 'openConsole' }, schema: { hide: true } },
    async (request, reply) => {
      const path = `/${request.params['*']}`
      if (machines.test(path)) throw notFound()
      if (!existsSync(page)) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
      if (hashed.test(path)) {
        return reply.sendFile(path, { maxAge: '365d', immutable: true })
      }
      // What looks like a file is one or is missing; everything else is a page of the console.
      if (/\.\w+$/.test(path) && existsSync(join(dist, path)))
        return reply.sendFile(path, { maxAge: 0 })
      return reply.sendFile('index.html', { maxAge: 0 })
    },
  )
}
