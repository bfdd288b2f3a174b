import type { FastifyRequest } from 'fastify'
import { canonicalJson } from '../../../events/canonical-json.ts'
import type { Command } from '../../../events/schema/command.ts'
import { lockOwing } from '../../money/index.ts'
import { forgetPlayer, isUniqueViolation } from '../../store/index.ts'
import { Rejection, may, notAuthorized } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import { chosen } from './payment-choice.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { keepImage, readImage } from '../media/image.ts'
import { holdTournament } from '../http/row-locks.ts'
import type { Tx } from '../http/route.ts'
import { answersIn, imageOf } from './player-changes.ts'
import { readPlayer } from './player-rows.ts'
import { closedWhy, mayCheckIn, rulesOf } from './registration-rules.ts'
import type { Rules } from './registration-rules.ts'
import { checkForm } from './registration-form.ts'
import { send } from '../http/command/send.ts'
import type { Form } from '../schema/registration.ts'
import { refused } from '../http/refused.ts'
import type { PlayerId, TournamentId } from '../../../events/ids.ts'

type NewForm = Form & { name: string }

/**
 * The row first: it alone says who comes first, so that nobody is there twice. Then the team, which
 * is for the log to give; refused there, the row goes again. Whatever ends in between leaves a free
 * agent, and the same sent again does the rest.
 */
export async function register(context: Context, target: WriteContext, form: NewForm) {
  const { store } = context
  const { request, reply, tournament } = target
  const user = personOf(request)
  const rules = await rulesOf(store.db, tournament)
  expectOpen(request, rules)
  const { requirePlayerPhoto } = rules
  const ask = { tournament, isNew: true, requirePlayerPhoto }
  await checkForm(store.db, form, ask)
  const picture = await readImage(form.image)
  const player = await claimId({ store, request }, async () => {
    return (await store.nextIds('player', 1))[0] ?? 0
  })
  await store.db
    .transaction()
    .execute(async (tx) => {
      // A template may have brought other questions meanwhile.
      await holdTournament(tx, tournament)
      await checkForm(tx, form, ask)
      const image = (await keepImage(tx, picture, `player ${player}`)) ?? null
      const of = { id: player, tournament, scene: rules.scene, user, image, name: form.name }
      const email = form.email === undefined ? await emailOf(tx, user) : form.email
      await tx
        .insertInto('kept.player')
        .values({
          ...columnsOf(form),
          ...(await pricedIn(tx, form, tournament)),
          ...of,
          email,
          answers: JSON.stringify(answersIn(form)),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    })
    .catch(registeredTwice)
  const team = teamCommand(form, player)
  if (team) {
    await send(context, target, team).catch(async (error: unknown) => {
      if (error instanceof Rejection && error.status < 500) await forgetPlayer(store, player)
      throw error
    })
  }
  reply.code(201)
  return readPlayer(store, request.person, player)
}

export async function changeRegistration(context: Context, target: WriteContext, form: Form) {
  const { store } = context
  const { request, tournament } = target
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  expectOpen(request, rules)
  const { requirePlayerPhoto } = rules
  await checkForm(store.db, form, { tournament, isNew: false, requirePlayerPhoto })
  const picture = await readImage(form.image, { before: await imageOf(store, player) })
  const owned = { tournament, player }
  await store.db.transaction().execute((tx) => choiceIn(tx, form, owned))
  const team = teamCommand(form, player)
  if (team) await send(context, target, team)
  await store.db.transaction().execute(async (tx) => {
    const choice = await choiceIn(tx, form, owned)
    const before = await tx
      .selectFrom('kept.player')
      .select('answers')
      .where('id', '=', player)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notRegistered()
    const image = await keepImage(tx, picture, `player ${player}`)
    const answers = JSON.stringify({ ...before.answers, ...answersIn(form) })
    await tx
      .updateTable('kept.player')
      .set({
        ...columnsOf(form),
        ...choice,
        ...omitUndefined({ image, email: form.email }),
        answers,
      })
      .where('id', '=', player)
      .execute()
  })
  return readPlayer(store, request.person, player)
}

export async function withdraw(context: Context, target: WriteContext): Promise<void> {
  const { store } = context
  const { request, tournament } = target
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  expectOpen(request, rules)
  await store.db.transaction().execute((tx) => expectUnpaid(tx, player, 'withdraw you'))
  await send(context, target, { type: 'RemovePlayer', player })
  await forgetPlayer(store, player)
}

/** Pressed twice, the first time stays. */
export async function checkIn(
  { store }: Context,
  request: FastifyRequest,
  tournament: TournamentId,
) {
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  if (!mayCheckIn(rules)) {
    const detail = `You can check in on the day of the tournament, ${rules.date}.`
    throw new Rejection(409, { detail, code: 'CHECK_IN_CLOSED' })
  }
  await store.db
    .updateTable('kept.player')
    .set({ checkInTime: new Date() })
    .where('id', '=', player)
    .where('checkInTime', 'is', null)
    .execute()
  return readPlayer(store, request.person, player)
}

/** A key that is nobody's registers nobody. */
export function personOf({ person }: FastifyRequest): number {
  if (!person || person.id === null) throw notAuthorized()
  return person.id
}

export async function registrationOf(
  db: Tx,
  tournament: TournamentId,
  user: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', '=', tournament)
    .where('user', '=', user)
    .executeTakeFirst()
  return row?.id ?? null
}

async function expectRegistered(db: Tx, tournament: TournamentId, user: number): Promise<number> {
  const player = await registrationOf(db, tournament, user)
  if (player === null) throw notRegistered()
  return player
}

function notRegistered(): Rejection {
  const detail = 'You are not registered for this tournament.'
  return new Rejection(404, { detail, code: 'NOT_REGISTERED' })
}

/** After it has closed only organisers change anything (R-PE-2). */
function expectOpen({ person }: FastifyRequest, rules: Rules): void {
  const detail = closedWhy(rules)
  if (detail === null || may(person, 'editPlayers', rules.scene)) return
  throw new Rejection(409, { detail, code: 'REGISTRATION_CLOSED' })
}

/** What was paid for stands; only an organiser can pay it back. */
async function expectUnpaid(tx: Tx, player: PlayerId, what: string): Promise<void> {
  const owing = await lockOwing(tx, player)
  if (!owing || (!owing.hasPaid && owing.covered === 0)) return
  const detail = `You have paid already. Ask an organiser to ${what}.`
  throw new Rejection(409, { detail, code: 'ALREADY_PAID' })
}

function teamCommand({ team, newTeam }: Form, player: PlayerId): Command | null {
  if (newTeam !== undefined) return { type: 'FoundTeam', name: newTeam, player }
  return team === undefined ? null : { type: 'MovePlayers', moves: [{ player, team }] }
}

function columnsOf({ name, pronouns, scene, tidbit, doNotDisplay }: Form) {
  return omitUndefined({ name, pronouns, homeScene: scene, tidbit, doNotDisplay })
}

/** What they pay for and what that costs, by our prices. */
async function pricedIn(tx: Tx, { options }: Form, tournament: TournamentId) {
  if (!options) return {}
  const { items, kept } = await chosen(tx, tournament, options)
  const price = items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  return { selectedPaymentOptions: kept, price }
}

/** The same chosen again keeps the price that an organiser may have set. */
async function choiceIn(tx: Tx, form: Form, of: { tournament: TournamentId; player: PlayerId }) {
  const { selectedPaymentOptions, price } = await pricedIn(tx, form, of.tournament)
  if (selectedPaymentOptions === undefined) return {}
  const before = await tx
    .selectFrom('kept.player')
    .select('selectedPaymentOptions')
    .where('id', '=', of.player)
    .executeTakeFirst()
  const isSame =
    canonicalJson(before?.selectedPaymentOptions) ===
    canonicalJson(JSON.parse(selectedPaymentOptions))
  if (isSame) return {}
  await expectUnpaid(tx, of.player, 'change what you pay for')
  return { selectedPaymentOptions, price }
}

/** Where they can be written to, unless they say where else. */
async function emailOf(tx: Tx, user: number): Promise<string | null> {
  const row = await tx
    .selectFrom('kept.person')
    .select('email')
    .where('id', '=', user)
    .executeTakeFirst()
  return row?.email ?? null
}

/** A rival was first: the same person, in another window. */
function registeredTwice(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw refused('ALREADY_REGISTERED')
}
