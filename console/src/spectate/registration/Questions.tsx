import { useId } from 'react'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { Choice, Group, TextField, Tick } from './Fields.tsx'
import type { Errors } from './form.ts'
import type { Answer, Question } from './registration-body.ts'

type Props = {
  questions: readonly Question[]
  answers: Record<string, Answer>
  errors: Errors
  onAnswer: (fieldName: string, answer: Answer) => void
}

/** The questions of a tournament in their order. */
export function Questions({ questions, answers, errors, onAnswer }: Props) {
  return questions.map((question) => (
    <QuestionField
      key={question.id}
      question={question}
      answer={answers[question.fieldName] ?? null}
      error={errors[question.fieldName]}
      onAnswer={(answer) => onAnswer(question.fieldName, answer)}
    />
  ))
}

type QuestionProps = {
  question: Question
  answer: Answer
  error: string | undefined
  onAnswer: (answer: Answer) => void
}

function QuestionField({ question, answer, error, onAnswer }: QuestionProps) {
  const { fieldDescription: label, fieldType, isRequired } = question
  const shared = { label, error, isRequired }
  switch (fieldType) {
    case 'text':
      return (
        <TextField
          {...shared}
          rows={2}
          value={typeof answer === 'string' ? answer : ''}
          onChange={onAnswer}
        />
      )
    case 'checkbox':
      return <Tick {...shared} isTicked={answer === true} onChange={onAnswer} />
    case 'single_choice':
      return <SingleChoice question={question} answer={answer} error={error} onAnswer={onAnswer} />
    case 'multi_choice':
      return <MultiChoice question={question} answer={answer} error={error} onAnswer={onAnswer} />
  }
}

/** A single choice. If no answer is required, there is also a choice for none. */
function SingleChoice({ question, answer, error, onAnswer }: QuestionProps) {
  const { fieldDescription: label, isRequired, choices } = question
  const name = useId()
  return (
    <Group label={label} error={error} isRequired={isRequired} isOne>
      {choices.map(({ value, label }) => (
        <Choice
          key={value}
          type="radio"
          name={name}
          label={label}
          isChosen={answer === value}
          onChange={() => onAnswer(value)}
        />
      ))}
      {!isRequired && (
        <Choice
          type="radio"
          name={name}
          label={words.noAnswer}
          isChosen={answer === null}
          onChange={() => onAnswer(null)}
        />
      )}
    </Group>
  )
}

function MultiChoice({ question, answer, error, onAnswer }: QuestionProps) {
  const { fieldDescription: label, isRequired, choices } = question
  const name = useId()
  const chosen = Array.isArray(answer) ? answer : []
  return (
    <Group label={label} hint={words.pickSome} error={error} isRequired={isRequired}>
      {choices.map(({ value, label }) => (
        <Choice
          key={value}
          type="checkbox"
          name={name}
          label={label}
          isChosen={chosen.includes(value)}
          onChange={(isChosen) =>
            onAnswer(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
    </Group>
  )
}
