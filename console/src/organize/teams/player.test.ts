import { expect, test } from 'vitest'
import { bodyOf, fieldsOf, problemsIn } from './player.ts'

test('a player needs a name, and an optional price must be in dollars', () => {
  const fields = fieldsOf(null, null)
  expect(problemsIn(fields)).toEqual({ name: 'Player name is required' })
  expect(problemsIn({ ...fields, name: 'Mia', price: '1,50' })).toEqual({
    price: 'Dollars, such as 12.50',
  })
})

test('only changed fields are sent, with prices in cents', () => {
  const before = { ...fieldsOf(null, 3), name: 'Mia', answers: { question1: 'M' } }
  expect(bodyOf(before, before)).toEqual({})
  const fields = { ...before, name: ' Mia ', price: '12.5', team: null, email: ' a@b.example ' }
  expect(bodyOf(fields, before)).toEqual({ price: 1_250, team: null, email: 'a@b.example' })
  const answered = { ...before, answers: { question1: 'M', question2: ['a'] } }
  expect(bodyOf(answered, before)).toEqual({ answers: { question2: ['a'] } })
})
