import type { Provider } from './auth.ts'

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
