import { expect, test } from 'vitest'
import { bodyOf, fieldsOf, optionsFor, problemsIn, totalOf } from './form.ts'
import type { Player, Question } from './registration-body.ts'

const question = (
  fieldName: string,
  isRequired: boolean,
  more: Partial<Question> = {},
): Question => ({
  id: 1,
  tournament: 1,
  order: 1,
  fieldName,
  fieldSlug: null,
  fieldDescription: 'Shirt?',
  fieldType: 'text',
  isRequired,
  choices: [],
  ...more,
})
const options = [
  { tournament: 1, id: 7, name: 'Entry', price: '10.00', allowCustomPrice: true },
  { tournament: 1, id: 8, name: 'Shirt', price: '19.99', allowCustomPrice: false },
]
const context = { questions: [question('question1', true)], options, requirePlayerPhoto: true }
const player: Player = {
  id: 3,
  tournament: 1,
  scene: 'PHL',
  name: 'Mia',
  pronouns: 'she/her',
  tidbit: '',
  image: '/api/image/a',
  team: 5,
  doNotDisplay: false,
  checkInTime: null,
  email: null,
  price: 1_000,
  paid: false,
  registrationTime: '2026-01-02T10:00:00.000Z',
  selectedPaymentOptions: [
    {
      paymentOption: { id: 7, name: 'Entry', price: '10.00' },
      quantity: 1,
      customPrice: null,
    },
  ],
  user: 1,
  answers: { question1: 'M' },
}

test('an empty form has an error for every required field', () => {
  expect(problemsIn(fieldsOf(null), context)).toEqual({
    name: 'Player name is required',
    image: 'This field is required.',
    question1: 'This field is required.',
  })
})

test('a required box has to be ticked, and a required choice has to be made', () => {
  const questions = [
    question('question1', true, { fieldType: 'checkbox' }),
    question('question2', true, { fieldType: 'multi_choice' }),
  ]
  const rules = { questions, options: [], requirePlayerPhoto: false }
  const fields = { ...fieldsOf(null, 'Mia'), answers: { question1: false, question2: [] } }
  expect(Object.keys(problemsIn(fields, rules))).toEqual(['question1', 'question2'])
  const done = { ...fields, answers: { question1: true, question2: ['a'] } }
  expect(problemsIn(done, rules)).toEqual({})
})

test('creating a team requires a name, joining one requires a choice', () => {
  const rules = { questions: [], options: [], requirePlayerPhoto: false }
  const fields = fieldsOf(null, 'Mia')
  const team = { team: null, name: ' ' }
  expect(problemsIn({ ...fields, team: { ...team, kind: 'create' } }, rules)).toEqual({
    newTeam: 'Team name is required',
  })
  expect(problemsIn({ ...fields, team: { ...team, kind: 'join' } }, rules)).toEqual({
    team: 'Choose a team to join',
  })
})

test('R-PM-4: the total is in cents, and a custom price is not below the option’s', () => {
  const picked = { 7: { quantity: 2, price: '12.5' }, 8: { quantity: 1, price: '' } }
  expect(totalOf(picked, options)).toBe(2 * 1_250 + 1_999)
  expect(totalOf({ 9: { quantity: 1, price: '' } }, options)).toBe(0)
  const low = { ...fieldsOf(player), picked: { 7: { quantity: 1, price: '9.99' } } }
  expect(problemsIn(low, context)).toEqual({ price7: 'The price is at least $10.00' })
})

test('a new registration is sent with all fields', () => {
  expect(bodyOf({ ...fieldsOf(null, ' Mia '), answers: { question1: 'M' } }, null)).toEqual({
    name: 'Mia',
    pronouns: '',
    scene: '',
    tidbit: '',
    image: null,
    doNotDisplay: false,
    options: [],
    team: null,
    answers: { question1: 'M' },
  })
})

test('of an existing registration only changed fields are sent', () => {
  const before = fieldsOf(player)
  expect(bodyOf(before, before)).toEqual({})
  const fields = { ...before, pronouns: '', answers: { ...before.answers, question2: ['a'] } }
  expect(bodyOf(fields, before)).toEqual({ pronouns: '', answers: { question2: ['a'] } })
  const team = { kind: 'create', team: null, name: ' Bees ' } as const
  const richer = { ...before, team, picked: { 7: { quantity: 1, price: '20' } } }
  expect(bodyOf(richer, before)).toEqual({
    newTeam: 'Bees',
    options: [{ paymentOption: 7, quantity: 1, customPrice: '20' }],
  })
})

test('a chosen option that was removed stays in the form with its price and number', () => {
  const shirts = { paymentOption: { id: 9, name: 'Old shirt', price: '20.00' }, quantity: 2 }
  const chosen = { ...player, selectedPaymentOptions: [{ ...shirts, customPrice: '25.00' }] }
  const shown = optionsFor(chosen, options)
  expect(shown.slice(0, 2)).toEqual(options)
  expect(shown[2]).toEqual({
    id: 9,
    tournament: 1,
    name: 'Old shirt',
    price: '25.00',
    allowCustomPrice: false,
    kept: 2,
  })
  const fields = fieldsOf(chosen)
  expect(totalOf(fields.picked, shown)).toBe(5_000)
  const more = { ...fields, picked: { ...fields.picked, 7: { quantity: 1, price: '' } } }
  expect(problemsIn(more, { ...context, options: shown })).toEqual({})
  expect(bodyOf(more, fields)['options']).toEqual([
    { paymentOption: 7, quantity: 1 },
    { paymentOption: 9, quantity: 2, customPrice: '25.00' },
  ])
  expect(optionsFor(player, options)).toEqual(options)
})
