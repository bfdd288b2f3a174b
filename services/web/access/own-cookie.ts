import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets a cookie that only this site receives and that scripts cannot read. */
export function setOwnCookie(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  name: string,
  { token, forMs }: { token: string; forMs: number },
): void {
  reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: forMs / 1000,
  })
}
