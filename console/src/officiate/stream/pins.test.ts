import { expect, test } from 'vitest'
import { changesIn } from '../../hooks/form/edited-fields.ts'
import { fieldsOf, noPins, pinsOf } from './pins.ts'

test('ux 47: only what was changed is sent; an emptied field is unpinned', () => {
  const base = fieldsOf({ blueName: 'Bees', goldScore: 0 })
  const values = { ...base, blueName: '', goldName: ' Wasps ', blueScore: '2' }
  const sent = pinsOf(changesIn(values, base))
  expect(sent).toEqual({ blueName: null, goldName: 'Wasps', blueScore: 2 })
  expect(pinsOf(changesIn(base, base))).toEqual({})
  expect(pinsOf(changesIn(noPins, base))).toEqual({ blueName: null, goldScore: null })
})

test('a score that is no number is sent as it was typed, to be refused', () => {
  expect(pinsOf({ blueScore: 'x' })).toEqual({ blueScore: 'x' })
})

test('what is pinned is shown as it would be typed', () => {
  expect(fieldsOf({ goldName: 'Wasps', blueScore: 3, sides: 'gold-left' })).toEqual({
    ...noPins,
    goldName: 'Wasps',
    blueScore: '3',
    sides: 'gold-left',
  })
})
