import type { FastifyReply, FastifyRequest } from 'fastify'
import { markPaid } from '../../money/index.ts'
import type { Store } from '../../store/index.ts'
import { may, notAuthorized, notFound, wrongFields } from '../../web/index.ts'
import type { Person } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { keepImage, readImage } from '../media/image.ts'
import { holdTournament } from '../http/row-locks.ts'
import type { Image } from '../media/image.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { isUniqueViolation } from '../../store/index.ts'
import { readPlayer } from './player-rows.ts'
import { send } from '../http/command/send.ts'
import { Answer } from '../schema/player.ts'
import type { NewPlayer, Change } from '../schema/player.ts'
import type { PlayerId, TeamId, TournamentId } from '../../../events/ids.ts'

/**
 * What may be refused comes first: the team is for the log to give. Whatever ends in between, the
 * same sent again finds the log's part done and does the rest; a player's id without a row is
 * shown nowhere.
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
  const player = await claimId({ store, request }, async () => {
    return (await store.nextIds('player', 1))[0] ?? 0
  })
  const { user = null } = body
  const picture = await readImage(body.image)
  await check(store, { ...body, user }, { tournament, player, asker: request.person })
  if (body.team) await move(context, target, { player, team: body.team })
  const { checkInTime, ...kept } = columnsOf(body)
  const answers = JSON.stringify(answersIn(body))
  const checkedIn = checkInTime ? { checkInTime: new Date() } : {}
  await store.db
    .transaction()
    .execute(async (tx) => {
      await holdTournament(tx, tournament)
      const image = (await keepImage(tx, picture, `player ${player}`)) ?? null
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
      await keepPaid({ db: tx }, { request, player }, body)
    })
    .catch(userTwice)
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
  await check(store, body, { tournament, player, asker: request.person })
  if (body.team !== undefined) await move(context, target, { player, team: body.team })
  await store.db
    .transaction()
    .execute(async (tx) => {
      await keep({ db: tx }, player, { body, picture })
      await keepPaid({ db: tx }, { request, player }, body)
    })
    .catch(userTwice)
  return readPlayer(store, request.person, player)
}

async function move(
  context: Context,
  target: WriteContext,
  to: { player: PlayerId; team: TeamId | null },
) {
  await send(context, target, { type: 'MovePlayers', moves: [to] })
}

/** Paid is what the ledger says: the flag makes entries there (R-PM-7). */
async function keepPaid(
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

async function keep(
  { db }: Pick<Store, 'db'>,
  player: PlayerId,
  { body, picture }: { body: Change; picture: Image },
): Promise<void> {
  const before = await db
    .selectFrom('kept.player')
    .select(['checkInTime', 'answers'])
    .where('id', '=', player)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound()
  const { checkInTime, ...columns } = columnsOf(body)
  const image = await keepImage(db, picture, `player ${player}`)
  const set = {
    ...columns,
    ...omitUndefined({ image }),
    // Pressed by two, the first time stays.
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

/** In `answers`, or each under its question's name as a player is shown. */
export function answersIn({
  answers = {},
  ...rest
}: Pick<Change, 'answers'> & Record<string, unknown>): NonNullable<Change['answers']> {
  const plain = Object.entries(rest).filter(([key]) => questionName.test(key))
  return { ...(Object.fromEntries(plain) as NonNullable<Change['answers']>), ...answers }
}

type ChangeContext = { tournament: TournamentId; player: PlayerId; asker: Person | null }

async function check(store: Store, body: Change, whose: ChangeContext): Promise<void> {
  await checkUser(store, body.user, whose)
  const answers = Object.entries(answersIn(body))
  if (answers.length === 0) return
  const rows = await store.db
    .selectFrom('kept.question')
    .select('fieldName')
    .where('tournament', '=', whose.tournament)
    .execute()
  const wrong = answers.flatMap(([name, answer]) => {
    if (!rows.some((row) => row.fieldName === name)) return [[name, ['No question of this name']]]
    return Answer.nullable().safeParse(answer).success ? [] : [[name, ['Invalid answer']]]
  })
  if (wrong.length > 0) throw wrongFields(Object.fromEntries(wrong) as Record<string, string[]>)
}

/** A person registers themself; an admin can take the link away, and write it back unchanged. */
async function checkUser(
  { db }: Store,
  user: number | null | undefined,
  { tournament, player, asker }: ChangeContext,
) {
  if (!user) return
  const linked = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', '=', tournament)
    .where('user', '=', user)
    .executeTakeFirst()
  if (linked?.id === player) return
  const isOwn = user === asker?.id
  if (!isOwn && !asker?.isOwner) throw wrongFields({ user: [theirs] })
  if (linked) throw wrongFields({ user: [registered] })
  const person = db.selectFrom('kept.person').select('id').where('id', '=', user)
  if (!(await person.executeTakeFirst())) throw wrongFields({ user: ['There is no such person'] })
}
const theirs = 'Only they can link their account: by registering while signed in'
const registered = 'Registered in this tournament already'

/** A rival was first. */
function userTwice(error: unknown): never {
  if (isUniqueViolation(error)) throw wrongFields({ user: [registered] })
  throw error
}
