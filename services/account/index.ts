// Who somebody is: passwords, accounts elsewhere, one-time codes, and how often they may be tried.
import { randomBytes } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { openAuth } from './auth.ts'
import type { Auth, Provider } from './auth.ts'
import { paths } from './mail-paths.ts'
import { mailerFrom } from './mail.ts'
import type { Mail, Mailer } from './mail.ts'
import { comeBack, leave, providersFrom } from './oauth.ts'
import type { Leaving, Returned } from './oauth.ts'
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
  /** what browsers reach this server by: where mails and providers lead back to */
  publicUrl?: string | null
  secret?: string | undefined
  providers?: readonly Provider[]
  /** null: no mail is sent */
  mailer?: Mailer | null
  now?: () => number
  note?: (what: string, error: unknown) => void
}
/** What a code opens; each is for one thing only. */
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
  /** null: the e-mail has an account */
  signUp(who: { name: string; email: string; password: string }): Promise<number | null>
  /** the account whose password this is; as slow for an e-mail that nobody has */
  check(email: string, password: string): Promise<Account | null>
  of(person: number): Promise<Account | null>
  byEmail(email: string): Promise<Account | null>
  setPassword(person: number, password: string): Promise<void>
  /** a one-time code for a link; only its hash is kept */
  newCode(purpose: Purpose, about: string, lifeMs: number): Promise<string>
  readCode(purpose: Purpose, code: string): Promise<string | null>
  /** of several at once, one gets it */
  useCode(purpose: Purpose, code: string): Promise<string | null>
  forgetCodes(about: readonly string[]): Promise<void>
  /** whole where the server knows its address, else a path */
  linkTo(purpose: keyof typeof paths, code: string): string
  home(path: string): string
  /** on its way; a mail that does not go out is asked for again */
  send(mail: Mail): void
  leave(provider: string): Promise<Leaving | null>
  comeBack(path: string, cookie: string): Promise<Returned>
}

export function openAccounts(options: AccountOptions): Accounts {
  const { store, publicUrl = null, providers = [], mailer = null, note = () => {} } = options
  const { secret, now = Date.now } = options
  if (providers.length > 0 && !publicUrl) {
    throw new Error('Signing in elsewhere needs PUBLIC_URL: providers lead back to it.')
  }
  let opened: Auth | null = null
  const auth = () => (opened ??= openAuth({ store, publicUrl, secret, providers }))
  const home = (path: string) => `${publicUrl ?? ''}${path}`
  return {
    throttle: openThrottle(store, now),
    sendsMail: mailer !== null,
    providers: providers.map(({ id, name }) => ({ id, name })),
    now,
    signUp: (who) => signUp(auth(), who),
    check: (email, password) => check(store, email, password),
    of: (person) => accountOf(store, { id: person }),
    byEmail: (email) => accountOf(store, { email }),
    setPassword: (person, password) => setPassword(store, person, password),
    ...codesOf(store, auth),
    linkTo: (purpose, code) => home(paths[purpose](code)),
    home,
    send(mail) {
      mailer?.(mail).catch((error: unknown) => note('mail', error))
    },
    async leave(provider) {
      if (!providers.some(({ id }) => id === provider)) return null
      const left = await leave(auth(), provider).catch(() => null)
      // A provider that was away when the library asked who it is: ask again next time.
      if (!left) opened = null
      return left
    },
    comeBack: (path, cookie) => comeBack(auth(), { url: home(path), cookie }),
  }
}

/** As the environment says; what is given with it goes before that. */
export function accountsFrom(
  env: NodeJS.ProcessEnv,
  given: Partial<AccountOptions> & Pick<AccountOptions, 'store'>,
): Accounts {
  const publicUrl = env['PUBLIC_URL']?.replace(/\/+$/, '') || null
  const secret = env['WAGGLE_SECRET']
  const providers = providersFrom(env)
  return openAccounts({ publicUrl, secret, providers, mailer: mailerFrom(env), ...given })
}

async function signUp(
  auth: Auth,
  body: { name: string; email: string; password: string },
): Promise<number | null> {
  const { internalAdapter } = await auth.$context
  try {
    const { user } = await auth.api.signUpEmail({ body })
    // For an e-mail that is taken the library makes a person up, with letters in the id.
    return /^\d+$/.test(user.id) ? Number(user.id) : null
  } catch (error) {
    // A rival with the same e-mail was there first.
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
