import type { z } from 'zod'
import { wrongFields } from '../../web/index.ts'
import type { Tx } from '../http/route.ts'
import { answersIn } from './player-changes.ts'
import type { QuestionBody, Form } from '../schema/registration.ts'
import type { TournamentId } from '../../../events/ids.ts'

const required = 'This field is required.'

type Question = z.infer<typeof QuestionBody>
type Answers = ReturnType<typeof answersIn>
type FieldErrors = Record<string, string[]>
type FormContext = { tournament: TournamentId; isNew: boolean; requirePlayerPhoto: boolean }

/** All that is wrong with a form at once; a new one answers every question that has to be. */
export async function checkForm(db: Tx, form: Form, ask: FormContext): Promise<void> {
  const { isNew, requirePlayerPhoto } = ask
  const wrong = await wrongAnswers(db, answersIn(form), ask)
  const hasNoPhoto = isNew ? !form.image : form.image !== undefined && !form.image
  if (requirePlayerPhoto && hasNoPhoto) wrong['image'] = [required]
  if (form.newTeam !== undefined && form.team !== undefined && form.team !== null) {
    wrong['newTeam'] = ['Join a team or create one']
  }
  if (Object.keys(wrong).length > 0) throw wrongFields(wrong)
}

async function wrongAnswers(
  db: Tx,
  given: Answers,
  { tournament, isNew }: FormContext,
): Promise<FieldErrors> {
  const questions = await db
    .selectFrom('kept.question')
    .select(['fieldName', 'fieldType', 'isRequired', 'choices'])
    .where('tournament', '=', tournament)
    .execute()
  const known = new Set(questions.map(({ fieldName }) => fieldName))
  const strange = Object.keys(given).filter((name) => !known.has(name))
  const asked = questions.filter(({ fieldName }) => isNew || fieldName in given)
  const wrong: FieldErrors = {}
  for (const name of strange) wrong[name] = ['No question of this name']
  for (const question of asked) {
    const problem = answerProblem(question, given[question.fieldName])
    if (problem) wrong[question.fieldName] = [problem]
  }
  return wrong
}

type QuestionRules = Pick<Question, 'fieldType' | 'isRequired' | 'choices'>

/** Why an answer does not fit its question. */
export function answerProblem(question: QuestionRules, answer: unknown): string | null {
  const { fieldType, isRequired, choices } = question
  if (isOpen(answer)) return isRequired ? required : null
  const fits = (value: unknown) => choices.some((choice) => choice.value === value)
  switch (fieldType) {
    case 'text':
      return typeof answer !== 'string' ? 'Answer in words' : tooLong(answer)
    case 'checkbox':
      return typeof answer === 'boolean' ? null : 'Ticked or not'
    case 'single_choice':
      return fits(answer) ? null : 'Not one of the choices'
    case 'multi_choice': {
      const isFit = Array.isArray(answer) && answer.every(fits)
      return isFit && new Set(answer).size === answer.length ? null : 'Not some of the choices'
    }
  }
}

const longest = 5_000
function tooLong(answer: string): string | null {
  return answer.length > longest ? 'Too long' : null
}

/** A box that is not ticked, or nothing at all. */
function isOpen(answer: unknown): boolean {
  if (answer === undefined || answer === null || answer === false) return true
  if (typeof answer === 'string') return answer.trim() === ''
  return Array.isArray(answer) && answer.length === 0
}
