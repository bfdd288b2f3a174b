// Identity: passwords, identity providers, one-time codes, and their rate limits.
import { randomBytes } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { openAuth } from './auth.ts'
import type { Auth, Provider } from './auth.ts'
import { mailerFrom } from './mail.ts'
import type { Mail, Mailer } from './mail.ts'
import { beginSignIn, finishSignIn, providersFrom } from './oauth.ts'
import type { ProviderRedirect, ProviderResult } from './oauth.ts'
import { hash, verify } from './passwords.ts'
import { openThrottle } from './throttle.ts'
import type { Throttle } from './throttle.ts'

export {
  answerInvitation,
  invitationsFor,
  sceneOfInvitation,
  acceptInvitation,
} from './invitation.ts'
export type { Mail } from './mail.ts'
export { passwordLength, passwordProblem } from './passwords.ts'

export type AccountOptions = {
  store: Store
  /** the server's public URL, to which mails and providers link back */
  publicUrl?: string | null
  secret?: string | undefined
  providers?: readonly Provider[]
  /** null if mail is disabled */
  mailer?: Mailer | null
  now?: () => number
  logError?: (message: string, error: unknown) => void
}
/** The purpose of a one-time code; a code is valid for one purpose only. */
type Purpose = 'confirm' | 'reset' | 'email'
export type Account = {
  id: number
  name: string
  email: string | null
  emailVerified: boolean
  isOwner: boolean
  hasPassword: boolean
}

export type Accounts = {
  throttle: Throttle
  sendsMail: boolean
  providers: { id: string; name: string }[]
  now(): number
  /** null if the e-mail address already has an account */
  signUp(details: { name: string; email: string; password: string }): Promise<number | null>
  /** the account if the password is correct; takes the same time for an unknown e-mail address */
  check(email: string, password: string): Promise<Account | null>
  of(person: number): Promise<Account | null>
  byEmail(email: string): Promise<Account | null>
  setPassword(person: number, password: string): Promise<void>
  /** creates a one-time code for a link; only its hash is stored */
  newCode(purpose: Purpose, about: string, lifeMs: number): Promise<string>
  readCode(purpose: Purpose, code: string): Promise<string | null>
  /** consumes a code; only one of several concurrent calls succeeds */
  useCode(purpose: Purpose, code: string): Promise<string | null>
  forgetCodes(about: readonly string[]): Promise<void>
  /** an absolute URL if the public URL is known, otherwise a path */
  linkTo(purpose: keyof typeof paths, code: string, to?: string): string
  home(path: string): string
  /** sends in the background; if it fails, the user can request another mail */
  send(mail: Mail): void
  leave(provider: string): Promise<ProviderRedirect | null>
  comeBack(path: string, cookie: string): Promise<ProviderResult>
}

export function openAccounts(options: AccountOptions): Accounts {
  const { store, publicUrl = null, providers = [], mailer = null, logError = () => {} } = options
  const { secret, now = Date.now } = options
  if (providers.length > 0 && !publicUrl) {
    throw new Error(
      'Signing in with other sites needs PUBLIC_URL, because they send people back to it.',
    )
  }
  let opened: Auth | null = null
  const auth = () => (opened ??= openAuth({ store, publicUrl, secret, providers }))
  const home = (path: string) => `${publicUrl ?? ''}${path}`
  return {
    throttle: openThrottle(store, now),
    sendsMail: mailer !== null,
    providers: providers.map(({ id, name }) => ({ id, name })),
    now,
    signUp: (details) => signUp(auth(), details),
    check: (email, password) => check(store, email, password),
    of: (person) => accountOf(store, { id: person }),
    byEmail: (email) => accountOf(store, { email }),
    setPassword: (person, password) => setPassword(store, person, password),
    ...codesOf(store, auth),
    linkTo: (purpose, code, to) => home(paths[purpose](code, to)),
    home,
    send(mail) {
      mailer?.(mail).catch((error: unknown) => logError('mail', error))
    },
    async leave(provider) {
      if (!providers.some(({ id }) => id === provider)) return null
      const redirect = await beginSignIn(auth(), provider).catch(() => null)
      // If the provider was unreachable, the library is reopened to load its metadata again.
      if (!redirect) opened = null
      return redirect
    },
    comeBack: (path, cookie) => finishSignIn(auth(), { url: home(path), cookie }),
  }
}

/** Opens accounts with the environment's settings, which `overrides` take precedence over. */
export function accountsFrom(
  env: NodeJS.ProcessEnv,
  overrides: Partial<AccountOptions> & Pick<AccountOptions, 'store'>,
): Accounts {
  const publicUrl = env['PUBLIC_URL']?.replace(/\/+$/, '') || null
  const secret = env['WAGGLE_SECRET']
  const providers = providersFrom(env)
  return openAccounts({ publicUrl, secret, providers, mailer: mailerFrom(env), ...overrides })
}

async function signUp(
  auth: Auth,
  body: { name: string; email: string; password: string },
): Promise<number | null> {
  const { internalAdapter } = await auth.$context
  try {
    const { user } = await auth.api.signUpEmail({ body })
    // For a taken e-mail address the library returns a made-up person with letters in the id.
    return /^\d+$/.test(user.id) ? Number(user.id) : null
  } catch (error) {
    // A concurrent sign-up used the same e-mail address.
    if (await internalAdapter.findUserByEmail(body.email)) return null
    throw error
  }
}

async function check(store: Store, email: string, password: string): Promise<Account | null> {
  const found = await store.db
    .selectFrom('kept.person')
    .innerJoin('kept.credential', 'kept.credential.person', 'kept.person.id')
    .select(['kept.person.id', 'kept.credential.password'])
    .where('kept.person.email', '=', email)
    .where('kept.credential.providerId', '=', 'credential')
    .executeTakeFirst()
  const fits = await verify({ hash: found?.password ?? null, password })
  return fits && found ? accountOf(store, { id: found.id }) : null
}

async function accountOf(
  { db }: Store,
  by: { id: number } | { email: string },
): Promise<Account | null> {
  const found = await db
    .selectFrom('kept.person')
    .leftJoin('kept.credential', (join) =>
      join
        .onRef('kept.credential.person', '=', 'kept.person.id')
        .on('kept.credential.providerId', '=', 'credential'),
    )
    .select(['kept.person.id', 'name', 'email', 'emailVerified', 'isOwner'])
    .select((eb) => eb('kept.credential.password', 'is not', null).as('hasPassword'))
    .where('id' in by ? 'kept.person.id' : 'kept.person.email', '=', 'id' in by ? by.id : by.email)
    .executeTakeFirst()
  return found ? { ...found, hasPassword: Boolean(found.hasPassword) } : null
}

async function setPassword({ db }: Store, person: number, password: string): Promise<void> {
  const account = { password: await hash(password), updatedAt: new Date() }
  await db
    .insertInto('kept.credential')
    .values({ person, providerId: 'credential', accountId: `${person}`, ...account })
    .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doUpdateSet(account))
    .execute()
}

type Codes = Pick<Accounts, 'newCode' | 'readCode' | 'useCode' | 'forgetCodes'>

function codesOf({ db }: Store, auth: () => Auth): Codes {
  const adapter = async () => (await auth().$context).internalAdapter
  return {
    async newCode(purpose, about, lifeMs) {
      const code = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + lifeMs)
      const identifier = `${purpose}:${code}`
      await (await adapter()).createVerificationValue({ identifier, value: about, expiresAt })
      return code
    },
    async readCode(purpose, code) {
      const found = await (await adapter()).findVerificationValue(`${purpose}:${code}`)
      return found && found.expiresAt > new Date() ? found.value : null
    },
    async useCode(purpose, code) {
      return (await (await adapter()).consumeVerificationValue(`${purpose}:${code}`))?.value ?? null
    },
    async forgetCodes(about) {
      await db.deleteFrom('kept.verification').where('value', 'in', about).execute()
    },
  }
}

// Browsers do not send the part after `#` to a server, so codes are in no access log (P19).
// `to` is the page on which the person signed up.
type MailPath = (code: string, to?: string) => string
const paths: Record<'confirm' | 'reset' | 'email' | 'invitation', MailPath> = {
  confirm: (code, to = '/') =>
    to === '/' ? `/confirm#${code}` : `/confirm?to=${encodeURIComponent(to)}#${code}`,
  reset: (code) => `/reset#${code}`,
  email: (code) => `/account#email=${code}`,
  invitation: (code) => `/account#role=${code}`,
}
