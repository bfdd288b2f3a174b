import { limitedTo } from '../../store/index.ts'
import type { z } from 'zod'
import { notFound, wrongFields } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { lockTournament } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { centsOf, dollarsOf } from '../../money/price.ts'
import type { OptionChange, OptionFields, Row, OptionBody } from '../schema/player/payment.ts'
import type { TournamentId } from '#events/ids.ts'
import { removeRoute, route, rowsRoute, publicRead } from '../http/route.ts'

const missingName = 'Option name is required'
const missingPrice = 'Price must be a positive number'
const missingBoth = "Payment option name and price can't be blank"

export function paymentOptionRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/payment-option/', publicRead, (request) => {
    const tournament = request.query.tournamentId ?? request.query.tournament
    const rows = options(db).where(
      limitedTo('tournament', 'kept.paymentOption.tournament', tournament),
    )
    return listRows(request, rows.orderBy('kept.paymentOption.id'), (page) => page.map(optionBody))
  })

  route(web, 'GET /api/tournament/payment-option/:id/', publicRead, (request) =>
    readOption(db, request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const config = { access: 'editRegistration', scene: context.sceneOf.paymentOption } as const

  rowsRoute(
    context,
    'POST /api/tournament/payment-option/',
    { access: 'editRegistration', scene: context.sceneOf.byTournamentInBody },
    async (tx, request) => {
      const { tournament, allowCustomPrice = false, ...rest } = request.body
      await lockTournament(tx, tournament)
      const fields = { name: '', price: '', ...rest, allowCustomPrice }
      return readOption(tx, await addOption(tx, tournament, fields))
    },
  )

  rowsRoute(context, 'PATCH /api/tournament/payment-option/:id/', config, async (tx, request) => {
    const { id } = request.params
    const { tournament: _, ...before } = await readOption(tx, id)
    const { name, price, allowCustomPrice } = { ...before, ...omitUndefined(request.body) }
    const values = { ...checked({ name, price }), allowCustomPrice }
    await tx.updateTable('kept.paymentOption').set(values).where('id', '=', id).execute()
    return readOption(tx, id)
  })

  removeRoute(
    context,
    'DELETE /api/tournament/payment-option/:id/',
    config,
    (tx, { params: { id } }) => tx.deleteFrom('kept.paymentOption').where('id', '=', id).execute(),
  )
}

export async function addOption(
  tx: Tx,
  tournament: TournamentId,
  { allowCustomPrice, ...fields }: OptionFields,
): Promise<number> {
  const { id } = await tx
    .insertInto('kept.paymentOption')
    .values({ tournament, allowCustomPrice, ...checked(fields) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The options of a tournament as a template saves them. */
export async function optionFields(tx: Tx, tournament: TournamentId): Promise<OptionFields[]> {
  const rows = await options(tx)
    .where('kept.paymentOption.tournament', '=', tournament)
    .orderBy('kept.paymentOption.id')
    .execute()
  return rows.map((row) => {
    const { name, price, allowCustomPrice } = optionBody(row)
    return { name, price, allowCustomPrice }
  })
}

/** Checks the fields and converts the price to cents (R-PM-4). */
export function checked({ name, price }: Pick<OptionChange, 'name' | 'price'>) {
  const hasNoPrice = price === null || price === undefined || `${price}`.trim() === ''
  if (!name && hasNoPrice) throw wrongFields({ name: [missingBoth], price: [missingBoth] })
  const priceCents = hasNoPrice ? null : centsOf(price)
  const problems = {
    ...(name ? {} : { name: [missingName] }),
    ...(priceCents === null ? { price: [missingPrice] } : {}),
  }
  if (!name || priceCents === null) throw wrongFields(problems)
  return { name, priceCents }
}

/** Selects options; those of deleted tournaments are left out. */
function options(db: Tx) {
  return db
    .selectFrom('kept.paymentOption')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.paymentOption.tournament')
    .select([
      'kept.paymentOption.id',
      'kept.paymentOption.tournament',
      'kept.paymentOption.name',
      'priceCents',
      'allowCustomPrice',
    ])
}

function optionBody({ priceCents, ...option }: Row): z.infer<typeof OptionBody> {
  return { ...option, price: dollarsOf(priceCents) }
}

async function readOption(db: Tx, id: number) {
  const row = await options(db)
    .where('kept.paymentOption.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  return optionBody(row)
}
