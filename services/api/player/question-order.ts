import { Rejection } from '../../web/index.ts'
import type { RequestRefusal } from '../../../events/refusals.ts'
import { changeOrder, idsInOrder } from '../http/row-order.ts'
import { lockTournament } from '../http/row-locks.ts'
import type { Tx } from '../http/context.ts'
import type { Order } from '../schema/http/common.ts'
import type { TournamentId } from '../../../events/ids.ts'

/** Reorders all questions of a tournament. Locked, so that parallel changes do not mix (R-QU-1). */
export async function orderQuestions(tx: Tx, tournament: TournamentId, requested: Order) {
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
