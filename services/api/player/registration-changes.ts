import { say } from '#events/messages/message.ts'
import type { FastifyRequest } from 'fastify'
import { canonicalJson } from '#events/canonical-json.ts'
import type { Command } from '#events/schema/command.ts'
import {
  closeCheckoutsOf,
  expectNoOpenCheckout,
  lockBalance,
  moneyHeld,
  withoutOpenCheckout,
} from '../../money/index.ts'
import { forgetPlayer, isUniqueViolation } from '../../store/index.ts'
import { Rejection, may, notAuthorized, rejectionFor, told } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import { priceChoices } from './payment-choice.ts'
import type { Chooser } from './payment-choice.ts'
import type { Context, WriteContext, Tx } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { storeImage, readImage } from '../media/image.ts'
import { lockTournament } from '../http/row-locks.ts'
import { answersIn, imageOf } from './player-changes.ts'
import { readPlayer, registrationOf } from './player-rows.ts'
import { expectPlace, leaveWaitingList } from './places.ts'
import { closedReason, mayCheckIn, rulesOf } from './registration-rules.ts'
import type { Rules } from './registration-rules.ts'
import { checkForm } from './registration-form.ts'
import { send } from '../http/command/send.ts'
import type { Form } from '../schema/player/registration.ts'
import type { PlayerId, TournamentId } from '#events/ids.ts'

type NewForm = Form & { name: string }
type Registration = { tournament: TournamentId; player: PlayerId }

/**
 * Stores the row first, whose unique index prevents a second registration. Then sends the command
 * for the team; if that is refused, the row is deleted again. After a crash in between, the player
 * is a free agent, and a retry does the rest.
 */
export async function register(context: Context, target: WriteContext, form: NewForm) {
  const { store } = context
  const { request, reply, tournament } = target
  const user = personOf(request)
  const rules = await rulesOf(store.db, tournament)
  expectOpen(request, rules)
  const { requirePlayerPhoto } = rules
  const formContext = { tournament, isNew: true, requirePlayerPhoto }
  await checkForm(store.db, form, formContext)
  const picture = await readImage(form.image)
  const player = await claimId({ store, request }, 'player')
  await store.db
    .transaction()
    .execute(async (tx) => {
      // Checked again: a template may have replaced the questions meanwhile. Locked before places are
      // counted: two shared locks would wait for each other.
      await lockTournament(tx, tournament)
      await checkForm(tx, form, formContext)
      await expectPlaceFor(tx, { tournament, user, player })
      const image = (await storeImage(tx, picture, `player ${player}`)) ?? null
      const columns = { id: player, tournament, scene: rules.scene, user, image, name: form.name }
      const email = form.email === undefined ? await emailOf(tx, user) : form.email
      await tx
        .insertInto('kept.player')
        .values({
          ...columnsOf(form),
          ...(await pricedOptions(tx, form, { tournament, player: null })),
          ...columns,
          email,
          answers: JSON.stringify(answersIn(form)),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    })
    .catch(alreadyRegistered)
  const team = teamCommand(form, player)
  if (team) {
    await send(context, target, team).catch(async (error: unknown) => {
      if (error instanceof Rejection && error.status < 500) await forgetPlayer(store, player)
      throw error
    })
  }
  await leaveWaitingList(store.db, { tournament, user })
  reply.code(201)
  return readPlayer(store, request.person, player)
}

/** A retry of a request whose row is stored already has its place. */
async function expectPlaceFor(tx: Tx, { player, ...who }: Registration & { user: number }) {
  const row = tx.selectFrom('kept.player').select('id').where('id', '=', player)
  if (!(await row.executeTakeFirst())) await expectPlace(tx, who)
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
  const registration = { tournament, player }
  await withPaymentErrors(
    withoutOpenCheckout(context, () =>
      store.db.transaction().execute((tx) => changedChoice(tx, form, registration)),
    ),
  )
  const team = teamCommand(form, player)
  if (team) await send(context, target, team)
  const storeForm = async (tx: Tx) => {
    const choice = await changedChoice(tx, form, registration)
    const current = await tx
      .selectFrom('kept.player')
      .select('answers')
      .where('id', '=', player)
      .forUpdate()
      .executeTakeFirst()
    if (!current) throw notRegistered()
    const image = await storeImage(tx, picture, `player ${player}`)
    const answers = JSON.stringify({ ...current.answers, ...answersIn(form) })
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
  }
  await withPaymentErrors(
    withoutOpenCheckout(context, () => store.db.transaction().execute(storeForm)),
  )
  return readPlayer(store, request.person, player)
}

export async function withdraw(context: Context, target: WriteContext): Promise<void> {
  const { store } = context
  const { request, tournament } = target
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  expectOpen(request, rules)
  await withPaymentErrors(closeCheckoutsOf(context, [player]))
  if ((await moneyHeld(store.db, { player })) > 0) throw alreadyPaid('withdraw you')
  await send(context, target, { type: 'RemovePlayer', player })
  await forgetPlayer(store, player)
  await context.offerPlaces(tournament)
}

/** If a player checks in twice, the first time stays. */
export async function checkIn(
  { store }: Context,
  request: FastifyRequest,
  tournament: TournamentId,
) {
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  if (!mayCheckIn(rules)) {
    const why = told(say('checkInOn', { day: rules.date }))
    throw new Rejection(409, { ...why, code: 'CHECK_IN_CLOSED' })
  }
  await store.db
    .updateTable('kept.player')
    .set({ checkInTime: new Date() })
    .where('id', '=', player)
    .where('checkInTime', 'is', null)
    .execute()
  return readPlayer(store, request.person, player)
}

/** The signed-in person. Keys of the server, which have no person, cannot register. */
export function personOf({ person }: FastifyRequest): number {
  if (!person || person.id === null) throw notAuthorized()
  return person.id
}

async function expectRegistered(db: Tx, tournament: TournamentId, user: number): Promise<number> {
  const player = await registrationOf(db, tournament, user)
  if (player === null) throw notRegistered()
  return player
}

function notRegistered(): Rejection {
  return new Rejection(404, { code: 'NOT_REGISTERED' })
}

/** After registration has closed, only organisers may change anything (R-PE-2). */
function expectOpen({ person }: FastifyRequest, rules: Rules): void {
  const reason = closedReason(rules)
  if (reason === null || may(person, 'editPlayers', rules.scene)) return
  throw new Rejection(409, { ...told(reason), code: 'REGISTRATION_CLOSED' })
}

/** Settled choices cannot be changed; an organiser can give the money back first. */
async function expectUnsettled(tx: Tx, player: PlayerId): Promise<void> {
  const owing = await lockBalance(tx, player)
  if (owing && owing.covered > 0) throw alreadyPaid('change what you pay for')
}

function alreadyPaid(action: string): Rejection {
  const detail = `You have already paid. Ask an organiser to ${action}.`
  return new Rejection(409, { detail, code: 'ALREADY_PAID' })
}

function teamCommand({ team, newTeam }: Form, player: PlayerId): Command | null {
  if (newTeam !== undefined) return { type: 'FoundTeam', name: newTeam, player }
  return team === undefined ? null : { type: 'MovePlayers', moves: [{ player, team }] }
}

function columnsOf({ name, pronouns, scene, tidbit, doNotDisplay }: Form) {
  return omitUndefined({ name, pronouns, homeScene: scene, tidbit, doNotDisplay })
}

/** The chosen options and their price, by the tournament's prices. */
async function pricedOptions(tx: Tx, { options }: Form, chooser: Chooser) {
  if (!options) return {}
  const { items, kept } = await priceChoices(tx, chooser, options)
  const price = items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  return { selectedPaymentOptions: kept, price }
}

/** Empty if the choice is unchanged, to keep a price that an organiser may have set. */
async function changedChoice(tx: Tx, form: Form, of: Registration) {
  const { selectedPaymentOptions, price } = await pricedOptions(tx, form, of)
  if (selectedPaymentOptions === undefined) return {}
  if (await isChosen(tx, of.player, selectedPaymentOptions)) return {}
  await expectUnsettled(tx, of.player)
  await expectNoOpenCheckout(tx, of.player)
  return { selectedPaymentOptions, price }
}

async function isChosen(tx: Tx, player: PlayerId, kept: string): Promise<boolean> {
  const current = await tx
    .selectFrom('kept.player')
    .select('selectedPaymentOptions')
    .where('id', '=', player)
    .executeTakeFirst()
  return canonicalJson(current?.selectedPaymentOptions) === canonicalJson(JSON.parse(kept))
}

/** Players may choose something else at their checkout only if they may in their registration. */
export async function expectMayChoose(
  tx: Tx,
  request: FastifyRequest,
  { tournament, player, kept }: Registration & { kept: string },
): Promise<void> {
  const rules = await rulesOf(tx, tournament)
  if (may(request.person, 'editPlayers', rules.scene)) return
  if (await isChosen(tx, player, kept)) return
  expectOpen(request, rules)
  await expectUnsettled(tx, player)
}

/** The e-mail of the account, used unless the form has another. */
async function emailOf(tx: Tx, user: number): Promise<string | null> {
  const row = await tx
    .selectFrom('kept.person')
    .select('email')
    .where('id', '=', user)
    .executeTakeFirst()
  return row?.email ?? null
}

/** The same person has registered in parallel, for example in another window. */
function alreadyRegistered(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw rejectionFor('ALREADY_REGISTERED')
}
