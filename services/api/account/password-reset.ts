import { say } from '#events/messages/message.ts'
import type { FastifyRequest } from 'fastify'
import type { SceneId } from '#events/ids.ts'
import { passwordProblem } from '../../account/index.ts'
import { linkValidMs } from '#events/text/link-validity.ts'
import { mailsFor } from '../../account/mail-words.ts'
import type { Mails } from '../../account/mail-words.ts'
import type { Account, Accounts } from '../../account/index.ts'
import {
  endSessions,
  notFound,
  notSignedIn,
  wrongFields,
  rejectionFor,
  told,
} from '../../web/index.ts'
import type { Person, Rejection } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { refuseCrossSite, enforceThrottle, linkUsedUp } from './sign-in.ts'
import { route } from '../http/route.ts'

/**
 * How a reset code was delivered. Only a mail proves that the e-mail belongs to the person, and the
 * link of an admin works only for accounts which that admin may reset.
 */
const deliveries = ['mail', 'link', 'owner'] as const

/**
 * Stores no answer for retries, as bodies hold passwords (see sign-in). A retry makes a new link.
 */
export function passwordResetRoutes(context: Context): void {
  const { web, store, accounts } = context
  const config = { access: 'signIn', isIdempotent: false } as const

  route(web, 'POST /api/user/reset/', config, async (request) => {
    refuseCrossSite(request)
    const { email } = request.body
    await enforceThrottle(accounts.throttle.address('reset', request.ip))
    await enforceThrottle(accounts.throttle.account('reset', email))
    if (!accounts.sendsMail) {
      return { sent: false, ...told(say('noMail')) }
    }
    const account = await accounts.byEmail(email)
    if (account) {
      const code = await accounts.newCode('reset', codeSubject(account, 'mail'), linkValidMs.reset)
      accounts.send({ to: email, ...mailsFor(request).reset(accounts.linkTo('reset', code)) })
    }
    return { sent: true, ...told(say('resetMailSent')) }
  })

  route(web, 'POST /api/user/reset/finish/', config, async (request) => {
    refuseCrossSite(request)
    const { code, password } = request.body
    const codeValue = await accounts.readCode('reset', code)
    const [person, delivery] = codeValue?.split(' ') ?? []
    const account = codeValue === null ? null : await accounts.of(Number(person))
    if (!account) throw linkUsedUp()
    // The person may have got a role or a registration in another scene since.
    if (delivery === 'link' && !(await belongsOnlyToItsScene(store, account))) throw linkUsedUp()
    const problem = passwordProblem(password, account)
    if (problem) throw wrongFields({ password: [problem] })
    if ((await accounts.useCode('reset', code)) === null) throw linkUsedUp()
    await changePassword(context, account, password, request)
    if (delivery === 'mail' && !account.emailVerified) await confirmEmail(store, account.id)
    return { success: true as const }
  })

  linkRoute(context)
}

/**
 * The account now belongs to the owner of the address. A provider that has not verified the address
 * may have signed in somebody else, who must not share the account.
 */
async function confirmEmail({ db }: Context['store'], person: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('kept.credential')
      .where('person', '=', person)
      .where('providerId', '!=', 'credential')
      .execute()
    await tx
      .updateTable('kept.person')
      .set({ emailVerified: true })
      .where('id', '=', person)
      .execute()
  })
}

function linkRoute(context: Context): void {
  const { web, store, accounts } = context
  route(
    web,
    'POST /api/user/reset/link/',
    { access: 'makeResetLink' },
    async ({ body, person: requester, log, headers }) => {
      if (!requester) throw notSignedIn()
      const { person, email = '' } = body
      const account = await (person ? accounts.of(person) : accounts.byEmail(email))
      if (!account) throw notFound()
      if (!(await mayReset(store, requester, account))) {
        throw (await hasRoleInOwnScenes(store, requester, account))
          ? accountElsewhere()
          : notFound()
      }
      if (!account.email) {
        throw rejectionFor('NO_EMAIL')
      }
      const delivery = codeSubject(account, requester.isOwner ? 'owner' : 'link')
      await accounts.forgetCodes([delivery])
      const code = await accounts.newCode('reset', delivery, linkValidMs.reset)
      await notifyOfLink(context, requester, account, mailsFor({ headers }))
      log.warn({ by: requester.id, person: account.id }, 'made a reset link')
      const expiresAt = new Date(Date.now() + linkValidMs.reset).toISOString()
      return { link: accounts.linkTo('reset', code), expiresAt }
    },
  )
}

/** Ends all sessions and invalidates all earlier reset links. */
export async function changePassword(
  { store, accounts }: { store: Context['store']; accounts: Accounts },
  account: Account,
  password: string,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<void> {
  await accounts.setPassword(account.id, password)
  await endSessions(store, account.id)
  await accounts.forgetCodes(resetsOf(account))
  if (!account.email) return
  await accounts.throttle.forgive('sign-in', account.email, ip)
  if (account.emailVerified)
    accounts.send({ to: account.email, ...mailsFor({ headers }).password() })
}

export function resetsOf(account: Account): string[] {
  return deliveries.map((delivery) => codeSubject(account, delivery))
}

function codeSubject({ id }: Account, delivery: (typeof deliveries)[number]): string {
  return `${id} ${delivery}`
}

/**
 * A reset link lets its maker sign in as that person. So an admin may make one only for an account
 * that was made in a scene of theirs and has no role or registration elsewhere. For any other
 * account it takes the owner of the site.
 */
async function mayReset(
  store: Context['store'],
  requester: Person,
  account: Account,
): Promise<boolean> {
  if (requester.isOwner) return true
  const row = await accountOnlyInItsScene(store, account)
    .where('madeIn', 'in', adminScenesOf(requester))
    .executeTakeFirst()
  return row !== undefined
}

function adminScenesOf({ roles }: Person): SceneId[] {
  return [...roles].flatMap(([scene, role]) => (role === 'admin' ? [scene] : []))
}

async function belongsOnlyToItsScene(store: Context['store'], account: Account): Promise<boolean> {
  return (await accountOnlyInItsScene(store, account).executeTakeFirst()) !== undefined
}

/** The account, unless it has a role or a registration outside the scene in which it was made. */
function accountOnlyInItsScene({ db }: Context['store'], account: Account) {
  return db
    .selectFrom('kept.person')
    .select('id')
    .where('id', '=', account.id)
    .where('isOwner', '=', false)
    .where(({ eb, exists, not, selectFrom }) =>
      eb.and([
        not(
          exists(
            selectFrom('kept.role')
              .select('kept.role.person')
              .whereRef('kept.role.person', '=', 'kept.person.id')
              .whereRef('kept.role.scene', '!=', 'kept.person.madeIn'),
          ),
        ),
        not(
          exists(
            selectFrom('kept.player')
              .select('kept.player.id')
              .whereRef('kept.player.user', '=', 'kept.person.id')
              .whereRef('kept.player.scene', '!=', 'kept.person.madeIn'),
          ),
        ),
        // A person who can sign in through a provider needs no link.
        not(
          exists(
            selectFrom('kept.credential')
              .select('kept.credential.id')
              .whereRef('kept.credential.person', '=', 'kept.person.id')
              .where('kept.credential.providerId', '!=', 'credential'),
          ),
        ),
      ]),
    )
}

/** The admins of a scene know who has a role in it. They learn nothing about other accounts. */
async function hasRoleInOwnScenes(
  { db }: Context['store'],
  requester: Person,
  account: Account,
): Promise<boolean> {
  const roles = db.selectFrom('kept.role').select('scene').where('person', '=', account.id)
  return (
    (await roles.where('scene', 'in', adminScenesOf(requester)).executeTakeFirst()) !== undefined
  )
}

function accountElsewhere(): Rejection {
  return rejectionFor('ACCOUNT_ELSEWHERE')
}

/** Informs the person that a link was made; their account page names its maker. */
async function notifyOfLink(
  { store, accounts }: Context,
  requester: Person,
  account: Account,
  mails: Mails,
): Promise<void> {
  await store.db
    .insertInto('kept.resetNotice')
    .values({ person: account.id, madeBy: requester.id })
    .execute()
  if (!account.email || !account.emailVerified) return
  accounts.send({ to: account.email, ...mails.resetLink(requester.name) })
}
