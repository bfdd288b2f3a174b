import { expect, test } from 'vitest'
import { checkInOf } from './useTeamCheckIn.ts'

test.each([
  [0, 0, undefined],
  [0, 5, 'absent'],
  [4, 5, 'short'],
  [5, 5, 'present'],
  [5, 7, 'present'],
  [2, 3, 'short'],
  [3, 3, 'present'],
])('ux 39: %i of %i checked in is %s', (here, of, state) => {
  expect(checkInOf(here, of)?.state).toBe(state)
})
