import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { notFound, tryAgain } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { safeRedirect } from './safe-redirect.ts'
import { enter, refuseElsewhere } from './sign-in.ts'

const Provider = z.object({ provider: z.string().regex(/^[a-z]{1,20}$/) })
const To = z.object({ to: z.string().max(500).default('/') })
const Leaving = z.object({ url: z.string() })

const whereTo = 'waggle-to'
const waySeconds = 10 * 60
const config = { access: 'signIn' } as const

/** To a provider that knows the person, and back. What it is asked for is who that is, once. */
export function oauthRoutes(context: Context): void {
  const { web, accounts } = context
  web.post(
    '/api/user/oauth/:provider/',
    { config, schema: { params: Provider, body: To, response: { 200: Leaving } } },
    async (request, reply) => {
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
    },
  )

  web.get(
    '/api/user/oauth/callback/:provider/',
    { config, schema: { params: Provider } },
    async (request, reply) => {
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
    },
  )
}

function setCookies(reply: FastifyReply, lines: string[]): void {
  for (const line of lines) reply.header('set-cookie', line)
}
