import { forgetPlayer, isUniqueViolation } from '../../store/index.ts'
import { Rejection, rejectionFor } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import type { Context, WriteContext, Tx } from '../http/context.ts'
import { storeImage, readImage } from '../media/image.ts'
import { lockTournament } from '../http/row-locks.ts'
import { answersIn } from '../player/player-changes.ts'
import { readPlayer } from '../player/player-rows.ts'
import { expectPlace, leaveWaitingList } from './places.ts'
import { rulesOf } from './rules.ts'
import { checkForm } from './form.ts'
import { send } from '../http/command/send.ts'
import type { Form } from '../schema/player/registration.ts'
import { personOf, expectOpen, teamCommand, columnsOf, pricedOptions } from './player.ts'
import type { Registration } from './player.ts'

type NewForm = Form & { name: string }

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
