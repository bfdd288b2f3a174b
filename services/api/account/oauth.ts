import type { FastifyReply } from 'fastify'
import { notFound, tryAgain } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { safeRedirect } from './safe-redirect.ts'
import { enter, refuseElsewhere } from './sign-in.ts'
import { route } from '../http/route.ts'

const whereTo = 'waggle-to'
const waySeconds = 10 * 60
const config = { access: 'signIn' } as const

/** To a provider that knows the person, and back. What it is asked for is who that is, once. */
export function oauthRoutes(context: Context): void {
  const { web, accounts } = context
  route(web, 'POST /api/user/oauth/:provider/', config, async (request, reply) => {
    refuseElsewhere(request)
    const { provider } = request.params
    if (!accounts.providers.some(({ id }) => id === provider)) throw notFound()
    const left = await accounts.leave(provider)
    if (!left) throw tryAgain('The other site does not answer just now. Try again.')
    const { cookies, url } = left
    setCookies(reply, cookies)
    reply.setCookie(whereTo, safeRedirect(request.body.to), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: waySeconds,
    })
    return { url }
  })

  route(web, 'GET /api/user/oauth/callback/:provider/', config, async (request, reply) => {
    const { provider } = request.params
    if (!accounts.providers.some(({ id }) => id === provider)) throw notFound()
    const query = new URL(request.url, 'http://waggle.invalid').search
    const path = `/api/user/oauth/callback/${provider}${query}`
    const { person, cookies } = await accounts.comeBack(path, request.headers.cookie ?? '')
    setCookies(reply, cookies)
    const to = safeRedirect(request.cookies[whereTo])
    reply.clearCookie(whereTo, { path: '/' }).header('cache-control', 'no-store')
    if (person === null) return reply.redirect('/sign-in?problem=elsewhere')
    await enter(context, { request, reply }, person)
    return reply.redirect(to)
  })
}

function setCookies(reply: FastifyReply, lines: string[]): void {
  for (const line of lines) reply.header('set-cookie', line)
}
