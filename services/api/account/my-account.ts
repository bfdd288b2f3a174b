import { say } from '#events/messages/message.ts'
import type { FastifyRequest } from 'fastify'
import { passwordProblem, acceptInvitation } from '../../account/index.ts'
import { linkValidMs } from '#events/text/link-validity.ts'
import { mailsFor } from '../../account/mail-words.ts'
import type { Account } from '../../account/index.ts'
import {
  endSessions,
  hashOf,
  notAuthorized,
  notSignedIn,
  signIn,
  wrongFields,
  rejectionFor,
  told,
} from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { isUniqueViolation } from '../../store/index.ts'
import { changePassword, resetsOf } from './password-reset.ts'
import { enforceThrottle, linkUsedUp } from './sign-in.ts'
import { route } from '../http/route.ts'

/** A person without a password has to have signed in this recently. */
const freshMs = 15 * 60 * 1000
/** A retry is refused, because the password or the code has been used. */
const config = { access: 'changeMe', isIdempotent: false } as const

export function myAccountRoutes(context: Context): void {
  const { web, store } = context
  route(web, 'PATCH /api/user/me/', { access: 'changeMe' }, (request, reply) => {
    const { id } = sessionOf(request)
    return idempotentRows({ store, request, reply }, async (tx) => {
      return tx
        .updateTable('kept.person')
        .set({ ...request.body, updatedAt: new Date() })
        .where('id', '=', id)
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow()
    })
  })

  route(web, 'PUT /api/user/password/', config, async (request, reply) => {
    const { current, password } = request.body
    const account = await reauthenticate(context, request, current)
    const problem = passwordProblem(password, account)
    if (problem) throw wrongFields({ password: [problem] })
    await changePassword(context, account, password, request)
    await signIn(store, account.id, { request, reply })
    return { success: true as const }
  })

  emailRoutes(context)
  roleRoute(context)
}

function emailRoutes(context: Context): void {
  const { web, store, accounts } = context
  route(web, 'PUT /api/user/email/', config, async (request, reply) => {
    const { current, email } = request.body
    const account = await reauthenticate(context, request, current)
    if (email === account.email) return { changed: true, detail: null, message: null }
    if (!accounts.sendsMail) {
      await setEmail(context, account, { email, verified: false })
      await signIn(store, account.id, { request, reply })
      return { changed: true, detail: null, message: null }
    }
    await enforceThrottle(accounts.throttle.account('email', email))
    if (await accounts.byEmail(email)) {
      accounts.send({ to: email, ...mailsFor(request).takenEmail(accounts.home('/sign-in')) })
    } else {
      const code = await accounts.newCode('email', `${account.id} ${email}`, linkValidMs.newEmail)
      accounts.send({ to: email, ...mailsFor(request).newEmail(accounts.linkTo('email', code)) })
    }
    return { changed: false, ...told(say('changeMailSent')) }
  })

  route(web, 'POST /api/user/email/confirm/', config, async (request, reply) => {
    const { id } = sessionOf(request)
    const account = await accounts.of(id)
    const codeValue = await accounts.readCode('email', request.body.code)
    const [person, email = ''] = codeValue?.split(' ') ?? []
    if (!account || Number(person) !== id) throw linkUsedUp()
    if ((await accounts.useCode('email', request.body.code)) === null) throw linkUsedUp()
    await setEmail(context, account, { email, verified: true })
    if (account.email && account.emailVerified) {
      accounts.send({ to: account.email, ...mailsFor(request).leftEmail() })
    }
    await signIn(store, id, { request, reply })
    return { success: true as const }
  })
}

/** Accepts an invitation by its link. More rights need a new session token. */
function roleRoute({ web, store }: Context): void {
  route(
    web,
    'POST /api/user/role/',
    { access: 'takeRole', isIdempotent: false },
    async (request, reply) => {
      const { id } = sessionOf(request)
      const accepted = await acceptInvitation(store.db, id, hashOf(request.body.code))
      if (accepted === 'unknown') throw linkUsedUp()
      if (accepted === 'other') throw rejectionFor('INVITATION_FOR_OTHER')
      await signIn(store, id, { request, reply })
      const scene = await store.db
        .selectFrom('kept.scene')
        .select(['id', 'name', 'displayName'])
        .where('id', '=', accepted.scene)
        .executeTakeFirstOrThrow()
      return { scene, role: accepted.role }
    },
  )
}

async function setEmail(
  { store, accounts }: Context,
  account: Account,
  { email, verified }: { email: string; verified: boolean },
): Promise<void> {
  try {
    await store.db
      .updateTable('kept.person')
      .set({ email, emailVerified: verified, updatedAt: new Date() })
      .where('id', '=', account.id)
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw wrongFields({ email: ['There is already an account with this e-mail address'] })
  }
  await accounts.forgetCodes(resetsOf(account))
  await endSessions(store, account.id)
}

/**
 * Authenticates the person again before a sensitive change, by the current password or, without
 * one, by a recent sign-in: a browser may have been left open.
 */
export async function reauthenticate(
  { accounts }: Context,
  request: FastifyRequest,
  current: string | undefined,
): Promise<Account> {
  const { id, since, session } = sessionOf(request)
  const account = await accounts.of(id)
  if (!account) throw notSignedIn()
  const { email, hasPassword } = account
  if (!hasPassword || email === null) {
    if (accounts.now() - since.getTime() < freshMs) return account
    throw rejectionFor('SIGN_IN_AGAIN')
  }
  if (current === undefined) throw wrongFields({ current: ['Enter your current password'] })
  const client = `session ${session}`
  await enforceThrottle(accounts.throttle.account('sign-in', email, client))
  if (!(await accounts.check(email, current))) throw wrongFields({ current: ['Wrong password'] })
  await accounts.throttle.forgive('sign-in', email, client)
  return account
}

/** The signed-in person and the session of the request. */
export function sessionOf({ person }: FastifyRequest): {
  id: number
  session: number
  since: Date
} {
  if (!person?.session || person.id === null) throw notAuthorized()
  return { id: person.id, session: person.session.id, since: person.session.createdAt }
}
