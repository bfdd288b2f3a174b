import { expect, test } from 'vitest'
import { changesIn } from '../../hooks/form/edited-fields.ts'
import { fieldsOf, noPins, pinsOf } from './pins.ts'

test('ux 47: only changed fields are sent; an emptied field is unpinned', () => {
  const base = fieldsOf({ blueName: 'Bees', goldScore: 0 })
  const values = { ...base, blueName: '', goldName: ' Wasps ', blueScore: '2' }
  const sent = pinsOf(changesIn(values, base))
  expect(sent).toEqual({ blueName: null, goldName: 'Wasps', blueScore: 2 })
  expect(pinsOf(changesIn(base, base))).toEqual({})
  expect(pinsOf(changesIn(noPins, base))).toEqual({ blueName: null, goldScore: null })
})

test('a score that is not a number is sent as it was typed, so that the server refuses it', () => {
  expect(pinsOf({ blueScore: 'x' })).toEqual({ blueScore: 'x' })
})

test('pins are shown as they would be typed', () => {
  expect(fieldsOf({ goldName: 'Wasps', blueScore: 3, sides: 'gold-left' })).toEqual({
    ...noPins,
    goldName: 'Wasps',
    blueScore: '3',
    sides: 'gold-left',
  })
})
