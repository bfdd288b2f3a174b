// Replaces older forfeits and typed scores that were mistakes (R-ED-3, R-ED-4).
import { english } from '#events/messages/english.ts'
import { describe, expect, test } from 'vitest'
import { commitSentence } from '#events/describe/commit-sentence.ts'
import type { Command, StepReplacement } from '#events/schema/command.ts'
import {
  complete,
  forfeit,
  withCascade,
  m,
  play,
  plus,
  result,
  setScore,
  stateOf,
  afterCommand,
  tournament,
  undo,
} from '#test/desk/story.ts'
import { given, points, teams } from '#test/desk/given-when-then.ts'

const four = tournament({ stage: { winsPerMatch: 2 } })
const first = four.commits.length + 1
const [bees, wasps, hornets, moths] = [1, 2, 3, 4]
const instead = (by: StepReplacement, version = first): Command => ({
  type: 'ReplaceStep',
  version,
  by,
})

describe('R-ED-3: a forfeit typed by mistake', () => {
  const gaveUp = play(four, forfeit(m(1), bees))
  const playedOn = play(gaveUp, ...result(m(2), 2, 0), ...result(m(3), 2, 1))

  test('moves to the other team: the advancing team changes, and the time stays', () => {
    const before = stateOf(gaveUp).matches[m(1)]!.result!
    const after = stateOf(afterCommand(gaveUp, instead({ team: moths })))
    expect(after.matches[m(1)]!.result).toMatchObject({ winner: 0, forfeit: true, at: before.at })
    given(gaveUp)
      .when(instead({ team: moths }))
      .leaves(teams(m(3)), [bees, null])
  })

  test('is described by the name of the forfeiting team', () => {
    const done = afterCommand(gaveUp, instead({ team: moths }))
    const [before, after] = done.states.slice(-2)
    const step = { commit: done.commits.at(-1)!, before: before!, after: after! }
    const sentence = english(commitSentence(step, () => undefined))
    expect(sentence).toContain('it was forfeited by Moths')
  })

  test('can be removed: the match is open again', () =>
    given(gaveUp)
      .when(instead({ nothing: true }))
      .leaves((t) => t.matches[m(1)]!.result, null))

  test('if the next match was played, shows it and archives it when confirmed', () => {
    for (const by of [{ team: moths }, { nothing: true }] as const) {
      given(playedOn).when(instead(by)).refused('RESULT_IN_USE')
      const done = afterCommand(playedOn, withCascade(instead(by)))
      expect(stateOf(done).matches[m(3)]!.result).toBe(null)
      const back = stateOf(afterCommand(done, undo(done.commits.length)))
      expect(back.matches[m(1)]).toEqual(stateOf(playedOn).matches[m(1)])
      expect(back.matches[m(3)]).toEqual(stateOf(playedOn).matches[m(3)])
    }
  })

  test('cannot move to a foreign team or another match, or after the match has another result', () => {
    given(gaveUp)
      .when(instead({ team: hornets }))
      .refused('TEAM_NOT_IN_MATCH')
    given(gaveUp)
      .when(instead({ match: m(2) }))
      .refused('NOT_REPLACEABLE')
    const scored = play(gaveUp, { type: 'ReopenMatch', match: m(1) }, ...result(m(1), 2, 0))
    given(scored)
      .when(instead({ team: moths }))
      .refused('CHANGED_SINCE')
  })
})

describe('R-ED-3: a whole score typed', () => {
  const typed = play(four, setScore(m(1), 2, 1), complete(m(1)))

  test('with swapped sides is corrected, and with it the advancing team', () => {
    given(typed)
      .when(instead({ swapped: true }))
      .leaves(points(m(1)), [1, 2])
    given(typed)
      .when(instead({ swapped: true }))
      .leaves(teams(m(3)), [moths, null])
  })

  test('for the wrong match is moved there, and the previous score is restored', () => {
    const meant = play(four, setScore(m(1), 1, 0))
    given(meant)
      .when(instead({ match: m(2) }))
      .leaves(
        (t) => [points(m(1))(t), points(m(2))(t)],
        [
          [0, 0],
          [1, 0],
        ],
      )
  })

  test('can be removed, while later points stay', () => {
    const since = play(four, setScore(m(1), 1, 0), plus(m(1), moths))
    given(since)
      .when(instead({ nothing: true }))
      .leaves(points(m(1)), [0, 1])
  })

  test('if the next match was played, is refused with that match', () => {
    const over = play(typed, ...result(m(2), 2, 0), ...result(m(3), 2, 1))
    given(over)
      .when(instead({ swapped: true }))
      .refused('RESULT_IN_USE')
    given(over)
      .when(withCascade(instead({ swapped: true })))
      .leaves(teams(m(3)), [moths, wasps])
  })

  test('typed again since, needs the later one to be undone first', () =>
    given(play(typed, setScore(m(1), 2, 0)))
      .when(instead({ swapped: true }))
      .refused('CHANGED_SINCE'))
})
