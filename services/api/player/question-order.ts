import { Rejection } from '../../web/index.ts'
import type { RequestRefusal } from '../../../events/refusals.ts'
import { changeOrder, idsInOrder } from '../http/row-positions.ts'
import { lockTournament } from '../http/row-locks.ts'
import type { Tx } from '../http/route.ts'
import type { Order } from '../schema/common.ts'
import type { TournamentId } from '../../../events/ids.ts'

/** All questions of a tournament in a new order; of rivals each finds a whole order (R-QU-1). */
export async function orderQuestions(tx: Tx, tournament: TournamentId, wanted: Order) {
  await lockTournament(tx, tournament)
  const before = await idsInOrder(tx, 'question', tournament)
  const refusal = orderRefusal(before, wanted.order)
  if (refusal) throw refusal
  return changeOrder(tx, 'question', { before, ...wanted })
}

/** Every question once, none of another tournament; the refusal names the question. */
export function orderRefusal(questions: number[], order: number[]): Rejection | null {
  const foreign = order.find((id) => !questions.includes(id))
  if (foreign !== undefined) {
    return refusal('QUESTION_UNKNOWN', foreign, 'is not of this tournament')
  }
  const twice = order.find((id, index) => order.indexOf(id) < index)
  if (twice !== undefined) return refusal('QUESTION_TWICE', twice, 'stands in the order twice')
  const missing = questions.find((id) => !order.includes(id))
  if (missing !== undefined) return refusal('QUESTION_MISSING', missing, 'is not in the order')
  return null
}

function refusal(code: RequestRefusal, question: number, what: string): Rejection {
  return new Rejection(409, { detail: `Question ${question} ${what}.`, code, question })
}
