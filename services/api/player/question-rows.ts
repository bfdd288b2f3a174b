import { Rejection, notFound, wrongFields } from '../../web/index.ts'
import { idsInOrder } from '../http/row-order.ts'
import { lockTournament } from '../http/row-locks.ts'
import type { Tx } from '../http/context.ts'
import type { QuestionFields, Choice } from '../schema/player/registration.ts'
import type { TournamentId } from '#events/ids.ts'
export const maxQuestions = 200

export function questions(db: Tx) {
  return db
    .selectFrom('kept.question')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.question.tournament')
    .select([
      'kept.question.id',
      'kept.question.tournament',
      'fieldName',
      'fieldSlug',
      'fieldDescription',
      'fieldType',
      'isRequired',
      'choices',
      'position as order',
    ])
}

export async function readQuestion(db: Tx, id: number) {
  return questions(db).where('kept.question.id', '=', id).executeTakeFirstOrThrow(notFound)
}

export async function addQuestion(
  tx: Tx,
  tournament: TournamentId,
  fields: QuestionFields,
): Promise<number> {
  await lockTournament(tx, tournament)
  const existing = await idsInOrder(tx, 'question', tournament)
  if (existing.length >= maxQuestions) {
    const detail = `A registration form has at most ${maxQuestions} questions.`
    throw new Rejection(409, { detail, code: 'TOO_MANY_QUESTIONS' })
  }
  const { id } = await tx
    .insertInto('kept.question')
    .values({ tournament, position: existing.length + 1, ...rowOf(fields) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Checks all fields of a question and returns its columns. */
export function rowOf(fields: QuestionFields) {
  const { fieldSlug, fieldDescription, fieldType, isRequired } = fields
  const choices = fields.choices.map(({ value, label }): Choice => ({
    value: value ?? label,
    label,
  }))
  checkChoices(fieldType, choices)
  return {
    fieldSlug: fieldSlug || null,
    fieldDescription,
    fieldType,
    isRequired,
    choices: JSON.stringify(choices),
  }
}

export function hasChoices(fieldType: QuestionFields['fieldType']): boolean {
  return fieldType === 'multi_choice' || fieldType === 'single_choice'
}

function checkChoices(fieldType: QuestionFields['fieldType'], choices: Choice[]): void {
  const isTwice = (part: keyof Choice) =>
    new Set(choices.map((choice) => choice[part])).size < choices.length
  const problems: [boolean, string][] = [
    [!hasChoices(fieldType) && choices.length > 0, 'Only choice questions can have choices'],
    [hasChoices(fieldType) && choices.length === 0, 'Add at least one choice'],
    [isTwice('label') || isTwice('value'), 'Two choices are the same'],
  ]
  const texts = problems.filter(([hasProblem]) => hasProblem).map(([, text]) => text)
  if (texts.length > 0) throw wrongFields({ choices: texts })
}
