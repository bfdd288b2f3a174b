import { say } from '#events/messages/message.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { passwordLength, passwordProblem, sceneOfInvitation } from '../../account/index.ts'
import { linkValidMs } from '#events/text/link-validity.ts'
import { mailsFor } from '../../account/mail-words.ts'
import type { Mails } from '../../account/mail-words.ts'
import type { Account, Accounts } from '../../account/index.ts'
import {
  Rejection,
  hashOf,
  isCrossSite,
  knownDevice,
  notAuthorized,
  rememberDevice,
  signIn,
  tooSoon,
  wrongFields,
  rejectionFor,
  told,
} from '../../web/index.ts'
import type { Exchange } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { safeRedirect } from './safe-redirect.ts'
import type { NewPerson, SignUpResult, Credentials } from '../schema/player/account.ts'
import type { PersonId } from '#events/ids.ts'
import { route } from '../http/route.ts'

/**
 * These bodies contain passwords, so nothing of them is stored for retries, not even a hash. A
 * retry signs in again, which is harmless.
 */
export function signInRoutes(context: Context): void {
  const { web, store, accounts } = context
  const config = { access: 'signIn', isIdempotent: false } as const

  route(web, 'GET /api/user/options/', config, async () => {
    const owner = await store.db
      .selectFrom('kept.person')
      .select('id')
      .where('isOwner', '=', true)
      .executeTakeFirst()
    const { sendsMail, providers } = accounts
    return { isFirst: owner === undefined, sendsMail, providers, passwordLength }
  })

  route(web, 'POST /api/user/sign-up/', config, async (request, reply) => {
    refuseCrossSite(request)
    await enforceThrottle(accounts.throttle.address('sign-up', request.ip))
    return signUp(context, { request, reply }, request.body)
  })

  route(web, 'POST /api/user/sign-in/', config, async (request, reply) => {
    refuseCrossSite(request)
    const account = await checkCredentials(context, request, request.body)
    if (!maySignIn(accounts, account)) {
      await resendConfirmation(accounts, account, {
        mails: mailsFor(request),
        to: safeRedirect(request.body.to),
      })
      throw wrongPassword(accounts)
    }
    return startSession(context, { request, reply }, account.id)
  })

  route(web, 'POST /api/user/confirm/', config, async (request, reply) => {
    refuseCrossSite(request)
    const { code, password } = request.body
    const codeValue = await accounts.readCode('confirm', code)
    const pending = codeValue === null ? null : await accounts.of(Number(codeValue.split(' ')[0]))
    if (!pending?.email || codeValue !== confirmSubject(pending)) throw linkUsedUp()
    // The reader of the mail may not be the person who signed up, so the password is needed too.
    const { id, email } = await checkCredentials(context, request, {
      email: pending.email,
      password,
    })
    if ((await accounts.useCode('confirm', code)) === null) throw linkUsedUp()
    await store.db
      .updateTable('kept.person')
      .set({ emailVerified: true })
      .where('id', '=', id)
      .where('email', '=', email)
      .execute()
    return startSession(context, { request, reply }, id)
  })
}

async function signUp(
  context: Context,
  exchange: Exchange,
  { scene, invitation, to, ...credentials }: z.infer<typeof NewPerson>,
): Promise<z.infer<typeof SignUpResult>> {
  const { accounts, store } = context
  const problem = passwordProblem(credentials.password, credentials)
  if (problem) throw wrongFields({ password: [problem] })
  if (accounts.sendsMail)
    await enforceThrottle(accounts.throttle.account('sign-up', credentials.email))
  const id = await accounts.signUp(credentials)
  if (id !== null) await storeScene(store.db, id, { scene, invitation })
  const account = id === null ? null : await accounts.of(id)
  if (account && (account.isOwner || !accounts.sendsMail)) {
    await startSession(context, exchange, account.id)
    return { signedIn: true, detail: null, message: null }
  }
  if (!accounts.sendsMail) {
    throw wrongFields({ email: ['There is already an account with this e-mail address'] })
  }
  // The same answer if the e-mail has an account already: only its owner learns that, by mail.
  const mails = mailsFor(exchange.request)
  const back = safeRedirect(to)
  if (account) await sendConfirmationMail(accounts, account, { mails, to: back })
  else {
    const link = accounts.home(
      back === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(back)}`,
    )
    accounts.send({ to: credentials.email, ...mails.knownAddress(link) })
  }
  return { signedIn: false, ...told(say('signUpMailSent')) }
}

/** Stores in which scene the account was made: its admins may make reset links for the account. */
async function storeScene(
  db: Context['store']['db'],
  person: PersonId,
  { scene: name, invitation }: Pick<z.infer<typeof NewPerson>, 'scene' | 'invitation'>,
): Promise<void> {
  const offered = invitation === undefined ? null : await sceneOfInvitation(db, hashOf(invitation))
  const scenes = db.selectFrom('kept.scene').select('id')
  const sceneByName =
    name === undefined ? undefined : await scenes.where('name', '=', name).executeTakeFirst()
  const madeIn = offered ?? sceneByName?.id ?? null
  if (madeIn === null) return
  await db.updateTable('kept.person').set({ madeIn }).where('id', '=', person).execute()
}

/**
 * Returns the account if the password is right, else gives the same answer whatever is wrong.
 * A browser in which the person has signed in before is throttled separately, so that guesses of
 * others do not lock the person out.
 */
async function checkCredentials(
  { accounts, store }: Context,
  request: FastifyRequest,
  { email, password }: z.infer<typeof Credentials>,
): Promise<Account> {
  const { throttle } = accounts
  const device = await knownDevice(store, request, email)
  if (device === null) await throttleUnknownDevice(throttle, email, request.ip)
  else await enforceThrottle(throttle.account('sign-in', email, device))
  const account = await accounts.check(email, password)
  if (!account) throw wrongPassword(accounts)
  if (maySignIn(accounts, account)) {
    await throttle.forgive('sign-in', email, device ?? request.ip)
    if (device === null) await throttle.forgive('sign-in anywhere', email)
  }
  return account
}

async function throttleUnknownDevice(
  throttle: Accounts['throttle'],
  email: string,
  address: string,
) {
  const isAddressLimitReached = (await throttle.address('sign-in', address)) > 0
  if (isAddressLimitReached) await enforceThrottle(throttle.beyondAddressLimit(email, address))
  await enforceThrottle(throttle.account('sign-in', email, address))
  await enforceThrottle(throttle.account('sign-in anywhere', email))
}

/**
 * Servers that send mail require a confirmed e-mail, except of the owner, who may have mistyped it.
 */
function maySignIn({ sendsMail }: Accounts, { emailVerified, isOwner }: Account): boolean {
  return !sendsMail || emailVerified || isOwner
}

function wrongPassword({ sendsMail }: Accounts): Rejection {
  const hint = sendsMail ? told(say('wrongSignIn')) : {}
  return new Rejection(401, { code: 'WRONG_PASSWORD', ...hint })
}

export async function startSession(
  { store }: Context,
  { request, reply }: Exchange,
  person: PersonId,
): Promise<{ success: true }> {
  await signIn(store, person, { request, reply })
  await rememberDevice(store, person, { request, reply })
  return { success: true }
}

async function resendConfirmation(
  accounts: Accounts,
  account: Account,
  mail: { mails: Mails; to: string },
): Promise<void> {
  if ((await accounts.throttle.account('sign-up', account.email ?? '')) > 0) return
  await sendConfirmationMail(accounts, account, mail)
}

async function sendConfirmationMail(
  accounts: Accounts,
  account: Account,
  { mails, to }: { mails: Mails; to: string },
): Promise<void> {
  const code = await accounts.newCode('confirm', confirmSubject(account), linkValidMs.confirm)
  const link = accounts.linkTo('confirm', code, to)
  accounts.send({ to: account.email ?? '', ...mails.confirm(link) })
}

function confirmSubject({ id, email }: Account): string {
  return `${id} ${email}`
}

export function linkUsedUp(): Rejection {
  return rejectionFor('LINK_USED_UP')
}

export async function enforceThrottle(waiting: Promise<number>): Promise<void> {
  const waitMs = await waiting
  if (waitMs > 0) throw tooSoon(waitMs)
}

/** A page of another site may not sign a browser in, even if that browser has no session. */
export function refuseCrossSite(request: FastifyRequest): void {
  if (isCrossSite(request)) throw notAuthorized()
}
