import type { FastifyReply, FastifyRequest } from 'fastify'

/** For this site alone, and out of reach of scripts. */
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
