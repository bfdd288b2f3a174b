import { Rejection } from '../web/index.ts'
import { lockTournament } from './kept-write.ts'
import type { Tx } from './kept-write.ts'
import { idsInOrder, readQuestion } from './question-rows.ts'

type Wanted = { order: number[]; expected?: number[] | undefined }

/** All questions of a tournament in a new order; of rivals each finds a whole order (R-QU-1). */
export async function orderQuestions(
  tx: Tx,
  tournament: number,
  { order, expected }: Wanted,
): Promise<{ order: number[] }> {
  await lockTournament(tx, tournament)
  const before = await idsInOrder(tx, tournament)
  const refusal = orderRefusal(before, order)
  if (refusal) throw refusal
  if (before.join() === order.join()) return { order }
  if (expected && expected.join() !== before.join()) {
    const detail = 'Somebody else has changed this order meanwhile.'
    throw new Rejection(409, { detail, code: 'ORDER_CHANGED', order: before })
  }
  for (const [index, id] of order.entries()) await setPosition(tx, id, index + 1)
  return { order }
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

function refusal(code: string, question: number, what: string): Rejection {
  return new Rejection(409, { detail: `Question ${question} ${what}.`, code, question })
}

/** A question removed; those after it move up. */
export async function withoutQuestion(tx: Tx, id: number): Promise<void> {
  const { tournament } = await readQuestion(tx, id)
  await lockTournament(tx, tournament)
  await tx.deleteFrom('kept.question').where('id', '=', id).execute()
  const left = await idsInOrder(tx, tournament)
  for (const [index, other] of left.entries()) await setPosition(tx, other, index + 1)
}

async function setPosition(tx: Tx, id: number, position: number): Promise<void> {
  await tx.updateTable('kept.question').set({ position }).where('id', '=', id).execute()
}
