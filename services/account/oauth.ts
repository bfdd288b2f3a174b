import { signedInPerson } from './auth.ts'
import type { Auth, Provider } from './auth.ts'

/** Where to redirect the browser; `cookies` are complete `set-cookie` values for the way back. */
export type ProviderRedirect = { url: string; cookies: string[] }
export type ProviderResult = { person: number | null; cookies: string[] }

const sessionCookie = /^(__Secure-)?waggle\.(session_token|session_data|dont_remember)=/

/**
 * Starts a sign-in at a provider, which redirects back to `/api/user/oauth/callback/{provider}`.
 */
export async function beginSignIn(auth: Auth, provider: string): Promise<ProviderRedirect | null> {
  const { response, headers } = await auth.api.signInSocial({
    body: { provider, callbackURL: '/', errorCallbackURL: '/sign-in', disableRedirect: true },
    headers: new Headers(),
    returnHeaders: true,
  })
  if (!('url' in response) || !response.url) return null
  return { url: response.url, cookies: headers.getSetCookie().filter(isOurs) }
}

/** Handles the redirect back from the provider; `person` is null if the sign-in failed. */
export async function finishSignIn(
  auth: Auth,
  { url, cookie }: { url: string; cookie: string },
): Promise<ProviderResult> {
  const result = { person: null as number | null }
  const request = new Request(url, { headers: { cookie } })
  const answer = await signedInPerson.run(result, () => auth.handler(request))
  return { person: result.person, cookies: answer.headers.getSetCookie().filter(isOurs) }
}

/** The library's own session is not stored, so its session cookies are dropped. */
function isOurs(line: string): boolean {
  return !sessionCookie.test(line)
}

/**
 * Reads providers from the environment: Google from `GOOGLE_CLIENT_ID` and `…_SECRET`, any OpenID
 * provider from `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` and `OIDC_NAME`.
 */
export function providersFrom(env: NodeJS.ProcessEnv): Provider[] {
  const providers: Provider[] = []
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    const [clientId, clientSecret] = [GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET]
    providers.push({ id: 'google', name: 'Google', clientId, clientSecret })
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId && clientSecret) {
    const name = env['OIDC_NAME'] || new URL(issuer).hostname
    providers.push({ id: 'oidc', name, clientId, clientSecret, issuer })
  }
  return providers
}
