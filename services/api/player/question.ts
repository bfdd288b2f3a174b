import { limitedTo } from '../../store/index.ts'
import type { z } from 'zod'
import { wrongFields, Rejection } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { removeFromOrder, changeOrder, idsInOrder } from '../http/row-order.ts'
import { lockTournament } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { addQuestion, hasChoices, questions, readQuestion, rowOf } from './question-rows.ts'
import type { QuestionChange, QuestionFields } from '../schema/player/registration.ts'
import { removeRoute, route, rowsRoute, publicRead } from '../http/route.ts'
import type { RequestRefusal } from '#events/refusals.ts'
import type { Order } from '../schema/http/common.ts'
import type { TournamentId } from '#events/ids.ts'

/** Registration questions; REST calls a question a player-info field. */
export function questionRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
  orderRoute(context)
}

function readRoutes({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/player-info-field/', publicRead, (request) => {
    const tournament = request.query.tournamentId ?? request.query.tournament
    const rows = questions(db).where(
      limitedTo('tournament', 'kept.question.tournament', tournament),
    )
    return listRows(request, rows.orderBy('kept.question.tournament').orderBy('position'))
  })

  route(web, 'GET /api/tournament/player-info-field/:id/', publicRead, (request) =>
    readQuestion(db, request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const config = { access: 'editRegistration', scene: context.sceneOf.question } as const

  rowsRoute(
    context,
    'POST /api/tournament/player-info-field/',
    { access: 'editRegistration', scene: context.sceneOf.byTournamentInBody },
    async (tx, request) => {
      const { tournament, ...fields } = request.body
      return readQuestion(tx, await addQuestion(tx, tournament, fields))
    },
  )

  rowsRoute(
    context,
    ['PUT /api/tournament/player-info-field/:id/', 'PATCH /api/tournament/player-info-field/:id/'],
    config,
    (tx, request) => changeQuestion(tx, request.params.id, request.body),
  )

  removeRoute(
    context,
    'DELETE /api/tournament/player-info-field/:id/',
    config,
    async (tx, { params: { id } }) => removeFromOrder(tx, 'question', await readQuestion(tx, id)),
  )
}

async function changeQuestion(
  tx: Tx,
  id: number,
  { tournament, ...change }: z.infer<typeof QuestionChange>,
) {
  const question = await readQuestion(tx, id)
  if (tournament !== undefined && tournament !== question.tournament) {
    throw wrongFields({ tournament: ['A question cannot be moved to another tournament'] })
  }
  await lockTournament(tx, question.tournament)
  const { fieldSlug, fieldDescription, fieldType, isRequired, choices } = await readQuestion(tx, id)
  const fields: QuestionFields = {
    fieldSlug,
    fieldDescription,
    fieldType,
    isRequired,
    // A question that is no longer a choice loses its choices.
    choices: hasChoices(change.fieldType ?? fieldType) ? choices : [],
    ...omitUndefined(change),
  }
  await tx.updateTable('kept.question').set(rowOf(fields)).where('id', '=', id).execute()
  return readQuestion(tx, id)
}

function orderRoute(context: Context): void {
  rowsRoute(
    context,
    'PUT /api/tournament/tournament/:id/question-order/',
    { access: 'editRegistration', scene: context.sceneOf.tournament },
    (tx, request) => orderQuestions(tx, request.params.id, request.body),
  )
}

/** Reorders all questions of a tournament. Locked, so that parallel changes do not mix (R-QU-1). */
async function orderQuestions(tx: Tx, tournament: TournamentId, requested: Order) {
  await lockTournament(tx, tournament)
  const current = await idsInOrder(tx, 'question', tournament)
  const refusal = orderRefusal(current, requested.order)
  if (refusal) throw refusal
  return changeOrder(tx, 'question', { current, ...requested })
}

/** Refuses an order that lacks a question, repeats one or has one of another tournament. */
export function orderRefusal(questions: number[], order: number[]): Rejection | null {
  const foreign = order.find((id) => !questions.includes(id))
  if (foreign !== undefined) {
    return refusal('QUESTION_UNKNOWN', foreign, 'is not part of this tournament')
  }
  const twice = order.find((id, index) => order.indexOf(id) < index)
  if (twice !== undefined) return refusal('QUESTION_TWICE', twice, 'is in the order twice')
  const missing = questions.find((id) => !order.includes(id))
  if (missing !== undefined)
    return refusal('QUESTION_MISSING', missing, 'is missing from the order')
  return null
}

function refusal(code: RequestRefusal, question: number, what: string): Rejection {
  return new Rejection(409, { detail: `Question ${question} ${what}.`, code, question })
}
