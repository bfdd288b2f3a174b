import { configure as words } from '../../core/text/organize/registration.ts'
import type { FieldType, Question } from '../../spectate/registration/registration-body.ts'

/** A choice without a value is new. */
type ChoiceField = { label: string; value?: string }
export type QuestionFields = {
  fieldDescription: string
  fieldSlug: string
  fieldType: FieldType
  isRequired: boolean
  choices: ChoiceField[]
}

export function fieldsOf(question: Question | null): QuestionFields {
  return {
    fieldDescription: question?.fieldDescription ?? '',
    fieldSlug: question?.fieldSlug ?? '',
    fieldType: question?.fieldType ?? 'text',
    isRequired: question?.isRequired ?? false,
    choices: question?.choices.length ? question.choices : [{ label: '' }, { label: '' }],
  }
}

export function hasChoices(fieldType: FieldType): boolean {
  return fieldType === 'single_choice' || fieldType === 'multi_choice'
}

export function problemsIn({
  fieldDescription,
  fieldType,
  choices,
}: QuestionFields): Record<string, string> {
  const unlabelled = choices.some(({ label }) => label.trim() === '')
  const choicesProblem =
    choices.length === 0 ? words.choicesMissing : unlabelled && words.choiceMissing
  return {
    ...(fieldDescription.trim() === '' && { fieldDescription: words.questionMissing }),
    ...(hasChoices(fieldType) && choicesProblem && { choices: choicesProblem }),
  }
}

export function bodyOf({ fieldDescription, fieldSlug, choices, ...rest }: QuestionFields) {
  return {
    ...rest,
    fieldDescription: fieldDescription.trim(),
    fieldSlug: fieldSlug.trim() || null,
    choices: hasChoices(rest.fieldType) ? choices.map(choiceBody) : [],
  }
}

function choiceBody({ label, value }: ChoiceField): ChoiceField {
  return { label: label.trim(), ...(value !== undefined && { value }) }
}
