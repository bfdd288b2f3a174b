import type { FastifyReply } from 'fastify'
import { notFound, tryAgain } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { safeRedirect } from './safe-redirect.ts'
import { startSession, refuseCrossSite } from './sign-in.ts'
import { route } from '../http/route.ts'

const redirectCookie = 'waggle-to'
const redirectCookieSeconds = 10 * 60
const config = { access: 'signIn', isIdempotent: false } as const

/** Signs in through an identity provider, which is only asked for the person's identity. */
export function oauthRoutes(context: Context): void {
  const { web, accounts } = context
  route(web, 'POST /api/user/oauth/:provider/', config, async (request, reply) => {
    refuseCrossSite(request)
    const { provider } = request.params
    if (!accounts.providers.some(({ id }) => id === provider)) throw notFound()
    const departure = await accounts.leave(provider)
    if (!departure) throw tryAgain('The other site is not responding. Try again in a moment.')
    const { cookies, url } = departure
    setCookies(reply, cookies)
    reply.setCookie(redirectCookie, safeRedirect(request.body.to), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: redirectCookieSeconds,
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
    const to = safeRedirect(request.cookies[redirectCookie])
    reply.clearCookie(redirectCookie, { path: '/' }).header('cache-control', 'no-store')
    if (person === null) {
      const search = new URLSearchParams({ problem: 'elsewhere', ...(to !== '/' && { to }) })
      return reply.redirect(`/sign-in?${search.toString()}`)
    }
    await startSession(context, { request, reply }, person)
    return reply.redirect(to)
  })
}

function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}
