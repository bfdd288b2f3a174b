import type { FastifyRequest } from 'fastify'
import { passwordProblem } from '../../account/index.ts'
import { mailsFor } from '../../account/mail-text/index.ts'
import type { Mails } from '../../account/mail-text/index.ts'
import type { Account, Accounts } from '../../account/index.ts'
import { endSessions, notFound, notSignedIn, wrongFields } from '../../web/index.ts'
import type { Person, Rejection } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { refuseElsewhere, slowDown, usedUp } from './sign-in.ts'
import { refused } from '../http/refused.ts'
import { route } from '../http/route.ts'

const hourMs = 60 * 60 * 1000

/**
 * How a code came to its person: only a mail shows that the e-mail is theirs, and the link of an
 * admin opens what that admin may open, no more.
 */
const ways = ['mail', 'link', 'owner'] as const

/** No password ever leads to a repeat kept, see sign-in; a link made again is another link. */
export function passwordResetRoutes(context: Context): void {
  const { web, store, accounts } = context
  const config = { access: 'signIn' } as const

  route(web, 'POST /api/user/reset/', config, async (request) => {
    refuseElsewhere(request)
    const { email } = request.body
    await slowDown(accounts.throttle.address('reset', request.ip))
    await slowDown(accounts.throttle.account('reset', email))
    if (!accounts.sendsMail) {
      const detail = 'This server sends no mail. Ask an admin of your scene for a reset link.'
      return { sent: false, detail }
    }
    const account = await accounts.byEmail(email)
    if (account) {
      const code = await accounts.newCode('reset', about(account, 'mail'), hourMs)
      accounts.send({ to: email, ...mailsFor(request).reset(accounts.linkTo('reset', code)) })
    }
    return { sent: true, detail: 'If that e-mail has an account, a mail is on its way.' }
  })

  route(web, 'POST /api/user/reset/finish/', config, async (request) => {
    refuseElsewhere(request)
    const { code, password } = request.body
    const found = await accounts.readCode('reset', code)
    const [person, way] = found?.split(' ') ?? []
    const account = found === null ? null : await accounts.of(Number(person))
    if (!account) throw usedUp()
    // By now they may be somebody elsewhere.
    if (way === 'link' && !(await isNothingElsewhere(store, account))) throw usedUp()
    const problem = passwordProblem(password, account)
    if (problem) throw wrongFields({ password: [problem] })
    if ((await accounts.useCode('reset', code)) === null) throw usedUp()
    await changePassword(context, account, password, request)
    if (way === 'mail') {
      await store.db
        .updateTable('kept.person')
        .set({ emailVerified: true })
        .where('id', '=', account.id)
        .execute()
    }
    return { success: true as const }
  })

  linkRoute(context)
}

function linkRoute(context: Context): void {
  const { web, store, accounts } = context
  route(
    web,
    'POST /api/user/reset/link/',
    { access: 'makeResetLink' },
    async ({ body, person: asker, log, headers }) => {
      if (!asker) throw notSignedIn()
      const { person, email = '' } = body
      const account = await (person ? accounts.of(person) : accounts.byEmail(email))
      if (!account) throw notFound()
      if (!(await mayReset(store, asker, account))) {
        throw (await isWithUs(store, asker, account)) ? madeElsewhere() : notFound()
      }
      if (!account.email) {
        throw refused('NO_EMAIL')
      }
      const way = about(account, asker.isOwner ? 'owner' : 'link')
      await accounts.forgetCodes([way])
      const code = await accounts.newCode('reset', way, hourMs)
      await tell(context, asker, account, mailsFor({ headers }))
      log.warn({ by: asker.id, person: account.id }, 'made a reset link')
      const expiresAt = new Date(Date.now() + hourMs).toISOString()
      return { link: accounts.linkTo('reset', code), expiresAt }
    },
  )
}

/** With a new password every browser is signed out, and no older link opens the account. */
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
  return ways.map((way) => about(account, way))
}

function about({ id }: Account, way: (typeof ways)[number]): string {
  return `${id} ${way}`
}

/**
 * Who makes a link can sign in as that person. So an admin does it only for accounts that were made
 * in a scene of theirs and are nothing anywhere else; for all others it takes the owner of the site.
 */
async function mayReset(
  store: Context['store'],
  asker: Person,
  account: Account,
): Promise<boolean> {
  if (asker.isOwner) return true
  const own = [...asker.roles].flatMap(([scene, role]) => (role === 'admin' ? [scene] : []))
  const found = await nothingElsewhere(store, account).where('madeIn', 'in', own).executeTakeFirst()
  return found !== undefined
}

async function isNothingElsewhere(store: Context['store'], account: Account): Promise<boolean> {
  return (await nothingElsewhere(store, account).executeTakeFirst()) !== undefined
}

/** The account, unless it is anything in a scene where it was not made. */
function nothingElsewhere({ db }: Context['store'], account: Account) {
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
        // They sign in elsewhere too, and need no link.
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

/** Who has a role in a scene is known to its admins; of all others they learn nothing. */
async function isWithUs(
  { db }: Context['store'],
  asker: Person,
  account: Account,
): Promise<boolean> {
  const own = [...asker.roles].flatMap(([scene, role]) => (role === 'admin' ? [scene] : []))
  const found = db.selectFrom('kept.role').select('scene').where('person', '=', account.id)
  return (await found.where('scene', 'in', own).executeTakeFirst()) !== undefined
}

function madeElsewhere(): Rejection {
  return refused('ACCOUNT_ELSEWHERE')
}

/** The person is told that there is a link, and at their account who made it. */
async function tell(
  { store, accounts }: Context,
  asker: Person,
  account: Account,
  mails: Mails,
): Promise<void> {
  await store.db
    .insertInto('kept.resetNotice')
    .values({ person: account.id, madeBy: asker.id })
    .execute()
  if (!account.email || !account.emailVerified) return
  accounts.send({ to: account.email, ...mails.resetLink(asker.name) })
}
