import { proven } from './auth.ts'
import type { Auth, Provider } from './auth.ts'

/** `cookies`: whole `set-cookie` lines, to find the way back by */
export type Leaving = { url: string; cookies: string[] }
export type Returned = { person: number | null; cookies: string[] }

const sessionCookie = /^(__Secure-)?waggle\.(session_token|session_data|dont_remember)=/

/** To the provider; the browser comes back to `/api/user/oauth/callback/{provider}`. */
export async function leave(auth: Auth, provider: string): Promise<Leaving | null> {
  const { response, headers } = await auth.api.signInSocial({
    body: { provider, callbackURL: '/', errorCallbackURL: '/sign-in', disableRedirect: true },
    headers: new Headers(),
    returnHeaders: true,
  })
  if (!('url' in response) || !response.url) return null
  return { url: response.url, cookies: headers.getSetCookie().filter(isOurs) }
}

/** Back from there: who it is, if the provider said so. */
export async function comeBack(
  auth: Auth,
  { url, cookie }: { url: string; cookie: string },
): Promise<Returned> {
  const asked = { person: null as number | null }
  const request = new Request(url, { headers: { cookie } })
  const answer = await proven.run(asked, () => auth.handler(request))
  return { person: asked.person, cookies: answer.headers.getSetCookie().filter(isOurs) }
}

/** Its session is kept nowhere, and so needs no cookie. */
function isOurs(line: string): boolean {
  return !sessionCookie.test(line)
}

/** Google by `GOOGLE_CLIENT_ID` and `…_SECRET`; any OpenID provider by `OIDC_ISSUER`, `OIDC_CLIENT_ID` …, named `OIDC_NAME`. */
export function providersFrom(env: NodeJS.ProcessEnv): Provider[] {
  const found: Provider[] = []
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    const [clientId, clientSecret] = [GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET]
    found.push({ id: 'google', name: 'Google', clientId, clientSecret })
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId && clientSecret) {
    const name = env['OIDC_NAME'] || new URL(issuer).hostname
    found.push({ id: 'oidc', name, clientId, clientSecret, issuer })
  }
  return found
}
