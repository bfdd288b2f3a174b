import { AsyncLocalStorage } from 'node:async_hooks'
import { hkdfSync, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { claimOwner } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { hash, passwordLength, verify } from './passwords.ts'

/** Where else somebody can have an account that signs in here. */
export type Provider = {
  id: string
  /** as people know it */
  name: string
  clientId: string
  clientSecret: string
  /** of any OpenID provider; left out: Google */
  issuer?: string
}
type AuthOptions = {
  store: Store
  /** what browsers reach this server by */
  publicUrl: string | null
  secret: string | undefined
  providers: readonly Provider[]
}

/** Receives the person that the library would have signed in; our own session is opened for them. */
export const proven = new AsyncLocalStorage<{ person: number | null }>()

/**
 * The library keeps passwords, accounts elsewhere and one-time codes. Sessions are ours alone: its
 * own are written to a store that keeps nothing, so that there is one way to be signed in.
 */
export function openAuth({ store, publicUrl, secret, providers }: AuthOptions) {
  const google = providers.find(({ issuer }) => issuer === undefined)
  const others = providers.filter(({ issuer }) => issuer !== undefined)
  return betterAuth({
    database: { db: store.db, type: 'postgres', schemaName: 'kept', transaction: true },
    baseURL: publicUrl ?? 'http://waggle.invalid',
    basePath: '/api/user/oauth',
    // Only the way to a provider and back is signed with it.
    secret: keyFrom(secret),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    secondaryStorage: nowhere,
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
      // The first account of a site is its owner's.
      user: { create: { after: async ({ id }) => void (await claimOwner(store, Number(id))) } },
      session: { create: { before: async ({ userId }) => prove(Number(userId)) } },
      // Another's tokens are not kept: they are asked once who it is.
      account: { create: { before: async (account) => ({ data: withoutTokens(account) }) } },
    },
    socialProviders: google
      ? { google: { clientId: google.clientId, clientSecret: google.clientSecret } }
      : {},
    plugins: [genericOAuth({ config: others.map(discovered) })],
  })
}
export type Auth = ReturnType<typeof openAuth>

/** Without a secret the way to a provider and back has to end at this process. */
function keyFrom(secret: string | undefined): string {
  const key = secret ? hkdfSync('sha256', secret, '', 'waggle sign-in', 32) : randomBytes(32)
  return Buffer.from(key as Uint8Array).toString('base64url')
}

const nowhere = {
  get: () => null,
  getAndDelete: () => null,
  set: () => {},
  delete: () => {},
  increment: () => 0,
}

function prove(person: number): void {
  const asked = proven.getStore()
  if (asked) asked.person = person
}

function discovered({ id, name, clientId, clientSecret, issuer = '' }: Provider) {
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
