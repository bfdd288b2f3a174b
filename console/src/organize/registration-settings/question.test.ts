import { expect, test } from 'vitest'
import { bodyOf, fieldsOf, problemsIn } from './question.ts'

test('a question needs a description, and each choice a label', () => {
  expect(problemsIn(fieldsOf(null))).toEqual({ fieldDescription: 'Field description is required' })
  const choice = {
    ...fieldsOf(null),
    fieldDescription: 'Size?',
    fieldType: 'multi_choice' as const,
  }
  expect(problemsIn(choice)).toEqual({ choices: 'Each choice needs a label' })
  expect(problemsIn({ ...choice, choices: [] })).toEqual({ choices: 'Add at least one choice' })
  expect(problemsIn({ ...choice, choices: [{ label: 'S' }] })).toEqual({})
})

test('a reworded choice keeps its value, and text has no choices', () => {
  const question = {
    tournament: 1,
    order: 1,
    id: 1,
    fieldName: 'question1',
    fieldSlug: null,
    fieldDescription: 'Size?',
    fieldType: 'single_choice' as const,
    isRequired: true,
    choices: [{ value: 'S', label: 'S' }],
  }
  const fields = {
    ...fieldsOf(question),
    choices: [{ value: 'S', label: ' Small ' }, { label: 'L' }],
  }
  expect(bodyOf(fields)).toMatchObject({
    fieldSlug: null,
    choices: [{ value: 'S', label: 'Small' }, { label: 'L' }],
  })
  expect(bodyOf({ ...fields, fieldType: 'text' })).toMatchObject({ choices: [] })
})
