import { expect, test } from 'vitest'
import { answerProblem } from './form.ts'

const required = 'This field is required.'
const choices = ['S', 'L'].map((value) => ({ value, label: value }))
type Type = Parameters<typeof answerProblem>[0]['fieldType']

test.each<[Type, unknown, string | null]>([
  ['text', 'Blue', null],
  ['text', '   ', required],
  ['text', null, required],
  ['text', undefined, required],
  ['text', 7, 'The answer must be text'],
  ['text', true, 'The answer must be text'],
  ['text', 'x'.repeat(5_001), 'Too long'],
  ['checkbox', true, null],
  ['checkbox', false, required],
  ['checkbox', 'yes', 'The answer must be true or false'],
  ['single_choice', 'L', null],
  ['single_choice', 'XL', 'Choose one of the options'],
  ['single_choice', ['L'], 'Choose one of the options'],
  ['single_choice', '', required],
  ['multi_choice', ['S', 'L'], null],
  ['multi_choice', ['S', 'S'], 'Choose only from the options'],
  ['multi_choice', ['S', 'XL'], 'Choose only from the options'],
  ['multi_choice', 'S', 'Choose only from the options'],
  ['multi_choice', [], required],
])('a required %s answered %j', (fieldType, answer, problem) => {
  const question = { fieldType, choices: fieldType.endsWith('choice') ? choices : [] }
  expect(answerProblem({ ...question, isRequired: true }, answer)).toBe(problem)
  const expected = problem === required ? null : problem
  expect(answerProblem({ ...question, isRequired: false }, answer)).toBe(expected)
})
