import type { FastifyReply, FastifyRequest } from 'fastify'
import { expectNoOpenCheckout, markPaid, withoutOpenCheckout } from '../../money/index.ts'
import type { Store } from '../../store/index.ts'
import { may, notAuthorized, notFound, wrongFields } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { storeImage, readImage } from '../media/image.ts'
import { shareTournament } from '../http/row-locks.ts'
import type { Image } from '../media/image.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { isUniqueViolation } from '../../store/index.ts'
import { readPlayer, registrationOf } from './player-rows.ts'
import { send } from '../http/command/send.ts'
import { Answer } from '../schema/player/player.ts'
import type { NewPlayer, Change } from '../schema/player/player.ts'
import type { PlayerId, TeamId, TournamentId } from '#events/ids.ts'

/**
 * Sends the command that may be refused first: the move into the team. After a crash in between, a
 * retry finds the command done and stores the rest. Until then the player has an id but no row, and
 * is shown nowhere.
 */
export async function createPlayer(
  context: Context,
  target: WriteContext & { request: FastifyRequest<{ Body: NewPlayer }>; reply: FastifyReply },
) {
  const { store } = context
  const { request, reply, tournament } = target
  const { body } = request
  const scene = await sceneOfTournament(store.db, tournament)
  if (scene === null) throw notFound()
  const player = await claimId({ store, request }, 'player')
  const { user = null } = body
  const picture = await readImage(body.image)
  await checkFields(store, { ...body, user }, { tournament, player, requester: request.person })
  if (body.team) await moveToTeam(context, target, { player, team: body.team })
  const { checkInTime, ...kept } = columnsOf(body)
  const answers = JSON.stringify(answersIn(body))
  const checkedIn = checkInTime ? { checkInTime: new Date() } : {}
  await store.db
    .transaction()
    .execute(async (tx) => {
      await shareTournament(tx, tournament)
      const image = (await storeImage(tx, picture, `player ${player}`)) ?? null
      await tx
        .insertInto('kept.player')
        .values({
          id: player,
          tournament,
          scene,
          ...kept,
          ...checkedIn,
          name: body.name,
          image,
          user,
          answers,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await storePaid({ db: tx }, { request, player }, body)
    })
    .catch(alreadyRegistered)
  reply.code(201)
  return readPlayer(store, request.person, player)
}

export async function changePlayer(
  context: Context,
  target: WriteContext,
  player: PlayerId,
  body: Change,
) {
  const { store } = context
  const { request, tournament } = target
  const scene = (await sceneOfTournament(store.db, tournament)) ?? 0
  const { checkInTime: _, ...more } = body
  if (Object.keys(more).length > 0 && !may(request.person, 'editPlayers', scene)) {
    throw notAuthorized()
  }
  const picture = await readImage(body.image, { before: await imageOf(store, player) })
  await checkFields(store, body, { tournament, player, requester: request.person })
  if (body.team !== undefined) await moveToTeam(context, target, { player, team: body.team })
  const storeAll = () =>
    store.db.transaction().execute(async (tx) => {
      await storePlayer({ db: tx }, player, { body, picture })
      await storePaid({ db: tx }, { request, player }, body)
    })
  await withPaymentErrors(withoutOpenCheckout(context, storeAll)).catch(alreadyRegistered)
  return readPlayer(store, request.person, player)
}

async function moveToTeam(
  context: Context,
  target: WriteContext,
  to: { player: PlayerId; team: TeamId | null },
) {
  await send(context, target, { type: 'MovePlayers', moves: [to] })
}

/** The ledger decides whether a player has paid, so the flag adds entries there (R-PM-7). */
async function storePaid(
  { db }: Pick<Store, 'db'>,
  { request, player }: { request: FastifyRequest; player: PlayerId },
  { paid }: Change,
): Promise<void> {
  if (paid === undefined) return
  await withPaymentErrors(markPaid(db, { player, paid, person: request.person?.id ?? null }))
}

export async function imageOf({ db }: Pick<Store, 'db'>, player: PlayerId): Promise<string | null> {
  const row = await db
    .selectFrom('kept.player')
    .select('image')
    .where('id', '=', player)
    .executeTakeFirst()
  return row?.image ?? null
}

async function storePlayer(
  { db }: Pick<Store, 'db'>,
  player: PlayerId,
  { body, picture }: { body: Change; picture: Image },
): Promise<void> {
  const before = await db
    .selectFrom('kept.player')
    .select(['checkInTime', 'answers', 'price'])
    .where('id', '=', player)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  const { checkInTime, ...columns } = columnsOf(body)
  const isRepriced = columns.price !== undefined && columns.price !== before.price
  if (isRepriced) await expectNoOpenCheckout(db, player)
  const image = await storeImage(db, picture, `player ${player}`)
  const set = {
    ...columns,
    ...omitUndefined({ image }),
    // If two people check a player in, the first time stays.
    ...(checkInTime === undefined
      ? {}
      : { checkInTime: checkInTime === null ? null : (before.checkInTime ?? new Date()) }),
    answers: JSON.stringify({ ...before.answers, ...answersIn(body) }),
  }
  await db.updateTable('kept.player').set(set).where('id', '=', player).execute()
}

function columnsOf(body: Change) {
  const { name, pronouns, scene, tidbit, doNotDisplay, email, price, checkInTime, user } = body
  const { selectedPaymentOptions: options } = body
  return {
    ...omitUndefined({
      name,
      pronouns,
      homeScene: scene,
      tidbit,
      doNotDisplay,
      email,
      price,
      checkInTime,
      user,
    }),
    ...(options ? { selectedPaymentOptions: JSON.stringify(options) } : {}),
  }
}

const questionName = /^question\d+$/

/**
 * Reads answers from `answers`, or from fields named like their questions, as in a player's body.
 */
export function answersIn({
  answers = {},
  ...rest
}: Pick<Change, 'answers'> & Record<string, unknown>): NonNullable<Change['answers']> {
  const plain = Object.entries(rest).filter(([key]) => questionName.test(key))
  return { ...(Object.fromEntries(plain) as NonNullable<Change['answers']>), ...answers }
}

type ChangeContext = { tournament: TournamentId; player: PlayerId; requester: Person | null }

async function checkFields(store: Store, body: Change, context: ChangeContext): Promise<void> {
  await checkUser(store, body.user, context)
  const answers = Object.entries(answersIn(body))
  if (answers.length === 0) return
  const rows = await store.db
    .selectFrom('kept.question')
    .select('fieldName')
    .where('tournament', '=', context.tournament)
    .execute()
  const wrong = answers.flatMap(([name, answer]) => {
    if (!rows.some((row) => row.fieldName === name))
      return [[name, ['There is no question with this name']]]
    return Answer.nullable().safeParse(answer).success ? [] : [[name, ['Invalid answer']]]
  })
  if (wrong.length > 0) throw wrongFields(Object.fromEntries(wrong) as Record<string, string[]>)
}

/** People link only themselves; an admin may remove the link, or send it back unchanged. */
async function checkUser(
  { db }: Store,
  user: number | null | undefined,
  { tournament, player, requester }: ChangeContext,
) {
  if (!user) return
  const existing = await registrationOf(db, tournament, user)
  if (existing === player) return
  const isOwn = user === requester?.id
  if (!isOwn && !requester?.isOwner) throw wrongFields({ user: [notLinkable] })
  if (existing !== null) throw wrongFields({ user: [registered] })
  const person = db.selectFrom('kept.person').select('id').where('id', '=', user)
  if (!(await person.executeTakeFirst())) throw wrongFields({ user: ['There is no such person'] })
}
const notLinkable = 'Only the player can link their account, by registering while signed in'
const registered = 'Already registered for this tournament'

/** The unique index refuses a parallel registration of the same user. */
function alreadyRegistered(error: unknown): never {
  if (isUniqueViolation(error)) throw wrongFields({ user: [registered] })
  throw error
}
