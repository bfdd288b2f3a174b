import { expect, test } from 'vitest'
import { answerProblem } from './registration-form.ts'

const required = 'This field is required.'
const choices = ['S', 'L'].map((value) => ({ value, label: value }))
type Type = Parameters<typeof answerProblem>[0]['fieldType']

test.each<[Type, unknown, string | null]>([
  ['text', 'Blue', null],
  ['text', '   ', required],
  ['text', null, required],
  ['text', undefined, required],
  ['text', 7, 'Answer in words'],
  ['text', true, 'Answer in words'],
  ['text', 'x'.repeat(5_001), 'Too long'],
  ['checkbox', true, null],
  ['checkbox', false, required],
  ['checkbox', 'yes', 'Ticked or not'],
  ['single_choice', 'L', null],
  ['single_choice', 'XL', 'Not one of the choices'],
  ['single_choice', ['L'], 'Not one of the choices'],
  ['single_choice', '', required],
  ['multi_choice', ['S', 'L'], null],
  ['multi_choice', ['S', 'S'], 'Not some of the choices'],
  ['multi_choice', ['S', 'XL'], 'Not some of the choices'],
  ['multi_choice', 'S', 'Not some of the choices'],
  ['multi_choice', [], required],
])('a required %s answered %j', (fieldType, answer, problem) => {
  const question = { fieldType, choices: fieldType.endsWith('choice') ? choices : [] }
  expect(answerProblem({ ...question, isRequired: true }, answer)).toBe(problem)
  const expected = problem === required ? null : problem
  expect(answerProblem({ ...question, isRequired: false }, answer)).toBe(expected)
})
