import { AsyncLocalStorage } from 'node:async_hooks'
import { hkdfSync, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { claimOwner } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { hash, passwordLength, verify } from './passwords.ts'

/** An external identity provider. */
export type Provider = {
  id: string
  /** name shown to people */
  name: string
  clientId: string
  clientSecret: string
  /** issuer of an OpenID provider; without it the provider is Google */
  issuer?: string
}
type AuthOptions = {
  store: Store
  /** the server's public URL */
  publicUrl: string | null
  secret: string | undefined
  providers: readonly Provider[]
}

/** Receives the person that the library signs in; our own session is then opened for them. */
export const signedInPerson = new AsyncLocalStorage<{ person: number | null }>()

/**
 * The library manages passwords, provider accounts and one-time codes. Its own sessions are written
 * to a store that discards them, so that our sessions are the only ones.
 */
export function openAuth({ store, publicUrl, secret, providers }: AuthOptions) {
  const google = providers.find(({ issuer }) => issuer === undefined)
  const others = providers.filter(({ issuer }) => issuer !== undefined)
  return betterAuth({
    database: { db: store.db, type: 'postgres', schemaName: 'kept', transaction: true },
    baseURL: publicUrl ?? 'http://waggle.invalid',
    basePath: '/api/user/oauth',
    // Only used to sign the state of a provider sign-in.
    secret: keyFrom(secret),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    secondaryStorage: discardingStore,
    advanced: {
      database: { generateId: 'serial' },
      cookiePrefix: 'waggle',
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
    },
    user: { modelName: 'person' },
    account: {
      modelName: 'credential',
      fields: { userId: 'person' },
      updateAccountOnSignIn: false,
      storeStateStrategy: 'database',
      // An unverified address must not link a new sign-in to an existing account.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    verification: { storeIdentifier: 'hashed', storeInDatabase: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most * 2,
      password: { hash, verify },
    },
    databaseHooks: {
      // The first account of a site becomes its owner.
      user: { create: { after: async ({ id }) => void (await claimOwner(store, Number(id))) } },
      session: { create: { before: async ({ userId }) => reportPerson(Number(userId)) } },
      // Provider tokens are not stored, because they are needed only once.
      account: { create: { before: async (account) => ({ data: withoutTokens(account) }) } },
    },
    socialProviders: google
      ? { google: { clientId: google.clientId, clientSecret: google.clientSecret } }
      : {},
    plugins: [genericOAuth({ config: others.map(oidcConfig) })],
  })
}
export type Auth = ReturnType<typeof openAuth>

/** Without a secret the key is random, so a provider sign-in has to end at the same process. */
function keyFrom(secret: string | undefined): string {
  const key = secret ? hkdfSync('sha256', secret, '', 'waggle sign-in', 32) : randomBytes(32)
  return Buffer.from(key as Uint8Array).toString('base64url')
}

const discardingStore = {
  get: () => null,
  getAndDelete: () => null,
  set: () => {},
  delete: () => {},
  increment: () => 0,
}

function reportPerson(person: number): void {
  const result = signedInPerson.getStore()
  if (result) result.person = person
}

function oidcConfig({ id, name, clientId, clientSecret, issuer = '' }: Provider) {
  return {
    providerId: id,
    name,
    clientId,
    clientSecret,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
  }
}

const tokens = {
  accessToken: undefined,
  refreshToken: undefined,
  idToken: undefined,
  accessTokenExpiresAt: undefined,
  refreshTokenExpiresAt: undefined,
  scope: undefined,
}

function withoutTokens<T extends object>(account: T) {
  return { ...account, ...tokens }
}
