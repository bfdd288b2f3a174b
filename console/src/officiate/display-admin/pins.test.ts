import { expect, test } from 'vitest'
import { changed, drafted, noDraft, settled } from './pins.ts'

test('ux 47: only what was changed is sent; an emptied field is unpinned', () => {
  const before = { blueName: 'Bees', goldScore: 0 }
  const draft = { ...drafted(before), blueName: '', goldName: ' Wasps ', blueScore: '2' }
  expect(changed(before, draft)).toEqual({ blueName: null, goldName: 'Wasps', blueScore: 2 })
  expect(changed(before, drafted(before))).toEqual({})
  expect(changed(before, noDraft)).toEqual({ blueName: null, goldScore: null })
})

test('a score that is no number is sent as it was typed, to be refused', () => {
  expect(changed({}, { ...noDraft, blueScore: 'x' })).toEqual({ blueScore: 'x' })
})

test('what is typed while an answer is on its way stays', () => {
  const now = { ...noDraft, blueName: 'Bees' }
  expect(settled(now, noDraft, { goldName: 'Wasps', blueName: 'Old' })).toEqual({
    ...noDraft,
    blueName: 'Bees',
    goldName: 'Wasps',
  })
  expect(settled(now, now, {})).toEqual(noDraft)
})
