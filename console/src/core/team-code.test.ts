import { expect, test } from 'vitest'
import { teamCodeIn, teamPageWithCode } from './team-code.ts'

test('a team’s code is parsed from the address that contains it', () => {
  const page = teamPageWithCode(7, 'a-B_9')
  expect(page).toBe('/tournament-team/7#code=a-B_9')
  expect(teamCodeIn(new URL(page, 'http://hive').hash)).toBe('a-B_9')
  expect(teamPageWithCode(7, null)).toBe('/tournament-team/7')
  expect(['', '#v7', '#code='].map(teamCodeIn)).toEqual([undefined, undefined, undefined])
})
