import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  withCascade,
  m,
  play,
  plus,
  queue1,
  setQueue,
  reopen,
  result,
  setScore,
  settings,
  stageId,
  stateOf,
  tournament,
  forced,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, shown, teams } from '#test/desk/given-when-then.ts'

const playoffs = stageId + 1
const decider = stageId + 2
const tiebreak = (from: number, to: number): CommandOf<'CreateTiebreaks'> => {
  return { type: 'CreateTiebreaks', stage: stageId, from, to }
}
const order = (t: Tournament) =>
  inRankOrder([...rowsOf(t).standing.values()].filter((row) => row.bracket === stageId))
const ranked = (t: Tournament) => order(t).map((row) => row.team)
const shares = (t: Tournament) => order(t).map((row) => row.sharedPlace)
const rowsFor = (t: Tournament, stage: number) =>
  [...rowsOf(t).match.values()].filter((row) => row.bracket === stage)

/** Blue wins every match: three teams with one win each, separated only by dice. */
const pools = tournament({
  teams: 3,
  stage: { name: 'Pools', stageType: 'round_robin', winsPerMatch: 1 },
})
const before = play(
  pools,
  { type: 'CreateStage', settings: settings({ name: 'Final' }), numGroups: 1 },
  {
    type: 'PlaceStage',
    stage: playoffs,
    placements: [1, 2].map((place) => ({ place, placeOf: { stage: stageId, place } })),
  },
  { type: 'CreateMatches', stage: playoffs },
)
const final = m(4)
const level = play(before, ...[1, 2, 3].flatMap((num) => result(m(num), 1, 0)))
const [first = 0, second = 0, third = 0] = ranked(stateOf(level))
const asked = play(level, tiebreak(1, 2))
const [match = 0] = rowsFor(stateOf(asked), decider).map((row) => row.id)

describe('matches for places (R-TB-1)', () => {
  test('are a small stage of their own, with the teams at those places', () => {
    const t = stateOf(asked)
    expect(t.stages[decider]).toMatchObject({
      name: 'Pools Tie-break 1-2',
      stageType: 'single_elim',
      winsPerMatch: 1,
      addTiebreaker: true,
      teams: [first, second],
      decides: { stage: stageId, from: 1 },
    })
    expect(rowsOf(t).bracket.get(`${decider}`)?.decides).toEqual({ bracket: stageId, from: 1 })
    expect(rowsFor(t, decider)).toHaveLength(1)
  })

  test('of three teams are a round robin', () =>
    given(level)
      .when(tiebreak(1, 3))
      .leaves(
        (t) => [t.stages[decider]?.stageType, rowsFor(t, decider).length],
        ['round_robin', 3],
      ))

  test('R-PL-1: keep their places open until they are played', () =>
    given(level)
      .when(tiebreak(1, 2))
      .leaves(
        (t) => [teams(final)(t), shown(final)(t)?.blueFrom, shares(t)],
        [[null, null], expect.stringMatching(/^1st of Pools \(now: /), ['1-2', '1-2', null]],
      ))

  test('remove a queued match that loses its teams from its queue, and answer that', () =>
    given(level, setQueue(queue1, final))
      .when(tiebreak(1, 2))
      .answers({ unqueued: [final], stage: decider }))

  test('order those places when they are complete, in the table and in later stages', () =>
    given(asked, setScore(match, 0, 1))
      .when({ type: 'CompleteMatch', match, force: false })
      .leaves(
        (t) => [ranked(t), teams(final)(t), shares(t)],
        [
          [second, first, third],
          [second, first],
          [null, null, null],
        ],
      ))

  test('R-TB-8: are named in the row as the deciding rule, with the team above', () => {
    const rows = order(stateOf(play(asked, ...result(match, 0, 1))))
    const [one, two, three] = rows.map((row) => row.decidedBy)
    expect(one).toBeNull()
    expect(two).toEqual({ rule: 'tiebreak_match', over: second, values: ['2nd', '1st'] })
    expect(three).toMatchObject({ rule: 'dice_roll', over: first })
    expect(new Set(three?.values).size).toBe(2)
  })

  test('R-TB-8: are named as the deciding rule even if they confirm the dice', () =>
    given(asked, setScore(match, 1, 0))
      .when({ type: 'CompleteMatch', match, force: false })
      .leaves(
        (t) => [ranked(t), order(t)[1]?.decidedBy?.rule],
        [[first, second, third], 'tiebreak_match'],
      ))

  test('update the rows of the stage whose places they decide in the same commit', () => {
    const scored = play(asked, setScore(match, 0, 1))
    const done = play(scored, { type: 'CompleteMatch', match, force: false })
    const found = changes(stateOf(scored), stateOf(done))
    const rows = found.standing?.put.filter((row) => row.bracket === stageId)
    expect(rows?.map((row) => row.team)).toEqual(expect.arrayContaining([first, second]))
    expect(found.match?.put.map((row) => row.id)).toContain(final)
  })

  test.each<Command>([
    { type: 'SeedStage', stage: decider, teams: [first, third] },
    { type: 'AddLateTeam', stage: decider, team: third },
  ])('keep their teams (%o)', (command) =>
    given(asked)
      .when(command)
      .refused(
        'TIEBREAK_TEAMS',
        'Pools Tie-break 1-2 decides places of Pools among its teams. Delete it to play for them in another way.',
      ),
  )

  test('of three keep their teams while one of them may withdraw', () => {
    const three = play(level, tiebreak(1, 3))
    const leave = (how: 'forfeit' | 'drop' | 'void'): Command => {
      return { type: 'WithdrawTeam', stage: decider, team: first, how }
    }
    given(three).when(leave('void')).refused('TIEBREAK_TEAMS')
    // Without matches, a withdrawal takes the seed away by any option.
    const others = { stage: decider, how: 'drop' } as const
    given(three, leave('drop'), { type: 'WithdrawTeam', team: second, ...others })
      .when({ type: 'WithdrawTeam', team: third, ...others })
      .refused('TIEBREAK_TEAMS')
    const left = play(three, leave('forfeit'))
    const [open = 0] = rowsFor(stateOf(left), decider).flatMap(({ id, isComplete }) =>
      isComplete ? [] : [id],
    )
    given(left, setScore(open, 0, 1))
      .when({ type: 'CompleteMatch', match: open, force: false })
      .leaves((t) => ranked(t)[2], first)
  })

  test('sent twice are created once', () => given(asked).when(tiebreak(1, 2)).changesNothing())

  test('are not created for places that other matches decide', () =>
    given(asked)
      .when(tiebreak(2, 3))
      .refused('PLACES_TAKEN', 'Pools Tie-break 1-2 already decides some of these places.'))

  test('are not created before the stage is complete', () =>
    given(before)
      .when(tiebreak(1, 2))
      .refused('STAGE_OPEN', 'Pools is not complete: its places may still change.'))

  test.each([
    [2, 2, 'Name the first and the last of several places.'],
    [2, 4, 'Pools has no place 4.'],
  ])('are not created for places %i to %i', (from, to, detail) =>
    given(level).when(tiebreak(from, to)).refused('PLACES_WRONG', detail),
  )

  test('need an id for each match', () =>
    given(level)
      .when(tiebreak(1, 3), { ids: [] })
      .refused('IDS_SHORT', '3 new ids are needed.', { needed: 3 }))

  test('cannot end in a tie', () =>
    given(asked, forced(setScore(match, 1, 1)))
      .when({ type: 'CompleteMatch', match, force: false })
      .refused('TIE_NOT_ALLOWED'))

  test('are removed by one undo', () => given(asked).whenUndone().leavesAllAsBefore())

  test('decide nothing once a corrected result has moved another team there', () => {
    const lost = [...rowsOf(stateOf(asked)).match.values()].find((row) => {
      return row.bracket === stageId && row.goldTeam === third
    })!
    given(asked)
      .when(forced(setScore(lost.id, 1, 4)))
      .leaves(
        (t) => [teams(final)(t), shares(t)],
        [
          [third, expect.any(Number)],
          [null, null, null],
        ],
      )
  })

  test('deleted, leave the places to the table', () =>
    given(asked, ...result(match, 0, 1))
      .when({ type: 'DeleteStage', stage: decider, confirm: true })
      .leaves(
        (t) => [ranked(t), teams(final)(t)],
        [
          [first, second, third],
          [first, second],
        ],
      ))
})

describe('R-ED-3 matches for places', () => {
  const ended = play(asked, ...result(match, 0, 1))
  const finalOn = play(ended, plus(final, first))

  test('are not created for places on which other matches were played', () =>
    given(play(level, plus(final, first)))
      .when(tiebreak(1, 2))
      .refused('RESULT_IN_USE', 'M1 of Final has already been played based on these places.', {
        matches: [{ id: final, score: expect.arrayContaining([1, 0]) }],
        places: [
          { destBracket: playoffs, destPlace: 1, was: first, is: null },
          { destBracket: playoffs, destPlace: 2, was: second, is: null },
        ],
      }))

  test('R-PL-4: cannot get another result under a match that was played on them', () =>
    given(finalOn)
      .when(forced(setScore(match, 3, 1)))
      .refused('RESULT_IN_USE', undefined, {
        matches: [{ id: final }],
        places: [
          { destPlace: 1, was: second, is: first },
          { destPlace: 2, was: first, is: second },
        ],
      }))

  test('confirmed, archives that match', () =>
    given(finalOn)
      .when(withCascade(forced(setScore(match, 3, 1))))
      .answers({ archived: [final] }))

  test('are shown as lost when the stage they decide is reopened', () =>
    given(ended)
      .when(reopen(m(1)))
      .refused('RESULT_IN_USE', undefined, { matches: [{ id: match }] }))

  test('decide nothing while other teams have their places', () => {
    const turned = withCascade(reopen(m(1)))
    const now = stateOf(play(ended, turned))
    expect([now.matches[match]?.attempts.length, teams(final)(now)]).toEqual([1, [null, null]])
    given(ended, turned).whenUndone().leavesAllAsBefore()
  })
})

describe('R-TB-1: a tie-break and the rules above it', () => {
  const lost = [...rowsOf(stateOf(asked)).match.values()].find((row) => {
    return row.bracket === stageId && row.goldTeam === third
  })!
  // The team that beat the third one loses the tie-break; a correction then gives it a clear win.
  const better = lost.blueTeam!
  const worse = better === first ? second : first
  const [blue, gold] = better === first ? [0, 1] : [1, 0]
  const ended = play(asked, ...result(match, blue, gold))
  const right = forced(setScore(lost.id, 5, 0))

  test('it orders teams that are separated only by dice', () =>
    expect(ranked(stateOf(ended))).toEqual([worse, better, third]))

  test('if a correction separates them, the rules order them again', () =>
    given(ended)
      .when(withCascade(right))
      .leaves(
        (t) => [ranked(t), teams(final)(t)],
        [
          [better, worse, third],
          [better, worse],
        ],
      ))

  test('then an unplayed tie-break decides nothing', () =>
    given(asked)
      .when(right)
      .leaves(
        (t) => [teams(final)(t), shares(t)],
        [
          [better, worse],
          [null, null, null],
        ],
      ))

  test('the preview of the correction says so', () =>
    given(ended)
      .when(right)
      .refused(
        'RESULT_IN_USE',
        `M1 of Pools Tie-break 1-2 has already been played based on this result of M${lost.matchNum}. ` +
          'Pools Tie-break 1-2 would no longer decide any place, because its teams are no longer level there.',
        { matches: [{ id: match }] },
      ))

  test('none is created for teams that are not level', () =>
    given(before, ...result(m(1), 1, 0), ...result(m(2), 1, 0), ...result(m(3), 0, 1))
      .when(tiebreak(1, 2))
      .refused(
        'NOT_LEVEL',
        'Wasps rank below Bees by games won, 50.0 % (1 of 2) against 100.0 % (2 of 2). ' +
          'Only level teams can play for places.',
      ))

  test('none is created for places that a bracket gives to one team each', () =>
    given(tournament({ teams: 4 }), ...[1, 2, 3].flatMap((n) => result(m(n), 1, 0)))
      .when(tiebreak(2, 3))
      .refused('NOT_LEVEL', undefined))
})

describe('R-BR-8: places that a bracket shares', () => {
  const four: Story = play(
    tournament({ teams: 4 }),
    ...[1, 2, 3].flatMap((n) => result(m(n), 1, 0)),
  )
  const places = (t: Tournament) =>
    order(t)
      .map((row) => [row.team, row.place, row.sharedPlace])
      .toSorted((a, b) => Number(a[0]) - Number(b[0]))
  const shared = play(four, tiebreak(3, 4))
  const forThird = rowsFor(stateOf(shared), playoffs)[0]!

  test('may be played for', () => {
    expect(places(stateOf(four)).slice(2)).toEqual([
      [3, 3, '3-4'],
      [4, 3, '3-4'],
    ])
    expect([forThird.blueTeam, forThird.goldTeam]).toEqual([3, 4])
  })

  test('are then held by one team each', () =>
    given(shared, ...result(forThird.id, 0, 1).slice(0, 1))
      .when(result(forThird.id, 0, 1)[1] as Command)
      .leaves(places, [
        [1, 1, null],
        [2, 2, null],
        [3, 4, null],
        [4, 3, null],
      ]))
})
