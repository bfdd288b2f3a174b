import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { passwordLength, passwordProblem, sceneOfOffer } from '../../account/index.ts'
import { mailsFor } from '../../account/mail-text/index.ts'
import type { Mails } from '../../account/mail-text/index.ts'
import type { Account, Accounts } from '../../account/index.ts'
import {
  Rejection,
  isFromElsewhere,
  knownDevice,
  notAuthorized,
  rememberDevice,
  signIn,
  tooSoon,
  wrongFields,
} from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { NewPerson, SignedUp, Credentials } from '../schema/account.ts'
import { refused } from '../http/refused.ts'
import type { PersonId } from '../../../events/ids.ts'
import { route } from '../http/route.ts'

const dayMs = 24 * 60 * 60 * 1000

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Passwords are in these bodies, so nothing of them is kept for a repeat, not even as a hash: sent
 * again they sign in again, which is what was meant.
 */
export function signInRoutes(context: Context): void {
  const { web, store, accounts } = context
  const config = { access: 'signIn' } as const

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
    refuseElsewhere(request)
    await slowDown(accounts.throttle.address('sign-up', request.ip))
    return signUp(context, { request, reply }, request.body)
  })

  route(web, 'POST /api/user/sign-in/', config, async (request, reply) => {
    refuseElsewhere(request)
    const account = await prove(context, request, request.body)
    if (!mayEnter(accounts, account)) {
      await sendConfirmation(accounts, account, mailsFor(request))
      throw wrongPassword(accounts)
    }
    return enter(context, { request, reply }, account.id)
  })

  route(web, 'POST /api/user/confirm/', config, async (request, reply) => {
    refuseElsewhere(request)
    const { code, password } = request.body
    const about = await accounts.readCode('confirm', code)
    const found = about === null ? null : await accounts.of(Number(about.split(' ')[0]))
    if (!found?.email || about !== aboutConfirming(found)) throw usedUp()
    // Who opened the mail may be another than who signed up: it takes the password too.
    const { id, email } = await prove(context, request, { email: found.email, password })
    if ((await accounts.useCode('confirm', code)) === null) throw usedUp()
    await store.db
      .updateTable('kept.person')
      .set({ emailVerified: true })
      .where('id', '=', id)
      .where('email', '=', email)
      .execute()
    return enter(context, { request, reply }, id)
  })
}

async function signUp(
  context: Context,
  exchange: Exchange,
  { scene, invitation, ...who }: z.infer<typeof NewPerson>,
): Promise<z.infer<typeof SignedUp>> {
  const { accounts, store } = context
  const problem = passwordProblem(who.password, who)
  if (problem) throw wrongFields({ password: [problem] })
  if (accounts.sendsMail) await slowDown(accounts.throttle.account('sign-up', who.email))
  const id = await accounts.signUp(who)
  if (id !== null) await noteScene(store.db, id, { scene, invitation })
  const account = id === null ? null : await accounts.of(id)
  if (account && (account.isOwner || !accounts.sendsMail)) {
    await enter(context, exchange, account.id)
    return { signedIn: true, detail: null }
  }
  if (!accounts.sendsMail) {
    throw wrongFields({ email: ['There is an account with this e-mail already'] })
  }
  // The same answer for an e-mail that has an account: only its owner learns that.
  const mails = mailsFor(exchange.request)
  if (account) await confirmByMail(accounts, account, mails)
  else accounts.send({ to: who.email, ...mails.knownAddress(accounts.home('/sign-in')) })
  return { signedIn: false, detail: 'We have sent you a mail. Open the link in it to finish.' }
}

/** An account made in a scene can be helped by its admins: they may make a reset link for it. */
async function noteScene(
  db: Context['store']['db'],
  person: PersonId,
  { scene: name, invitation }: Pick<z.infer<typeof NewPerson>, 'scene' | 'invitation'>,
): Promise<void> {
  const offered = invitation === undefined ? null : await sceneOfOffer(db, invitation)
  const found = db.selectFrom('kept.scene').select('id')
  const named =
    name === undefined ? undefined : await found.where('name', '=', name).executeTakeFirst()
  const madeIn = offered ?? named?.id ?? null
  if (madeIn === null) return
  await db.updateTable('kept.person').set({ madeIn }).where('id', '=', person).execute()
}

/**
 * The account whose password this is; else the same answer for whatever is wrong. A browser in which
 * the person has signed in before counts its own tries: nobody else's guesses keep it waiting.
 */
async function prove(
  { accounts, store }: Context,
  request: FastifyRequest,
  { email, password }: z.infer<typeof Credentials>,
): Promise<Account> {
  const { throttle } = accounts
  const device = await knownDevice(store, request, email)
  if (device === null) await slowDownStranger(throttle, email, request.ip)
  else await slowDown(throttle.account('sign-in', email, device))
  const account = await accounts.check(email, password)
  if (!account) throw wrongPassword(accounts)
  if (mayEnter(accounts, account)) {
    await throttle.forgive('sign-in', email, device ?? request.ip)
    if (device === null) await throttle.forgive('sign-in anywhere', email)
  }
  return account
}

async function slowDownStranger(throttle: Accounts['throttle'], email: string, address: string) {
  const isCrowded = (await throttle.address('sign-in', address)) > 0
  if (isCrowded) await slowDown(throttle.crowded(email, address))
  await slowDown(throttle.account('sign-in', email, address))
  await slowDown(throttle.account('sign-in anywhere', email))
}

/** Where mails are sent an e-mail has to be shown to be one's own; the owner's may be the wrong one. */
function mayEnter({ sendsMail }: Accounts, { emailVerified, isOwner }: Account): boolean {
  return !sendsMail || emailVerified || isOwner
}

function wrongPassword({ sendsMail }: Accounts): Rejection {
  const more = sendsMail ? ' Just signed up? Open the link in our mail first.' : ''
  return new Rejection(401, { detail: `Wrong e-mail or password.${more}`, code: 'WRONG_PASSWORD' })
}

export async function enter(
  { store }: Context,
  { request, reply }: Exchange,
  person: PersonId,
): Promise<{ success: true }> {
  await signIn(store, person, { request, reply })
  await rememberDevice(store, person, { request, reply })
  return { success: true }
}

async function sendConfirmation(accounts: Accounts, account: Account, mails: Mails): Promise<void> {
  if ((await accounts.throttle.account('sign-up', account.email ?? '')) > 0) return
  await confirmByMail(accounts, account, mails)
}

async function confirmByMail(accounts: Accounts, account: Account, mails: Mails): Promise<void> {
  const code = await accounts.newCode('confirm', aboutConfirming(account), dayMs)
  const link = accounts.linkTo('confirm', code)
  accounts.send({ to: account.email ?? '', ...mails.confirm(link) })
}

function aboutConfirming({ id, email }: Account): string {
  return `${id} ${email}`
}

export function usedUp(): Rejection {
  return refused('LINK_USED_UP')
}

export async function slowDown(waiting: Promise<number>): Promise<void> {
  const waitMs = await waiting
  if (waitMs > 0) throw tooSoon(waitMs)
}

/** No page of another site signs a browser in, not even one that nobody is signed in on. */
export function refuseElsewhere(request: FastifyRequest): void {
  if (isFromElsewhere(request)) throw notAuthorized()
}
