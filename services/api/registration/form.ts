import type { z } from 'zod'
import { wrongFields } from '../../web/index.ts'
import type { Tx } from '../http/context.ts'
import { answersIn } from '../player/player-changes.ts'
import type { QuestionBody, Form } from '../schema/player/registration.ts'
import type { TournamentId } from '#events/ids.ts'

const required = 'This field is required.'

type Question = z.infer<typeof QuestionBody>
type Answers = ReturnType<typeof answersIn>
type FieldErrors = Record<string, string[]>
type FormContext = { tournament: TournamentId; isNew: boolean; requirePlayerPhoto: boolean }

/** Reports all errors of a form at once. A new form has to answer every required question. */
export async function checkForm(db: Tx, form: Form, context: FormContext): Promise<void> {
  const { isNew, requirePlayerPhoto } = context
  const errors = await wrongAnswers(db, answersIn(form), context)
  const hasNoPhoto = isNew ? !form.image : form.image !== undefined && !form.image
  if (requirePlayerPhoto && hasNoPhoto) errors['image'] = [required]
  if (form.newTeam !== undefined && form.team !== undefined && form.team !== null) {
    errors['newTeam'] = ['Join a team or create one']
  }
  if (Object.keys(errors).length > 0) throw wrongFields(errors)
}

async function wrongAnswers(
  db: Tx,
  answers: Answers,
  { tournament, isNew }: FormContext,
): Promise<FieldErrors> {
  const questions = await db
    .selectFrom('kept.question')
    .select(['fieldName', 'fieldType', 'isRequired', 'choices'])
    .where('tournament', '=', tournament)
    .execute()
  const knownNames = new Set(questions.map(({ fieldName }) => fieldName))
  const unknownNames = Object.keys(answers).filter((name) => !knownNames.has(name))
  const relevant = questions.filter(({ fieldName }) => isNew || fieldName in answers)
  const errors: FieldErrors = {}
  for (const name of unknownNames) errors[name] = ['There is no question with this name']
  for (const question of relevant) {
    const problem = answerProblem(question, answers[question.fieldName])
    if (problem) errors[question.fieldName] = [problem]
  }
  return errors
}

type QuestionRules = Pick<Question, 'fieldType' | 'isRequired' | 'choices'>

/** Why an answer is not valid for its question; null if it is. */
export function answerProblem(question: QuestionRules, answer: unknown): string | null {
  const { fieldType, isRequired, choices } = question
  if (isEmpty(answer)) return isRequired ? required : null
  const isChoice = (value: unknown) => choices.some((choice) => choice.value === value)
  switch (fieldType) {
    case 'text':
      return typeof answer !== 'string' ? 'The answer must be text' : tooLong(answer)
    case 'checkbox':
      return typeof answer === 'boolean' ? null : 'The answer must be true or false'
    case 'single_choice':
      return isChoice(answer) ? null : 'Choose one of the options'
    case 'multi_choice': {
      const areChoices = Array.isArray(answer) && answer.every(isChoice)
      return areChoices && new Set(answer).size === answer.length
        ? null
        : 'Choose only from the options'
    }
  }
}

const maxLength = 5_000
function tooLong(answer: string): string | null {
  return answer.length > maxLength ? 'Too long' : null
}

/** Whether there is no answer; an unticked box counts as none. */
function isEmpty(answer: unknown): boolean {
  if (answer === undefined || answer === null || answer === false) return true
  if (typeof answer === 'string') return answer.trim() === ''
  return Array.isArray(answer) && answer.length === 0
}
