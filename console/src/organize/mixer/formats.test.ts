import { expect, test } from 'vitest'
import { formats, proposalOf, propose } from './formats.ts'

const at = (hour: number) => hour * 3_600_000
const evening = (teams: number, cabinets: number) => {
  return { teams, cabinets, startsAt: '19:00', breaks: [] }
}
function proposed(teams: number, hour: number): string {
  const found = propose(evening(teams, 2), at(hour))!
  const { kind, winsPerMatch, matchesPerOpponent } = found.format
  return `${kind} ${winsPerMatch} × ${matchesPerOpponent}${found.isInTime ? '' : ', too late'}`
}

test('R-DR-7 less time and more teams lead to formats with less play', () => {
  expect([23, 21, 20.25, 19.75, 19.1].map((hour) => proposed(5, hour))).toEqual([
    'round_robin 3 × 2',
    'round_robin 2 × 2',
    'round_robin 2 × 1',
    'round_robin 1 × 1',
    'single_elim 1 × 1, too late',
  ])
  expect([23, 21].map((hour) => proposed(12, hour))).toEqual([
    'double_elim 3 × 1',
    'single_elim 2 × 1',
  ])
})

test('R-DR-7 the proposed format ends in time, and no format with more play does', () => {
  for (const teams of [2, 3, 5, 8, 16]) {
    const fields = evening(teams, 2)
    const { format, end, isInTime } = propose(fields, at(21))!
    expect(end.late <= at(21)).toBe(isInTime)
    const more = formats.slice(0, formats.indexOf(format))
    expect(more.filter((one) => proposalOf(fields, one, at(21))?.isInTime)).toEqual([])
  }
})
