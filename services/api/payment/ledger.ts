import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  PaymentError,
  addLedgerEntry,
  cashPaid,
  expectNoOpenCheckout,
  expectSettled,
  lockBalance,
  lockRemovedBalance,
  refundPayment,
  withoutOpenCheckout,
} from '../../money/index.ts'
import { Rejection, hashOf, notFound, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context, Tx } from '../http/context.ts'
import { csvLine, byteOrderMark } from '../player/csv.ts'
import { sceneInLog } from '../http/scope.ts'
import { deletedTournaments } from '../tournament/tournament-removal.ts'
import { listRows } from '../http/list.ts'
import { withStripe, withPaymentErrors } from '../http/payment-errors.ts'
import { dollarsOf } from '../../money/price.ts'
import type { ByHand, LedgerEntry } from '../schema/player/payment.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'
import { route, writeRoute } from '../http/route.ts'

/** The ledger of payments, refunds and waived fees (R-PM-7). */
export function ledgerRoutes(context: Context): void {
  readRoutes(context)
  const { web, store, sceneOf } = context

  route(
    web,
    'POST /api/tournament/ledger/',
    { access: 'editLedger', scene: sceneOf.byPlayerInBody },
    (request, reply) => {
      return withPaymentErrors(
        withoutOpenCheckout(context, (hasMoved) =>
          idempotentRows({ store, request, reply }, (tx) => {
            if (hasMoved) throw new PaymentError('LEDGER_MOVED')
            return addManualEntry(tx, request)
          }),
        ),
      )
    },
  )

  writeRoute(
    context,
    'POST /api/tournament/player/:id/refund/',
    { access: 'editLedger', scene: sceneOf.payer, isCommand: false },
    (_target, request) =>
      withStripe(context, async (stripeClient) => {
        const { entry, cents, settled, refundFee: withFee } = request.body
        const person = request.person?.id ?? null
        const key = hashOf(request.commandId ?? '')
        const { id: player } = request.params
        await refundPayment(stripeClient, { player, entry, cents, settled, withFee, person, key })
        return { success: true as const }
      }),
  )
}

async function addManualEntry(tx: Tx, request: FastifyRequest<{ Body: z.infer<typeof ByHand> }>) {
  const { player, kind, cents, reason, settled } = request.body
  if (reason && kind !== 'comp')
    throw wrongFields({ reason: ['Only a waived payment has a reason'] })
  const present = await lockBalance(tx, player)
  // A player who has been removed can only be given back what they paid.
  const owing = present ?? (kind === 'refund' ? await lockRemovedBalance(tx, player) : null)
  if (!owing) throw notFound()
  expectSettled(owing, settled)
  await expectNoOpenCheckout(tx, player)
  const amount = cents ?? Math.max(0, owing.price - owing.covered)
  if (kind === 'refund') {
    if (cents === undefined) throw wrongFields({ cents: ['Enter how much was given back'] })
    if (cents > (await cashPaid(tx, player))) {
      const detail = 'You cannot give back more in cash than was paid in cash.'
      throw new Rejection(409, { detail, code: 'MORE_THAN_PAID' })
    }
  }
  const money = {
    cash: { cents: amount, covers: amount },
    // A waived fee: no money came in.
    comp: { cents: 0, covers: amount },
    refund: { cents: -amount, covers: -amount },
  }[kind]
  const { tournament } = owing
  const person = request.person?.id ?? null
  const reasonField = reason && { reason }
  const id = await addLedgerEntry(tx, {
    tournament,
    player,
    kind,
    ...money,
    ...reasonField,
    person,
  })
  return entryBody(await entries(tx).where('kept.ledger.id', '=', id).executeTakeFirstOrThrow())
}

function readRoutes(context: Context): void {
  const { web, store, states, sceneOf } = context
  const config = { access: 'readLedger', scene: sceneOf.byTournamentInQuery } as const

  route(web, 'GET /api/tournament/ledger/', config, (request) => {
    const { tournamentId, playerId } = request.query
    const ledger = entries(store.db)
      .where('kept.ledger.tournament', '=', tournamentId)
      .$if(playerId !== undefined, (q) => q.where('kept.ledger.player', '=', playerId ?? 0))
    return listRows(
      request,
      ledger
        .leftJoin('kept.person', 'kept.person.id', 'kept.ledger.person')
        .select('kept.person.name as byName')
        .orderBy('kept.ledger.id'),
      (rows) => rows.map(({ byName, ...entry }) => ({ ...entryBody(entry), byName })),
    )
  })

  const ofScene = { access: 'readLedger', scene: sceneOf.sceneInQuery } as const
  route(web, 'GET /api/tournament/ledger/deleted/', ofScene, async (request) => {
    const payers = await payersOfDeleted(store.db, request.query.scene)
    return listRows(request, payers, (rows) =>
      Promise.all(
        rows.map(async (row) => {
          const { state } = await states.now(row.tournament)
          return { ...row, tournamentName: state.name }
        }),
      ),
    )
  })

  route(web, 'GET /api/tournament/ledger/csv/', config, async (request, reply) => {
    const { tournamentId } = request.query
    return sendCsv(reply, tournamentId, await linesOf(store.db, tournamentId))
  })
}

/** Everybody with entries in the ledger of a deleted tournament, of which only the log is left. */
async function payersOfDeleted(db: Tx, scene: SceneId) {
  const paid = await db
    .selectFrom('kept.ledger')
    .select('tournament')
    .distinct()
    .where('tournament', 'in', deletedTournaments(db))
    .execute()
  const scenes = await Promise.all(paid.map(({ tournament }) => sceneInLog(db, tournament)))
  const own = paid.map(({ tournament }) => tournament).filter((_, index) => scenes[index] === scene)
  const payers = db
    .selectFrom('kept.ledger')
    .where((eb) => eb('tournament', '=', eb.fn.any(eb.val(own))))
    .select(['tournament', 'player'])
    .select((eb) => eb.fn.sum<number>('cents').as('held'))
    .groupBy(['tournament', 'player'])
  const sorted = db.selectFrom(payers.as('payer')).selectAll()
  return sorted.orderBy('tournament', 'desc').orderBy('player')
}

function sendCsv(reply: FastifyReply, tournament: TournamentId, lines: string[]) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="ledger-${tournament}.csv"`)
    .header('cache-control', 'no-store')
    .send(byteOrderMark + lines.join(''))
}

const columns = [
  'At',
  'Player',
  'Name',
  'Kind',
  'In',
  'Out',
  'Let off',
  'Due again',
  'Fee',
  'By',
  'Payment',
  'Reason',
  'By name',
]

/**
 * In dollars. Outgoing money, and a waived amount that is due again, have their own columns, so that
 * no cell begins with a minus.
 */
async function linesOf(db: Tx, tournament: TournamentId): Promise<string[]> {
  const rows = await entries(db)
    .leftJoin('kept.player', 'kept.player.id', 'kept.ledger.player')
    .leftJoin('kept.person', 'kept.person.id', 'kept.ledger.person')
    .select(['kept.player.name', 'kept.person.name as byName'])
    .where('kept.ledger.tournament', '=', tournament)
    .orderBy('kept.ledger.id')
    .execute()
  const body = rows.map(({ at, player, name, kind, cents, covers, fee, ...row }) =>
    csvLine([
      at.toISOString(),
      player,
      name,
      kind,
      dollarsOf(Math.max(0, cents)),
      dollarsOf(Math.max(0, -cents)),
      kind === 'comp' ? dollarsOf(Math.max(0, covers)) : null,
      kind === 'comp' ? dollarsOf(Math.max(0, -covers)) : null,
      dollarsOf(fee),
      row.person,
      row.payment,
      row.reason,
      row.byName,
    ]),
  )
  return [csvLine(columns), ...body]
}

function entries(db: Tx) {
  return db
    .selectFrom('kept.ledger')
    .select([
      'kept.ledger.id',
      'kept.ledger.tournament',
      'kept.ledger.player',
      'kept.ledger.kind',
      'kept.ledger.cents',
      'kept.ledger.covers',
      'kept.ledger.fee',
      'kept.ledger.person',
      'kept.ledger.at',
      'kept.ledger.payment',
      'kept.ledger.reverses',
      'kept.ledger.reason',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

function entryBody({ person: by, at, ...entry }: Row): z.infer<typeof LedgerEntry> {
  return { ...entry, by, at: at.toISOString() }
}
