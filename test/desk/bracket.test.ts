import { describe, expect, test } from 'vitest'
import { stageComplete, teamsOf } from '#events/bracket/bracket.ts'
import type { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  begin,
  complete,
  finish,
  game,
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
  start,
  stateOf,
  stop,
  swap,
  tournament,
  forced,
} from './story.ts'
import type { Story } from './story.ts'
import { given, shown, teams } from './given-when-then.ts'

describe('R-BR-7: the second final', () => {
  const two = tournament({ teams: 2, stage: { stageType: 'double_elim' } })
  const first = m(2)
  const second = m(3)
  const firstFinal = play(two, ...result(m(1), 1, 0))

  test('is hidden at first', () =>
    given(two)
      .when(plus(m(1), 1))
      .leaves(shown(second), undefined))

  test('stays hidden when the winners’ champion wins the first', () =>
    given(firstFinal, setScore(first, 1, 0))
      .when(complete(first))
      .leaves(
        (t) => [shown(second)(t), shown(first)(t)?.winnerPlace, shown(first)(t)?.loserPlace],
        [undefined, 1, 2],
      ))

  test('appears with both teams when the losers’ champion wins the first', () =>
    given(firstFinal, setScore(first, 0, 1))
      .when(complete(first))
      .leaves(teams(second), [2, 1]))

  test('appears and vanishes as the first result is reversed three times, without leaving rows', () => {
    const turns: [number, number][] = [
      [0, 1],
      [2, 1],
      [2, 3],
      [4, 3],
    ]
    let story = play(firstFinal, ...result(first, 1, 0))
    const seen = turns.map((points) => {
      const before = stateOf(story)
      story = play(story, setScore(first, ...points))
      const changed = changes(before, stateOf(story)).match
      const ids = changed?.put.map((row) => row.id)
      return [rowsOf(stateOf(story)).match.has(`${second}`), ids?.includes(second), changed?.gone]
    })
    expect(seen).toEqual([
      [true, true, []],
      [false, false, [`${second}`]],
      [true, true, []],
      [false, false, [`${second}`]],
    ])
  })

  test('cannot be started while it is hidden', () =>
    given(firstFinal, ...result(first, 1, 0))
      .when(start(second))
      .refused('NO_SUCH_MATCH'))

  test('once played, prevents another winner of the first', () =>
    given(firstFinal, ...result(first, 0, 1), plus(second, 1))
      .when(setScore(first, 2))
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M2.', {
        matches: [{ id: second }],
      }))

  test('does not vanish when its teams are set by hand', () =>
    given(firstFinal, ...result(first, 0, 1))
      .when({ type: 'SetTeams', match: second, blueTeam: 1, goldTeam: 2 })
      .leaves(teams(second), [1, 2]))

  test('vanishes with the first result though its teams were set by hand', () => {
    const byHand = play(firstFinal, ...result(first, 0, 1), {
      type: 'SetTeams',
      match: second,
      blueTeam: 1,
      goldTeam: 2,
    })
    const turned = play(byHand, setScore(first, 2))
    expect(changes(stateOf(byHand), stateOf(turned)).match?.gone).toEqual([`${second}`])
  })

  test('has no teams while it is hidden', () => {
    const t = stateOf(play(firstFinal, ...result(first, 1, 0)))
    expect(teamsOf(t, t.matches[second]!)).toEqual([null, null])
  })

  test('is not required for a complete stage unless it is to be played', () => {
    const isComplete = (won: [number, number]) =>
      [...rowsOf(stateOf(play(firstFinal, ...result(first, ...won)))).bracket.values()][0]
        ?.isComplete
    expect([isComplete([1, 0]), isComplete([0, 1])]).toEqual([true, false])
  })
})

describe('R-BR-7: other grand finals', () => {
  const three = (stage: Partial<StageSettings>) =>
    tournament({ teams: 3, stage: { stageType: 'double_elim', winsPerMatch: 2, ...stage } })
  const placed = (t: Tournament) =>
    [...rowsOf(t).standing.values()].toSorted((a, b) => a.team - b.team).map((row) => row.place)
  /** Blue wins all: team 3 comes from the losers’ bracket. */
  const upTo = (story: Story, last: number) =>
    play(story, ...[1, 2, 3].slice(0, last).flatMap((num) => result(m(num), 2, 0)))

  test('none: the champions of both brackets are first and second', () => {
    const none = upTo(three({ grandFinal: 'none' }), 3)
    const t = stateOf(none)
    expect([Object.keys(t.matches).length, stageComplete(t, stageId), placed(t)]).toEqual([
      3,
      true,
      [1, 3, 2],
    ])
  })

  test('single: one match decides; reversing it three times creates no other', () => {
    let story = play(upTo(three({ grandFinal: 'single' }), 3), ...result(m(4), 2, 0))
    const seen = [3, 1, 5].map((points, turn) => {
      story = play(story, forced(setScore(m(4), turn === 1 ? 4 : undefined, points)))
      const t = stateOf(story)
      return [rowsOf(t).match.size, stageComplete(t, stageId), placed(t)]
    })
    expect(seen).toEqual([
      [4, true, [2, 3, 1]],
      [4, true, [1, 3, 2]],
      [4, true, [2, 3, 1]],
    ])
  })

  const long = upTo(three({ grandFinal: 'best_of' }), 3)
  const games = (...winners: ('blue' | 'gold')[]) =>
    winners.flatMap((winner, index) => game(`f${index}`, m(4), winner))

  test('best of: the one final takes one win more than the other matches', () =>
    given(long, start(m(4)), ...games('blue', 'blue', 'gold', 'gold'), begin('last', m(4)))
      .when(finish('last', 'blue'))
      .leaves(
        (t) => [shown(m(4))(t)?.isComplete, shown(m(4))(t)?.blueScore, placed(t)],
        [true, 3, [1, 3, 2]],
      ))

  test('best of: a score that would end another match does not end the final', () =>
    given(long, start(m(4)), ...games('blue'), begin('second', m(4)))
      .when(finish('second', 'blue'))
      .leaves((t) => shown(m(4))(t)?.isComplete, false))

  test('best of: a forfeit gives as many wins as the final takes', () =>
    given(long)
      .when({ type: 'ForfeitMatch', match: m(4), teams: [3] })
      .leaves((t) => shown(m(4))(t)?.blueScore, 3))

  test('a change gives other matches while none has been played', () =>
    given(three({}))
      .when({
        type: 'ChangeStage',
        stage: stageId,
        settings: settings({ stageType: 'double_elim', winsPerMatch: 2, grandFinal: 'none' }),
      })
      .leaves((t) => [Object.keys(t.matches).length, t.stages[stageId]?.created], [3, true]))

  test('R-BR-11: changes in a stage that has started, and the results stay', () =>
    given(long)
      .when({
        type: 'ChangeStage',
        stage: stageId,
        settings: settings({ stageType: 'double_elim', winsPerMatch: 2, grandFinal: 'double' }),
      })
      .leaves(
        (t) => [
          t.stages[stageId]?.grandFinal,
          [1, 2, 3].map((n) => t.matches[m(n)]?.result?.score),
        ],
        ['double', [1, 2, 3].map((n) => stateOf(long).matches[m(n)]?.result?.score)],
      ))
})

describe('editing a complete result', () => {
  const four = tournament()
  const semis = play(four, ...result(m(1), 3, 1), ...result(m(2), 2, 0))

  test('R-ED-1: with the same winner moves nothing downstream, even if that was played', () =>
    given(semis, plus(m(3), 1))
      .when(setScore(m(1), 3, 2))
      .leaves((t) => [teams(m(3))(t), shown(m(1))(t)?.goldScore], [[1, 2], 2]))

  test('R-ED-1: keeps the time of completion', () =>
    given(semis)
      .when(setScore(m(1), 3, 2))
      .leaves(
        (t) => shown(m(1))(t)?.completedAt === shown(m(1))(stateOf(semis))?.completedAt,
        true,
      ))

  test('R-ED-2: with another winner rewrites the slots of unplayed matches', () =>
    given(semis)
      .when(setScore(m(1), 3, 4))
      .leaves(teams(m(3)), [4, 2]))

  test('R-ED-2: with another winner is allowed after a start without a game', () =>
    given(semis, start(m(3)), stop(m(3)))
      .when(setScore(m(1), 3, 4))
      .leaves(teams(m(3)), [4, 2]))

  test('R-ED-3: with another winner is refused once the next match is active, and names it', () =>
    given(semis, start(m(3)))
      .when(setScore(m(1), 3, 4))
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M1.', {
        matches: [{ id: m(3) }],
      }))

  test('R-ED-3: names every played match that depends on it', () => {
    const eight = tournament({ teams: 8, stage: { stageType: 'double_elim' } })
    const rounds = [1, 2, 3, 4].flatMap((num) => result(m(num), 1, 0))
    const { winnerTo, loserTo } = stateOf(eight).matches[m(1)]!
    const hit = [winnerTo!.match, loserTo!.match].toSorted((a, b) => a - b)
    given(eight, ...rounds, ...hit.map((match) => setScore(match, 1)))
      .when(reopen(m(1)))
      .refused('RESULT_IN_USE', undefined, {
        matches: expect.arrayContaining(hit.map((id) => expect.objectContaining({ id }))),
      })
  })

  test('cannot make it a tie if a team has to advance', () =>
    given(semis)
      .when(setScore(m(1), 3, 3))
      .refused('TIE_NOT_ALLOWED', 'M1 is tied 3-3; one team has to win.'))

  test('R-ED-2: updates the row of a queued match, which stays in its queue', () =>
    given(semis, setQueue(queue1, m(3)))
      .when(setScore(m(1), 3, 4))
      .leaves((t) => [shown(m(3))(t)?.blueTeam, t.queues[queue1]?.matches], [4, [m(3)]]))
})

describe('swapping the sides of the next match', () => {
  const four = tournament()

  test('the colour the winner will play is that of the swapped match', () =>
    given(four)
      .when(swap(m(3)))
      .leaves((t) => shown(m(1))(t)?.winnerToTeam, 'gold'))

  test('the rows of both previous matches change even if a slot was set by hand', () => {
    const byHand = play(four, { type: 'SetTeams', match: m(3), blueTeam: 3 })
    const swapped = play(byHand, swap(m(3)))
    const changed = changes(stateOf(byHand), stateOf(swapped)).match
    expect(new Set(changed?.put.map((row) => row.id))).toEqual(new Set([m(1), m(2), m(3)]))
  })
})
