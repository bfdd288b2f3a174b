// A fake OpenID provider: it knows one person at a time and validates the requests it receives.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = { sub: string; email: string; email_verified: boolean; name: string }
export type OpenId = {
  issuer: string
  /** the person who signs in next */
  who: Claims
  /** the path to which the provider redirects the browser after consent */
  consent(url: string): string
  close(): void
}
const clientId = 'waggle'
export const client = { clientId, clientSecret: 'a secret between servers' }

export async function startOpenId(): Promise<OpenId> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, { nonce: string; challenge: string; claims: Claims }>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', openId.issuer)
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (pathname === '/.well-known/openid-configuration') {
      const { issuer } = openId
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (pathname === '/keys') {
      return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }] })
    }
    if (pathname !== '/token') return answer({}, 404)
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      const grant = grants.get(form.get('code') ?? '')
      grants.delete(form.get('code') ?? '')
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isClient = form.get('client_secret') === client.clientSecret
      if (!grant || proof !== grant.challenge || !isClient) {
        return answer({ error: 'invalid_grant' }, 400)
      }
      const now = Math.floor(Date.now() / 1000)
      const body = {
        iss: openId.issuer,
        aud: clientId,
        iat: now,
        exp: now + 60,
        nonce: grant.nonce,
      }
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'RS256', kid: '1' })}.${part({ ...body, ...grant.claims })}`
      const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
      answer({
        access_token: 'opens nothing',
        token_type: 'Bearer',
        id_token: `${signed}.${signature}`,
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const openId: OpenId = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    who: { sub: '1', email: 'nobody@example.org', email_verified: true, name: 'Nobody' },
    consent(url) {
      const query = new URL(url).searchParams
      const code = randomUUID()
      const { who: claims } = openId
      const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? '']
      grants.set(code, { nonce, challenge, claims })
      const redirect = new URL(query.get('redirect_uri') ?? '')
      redirect.searchParams.set('code', code)
      redirect.searchParams.set('state', query.get('state') ?? '')
      return `${redirect.pathname}${redirect.search}`
    },
    close: () => server.close(),
  }
  return openId
}
