import { expect, test } from 'vitest'
import { podiumsOf } from './podiums.ts'

type Args = Parameters<typeof podiumsOf>
const stage = (id: number, isComplete: boolean, seeds: Args[0][number]['seeds'] = []) => ({
  id,
  isComplete,
  seeds,
  teams: [1, 2],
  decides: null,
  withdrawn: [],
  stageType: id === 1 ? ('round_robin' as const) : ('single_elim' as const),
})
const row = (bracket: number, team: number, matchesPlayed: number) => ({
  bracket,
  team,
  matchesPlayed,
  place: null,
  sharedPlace: null,
  decidedBy: team === 1 ? null : { over: 1 },
})

test('the winner of the groups is named if the final was never played and the tournament is over', () => {
  const groups = stage(1, true)
  const final = stage(2, false, [{ placeOf: { stage: 1 } }, { placeOf: { stage: 1 } }])
  const rows = [row(1, 1, 1), row(1, 2, 0), row(2, 1, 0), row(2, 2, 0)] as unknown as Args[1]
  const stages = [groups, final]
  expect(podiumsOf(stages, rows, false)).toEqual([])
  expect(podiumsOf(stages, rows, true).map((one) => [one.stage.id, one.teams[0]?.team])).toEqual([
    [1, 1],
  ])
  const begun = [...rows.slice(0, 2), row(2, 1, 1), row(2, 2, 0)] as unknown as Args[1]
  expect(podiumsOf(stages, begun, true)).toEqual([])
})
