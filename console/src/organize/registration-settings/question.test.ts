import { expect, test } from 'vitest'
import { bodyOf, draftOf, problemsIn } from './question.ts'

test('a question has words, and each choice a label', () => {
  expect(problemsIn(draftOf(null))).toEqual({ fieldDescription: 'Field description is required' })
  const choice = { ...draftOf(null), fieldDescription: 'Size?', fieldType: 'multi_choice' as const }
  expect(problemsIn(choice)).toEqual({ choices: 'Each choice needs a label' })
  expect(problemsIn({ ...choice, choices: [] })).toEqual({ choices: 'Add at least one choice' })
  expect(problemsIn({ ...choice, choices: [{ label: 'S' }] })).toEqual({})
})

test('a reworded choice keeps its value, and text has no choices', () => {
  const question = {
    id: 1,
    fieldName: 'question1',
    fieldSlug: null,
    fieldDescription: 'Size?',
    fieldType: 'single_choice' as const,
    isRequired: true,
    choices: [{ value: 'S', label: 'S' }],
  }
  const draft = {
    ...draftOf(question),
    choices: [{ value: 'S', label: ' Small ' }, { label: 'L' }],
  }
  expect(bodyOf(draft)).toMatchObject({
    fieldSlug: null,
    choices: [{ value: 'S', label: 'Small' }, { label: 'L' }],
  })
  expect(bodyOf({ ...draft, fieldType: 'text' })).toMatchObject({ choices: [] })
})
