import type { FastifyInstance } from 'fastify'

/** For whoever supervises the process: it is up and takes requests. */
export function health(web: FastifyInstance): void {
  web.get('/health', { config: { access: 'readPublic' } }, async () => ({ ok: true }))
}
