import { describe, expect, test } from 'vitest'
import { matchesOf } from '#test/support/layouts.ts'
import type { LayoutMatch } from './layout/layout-match.ts'
import { queueOrder } from './queue-order.ts'
import type { QueueableMatch } from './queue-order.ts'

/** The matches of a stage whose teams are numbered from `first` on. */
function queued(stage: number, layout: LayoutMatch[], first = 1): QueueableMatch[] {
  return layout.map(({ num, roundName, slots }) => ({
    id: stage * 1000 + num,
    stage,
    num,
    round: roundName,
    teams: slots.flatMap((slot) => ('seed' in slot ? [first - 1 + slot.seed] : [])),
    after: slots.flatMap((slot) => {
      if ('winnerOf' in slot) return [stage * 1000 + slot.winnerOf + 1]
      return 'loserOf' in slot ? [stage * 1000 + slot.loserOf + 1] : []
    }),
  }))
}
const group = (stage: number, teams: number) =>
  queued(stage, matchesOf(teams, { stageType: 'round_robin' }), stage * 100)

/** The number of neighbours that share a team or of which one waits for the other. */
function clashes(matches: QueueableMatch[], order: number[]): number {
  const ordered = order.map((id) => matches.find((match) => match.id === id)!)
  return ordered.filter((match, index) => {
    const before = ordered[index - 1]
    if (!before) return false
    return (
      match.after.includes(before.id) || match.teams.some((team) => before.teams.includes(team))
    )
  }).length
}
const rounds = (matches: QueueableMatch[], order: number[]) =>
  order.map((id) => {
    const { stage, round } = matches.find((match) => match.id === id)!
    return `${stage} ${round}`
  })

describe('R-RR-4: the order of matches in a queue', () => {
  test('alternates the rounds of two groups of four, with no team in adjacent matches', () => {
    const both = [...group(1, 4), ...group(2, 4)]
    const order = queueOrder(both)
    expect([...new Set(rounds(both, order))]).toEqual([
      '1 Round 1',
      '2 Round 1',
      '1 Round 2',
      '2 Round 2',
      '1 Round 3',
      '2 Round 3',
    ])
    expect(clashes(both, order)).toBe(0)
  })

  test.each([5, 6, 7, 8, 10, 12, 16])('has no team twice in a row in one group of %i', (teams) => {
    const matches = group(1, teams)
    const order = queueOrder(matches)
    expect(order.toSorted((a, b) => a - b)).toEqual(matches.map((match) => match.id))
    expect(clashes(matches, order)).toBe(0)
  })

  test.each([3, 4, 5, 6])('has no team twice in a row in three groups of %i', (teams) => {
    const all = [group(1, teams), group(2, teams), group(3, teams)].flat()
    expect(clashes(all, queueOrder(all))).toBe(0)
  })

  test('has few clashes in one group of four, where no order has none', () => {
    const matches = group(1, 4)
    const order = queueOrder(matches)
    expect(order.toSorted((a, b) => a - b)).toEqual(matches.map((match) => match.id))
    expect(clashes(matches, order)).toBeLessThan(5)
  })

  test('considers the last match that is in the queue already', () => {
    const [last, ...rest] = group(1, 5)
    const order = queueOrder(rest, last)
    expect(clashes([last!, ...rest], [last!.id, ...order])).toBe(0)
  })

  test.each([4, 8, 12, 16])(
    'never puts a match before one it waits for, with %i teams',
    (teams) => {
      const matches = queued(1, matchesOf(teams, { stageType: 'double_elim' }))
      const order = queueOrder(matches.filter((match) => match.num !== matches.length))
      const at = new Map(order.map((id, index) => [id, index]))
      for (const { id, after } of matches) {
        for (const source of after) {
          expect(at.get(source)!).toBeLessThan(at.get(id) ?? Infinity)
        }
      }
    },
  )

  test('is found fast for a thousand matches', () => {
    const matches = group(1, 46)
    expect(matches.length).toBeGreaterThan(1_000)
    expect(clashes(matches, queueOrder(matches))).toBe(0)
  })

  test('is empty without matches', () => expect(queueOrder([])).toEqual([]))
})
