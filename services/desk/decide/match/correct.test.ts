import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#events/canonical-json.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  begin,
  clock,
  finish,
  game,
  withCascade,
  m,
  play,
  plus,
  queue1,
  setQueue,
  reopen,
  replay,
  result,
  setScore,
  start,
  stateOf,
  stop,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, points, shown, teams } from '#test/desk/given-when-then.ts'

const four = tournament()
const semis = play(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0))
/** M1 was played on the second cabinet, then the final on the first. */
const finalElsewhere = play(
  play(four, start(m(1), 2), ...result(m(1), 1, 0), ...result(m(2), 1, 0)),
  start(m(3)),
  ...game('g1', m(3), 'blue'),
)
const finalOn = play(semis, start(m(3)), ...game('g1', m(3), 'blue'))

describe('R-ED-3: a correction of a result with dependent played matches', () => {
  const wrong = setScore(m(1), 1, 2)

  test('is refused first, with the matches that would be lost', () =>
    given(finalOn)
      .when(wrong)
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M1.', {
        matches: [
          {
            id: m(3),
            matchNum: 3,
            blueTeam: 1,
            goldTeam: 2,
            score: [1, 0],
            activeCabinet: 1,
            isComplete: false,
          },
        ],
        queues: [],
      }))

  test('says which queued matches would leave their queue', () => {
    const eight = tournament({ teams: 8 })
    const rounds = [1, 2, 3, 4].flatMap((num) => result(m(num), 1, 0))
    given(eight, ...rounds, ...result(m(5), 1, 0), ...result(m(6), 1, 0), setQueue(queue1, m(7)))
      .when(reopen(m(1)))
      .refused('RESULT_IN_USE', undefined, { queues: [{ id: queue1, matches: [m(7)] }] })
  })

  test('is not applied without a reason', () =>
    given(finalOn).when(withCascade(wrong, '')).refused('REASON_MISSING'))

  test('R-PE-4: confirmed on a tablet of another cabinet, is refused and names their cabinets', () =>
    given(finalElsewhere)
      .when(withCascade(wrong), { pairedWith: { cabinet: 2, name: 'Right' } })
      .refused(
        'OTHER_CABINET',
        'M3 was played on Cabinet 1. Correct this on a device that is not paired.',
      ))

  test('R-PE-4: confirmed on the tablet of their cabinet, is applied', () =>
    given(play(four, start(m(1)), ...result(m(1), 1, 0), ...result(m(2), 1, 0), start(m(3))))
      .when(withCascade(wrong), { pairedWith: { cabinet: 1, name: 'Left' } })
      .leaves(points(m(1)), [1, 2]))

  test('confirmed, archives exactly those matches in the same commit', () =>
    given(finalOn)
      .when(withCascade(wrong), { now: clock(500) })
      .gives(
        {
          type: 'MatchVoided',
          match: m(3),
          teams: [1, 2],
          score: [1, 0],
          reason: 'typed wrong',
          at: clock(500),
        },
        { type: 'ScoreAdjusted', match: m(1), slot: 1, by: 2 },
        { type: 'MatchCompleted', match: m(1), winner: 1, score: [1, 2], at: expect.any(String) },
      ))

  test('confirmed, reopens them with their new teams', () =>
    given(finalOn)
      .when(withCascade(wrong))
      .leaves(
        (t) => {
          const row = shown(m(3))(t)
          return [row?.activeCabinet, row?.attempt, ...points(m(3))(t), ...teams(m(3))(t)]
        },
        [null, 2, 0, 0, 4, 2],
      ))

  test('by reopening, empties the slots of those matches', () =>
    given(finalOn)
      .when(withCascade(reopen(m(1))))
      .leaves((t) => [...teams(m(3))(t), shown(m(1))(t)?.isComplete], [null, 2, false]))

  test('with the same winner, does not affect them (R-ED-1)', () =>
    given(finalOn)
      .when(setScore(m(1), 3, 2))
      .leaves((t) => [...points(m(3))(t), ...points(m(1))(t)], [1, 0, 3, 2]))

  const cascades: [string, Story][] = [
    ['a match that is on', finalOn],
    ['a stopped match in a queue', play(finalOn, stop(m(3)), setQueue(queue1, m(3)))],
    ['a match in a running game', play(finalOn, begin('g2', m(3)))],
    ['a complete final', play(semis, ...result(m(3), 2, 1))],
  ]

  test.each(cascades)('R-ED-4: one undo restores %s exactly', (_, story) => {
    for (const change of [
      withCascade(wrong),
      withCascade(reopen(m(1))),
      withCascade(replay(m(1))),
    ]) {
      const done = play(story, change)
      const undone = stateOf(play(done, undo(done.commits.length)))
      const rows = (t: typeof undone) =>
        canonicalJson(Object.entries(rowsOf(t)).map(([table, all]) => [table, [...all.values()]]))
      expect(rows(undone)).toBe(rows(stateOf(story)))
      expect(canonicalJson({ ...undone, version: 0 })).toBe(
        canonicalJson({ ...stateOf(story), version: 0 }),
      )
    }
  })

  test('cannot be undone once the bracket has gone on with the new result', () =>
    given(finalOn, withCascade(wrong), ...result(m(3), 0, 1))
      .whenUndone(2)
      .refused('CHANGED_SINCE'))

  test('cannot be undone if the teams have changed since', () =>
    given(finalOn, withCascade(wrong), reopen(m(2)), ...result(m(2), 0, 1), setScore(m(2), 0, 3))
      .whenUndone(4)
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result.'))
})

describe('R-ST-9: a replay', () => {
  const done = play(four, start(m(1)), ...game('g1', m(1), 'blue'), plus(m(1), 1))

  test('archives the attempt and opens a new one', () =>
    given(done)
      .when(replay(m(1), 'broken stick'), { now: clock(400) })
      .leaves(
        (t) => {
          const row = shown(m(1))(t)
          return [row?.attempt, row?.activeCabinet, row?.startedAt, row?.attempts]
        },
        [
          2,
          null,
          null,
          [
            {
              attempt: 1,
              blueTeam: 1,
              goldTeam: 4,
              blueScore: 2,
              goldScore: 0,
              isComplete: false,
              forfeit: false,
              winner: null,
              startedAt: expect.any(String),
              completedAt: null,
              note: null,
              reason: 'broken stick',
              archivedAt: clock(400),
            },
          ],
        ],
      ))

  test('keeps the games readable, but no longer counts them', () =>
    given(done)
      .when(replay(m(1)))
      .leaves((t) => [t.games['g1']?.status, ...points(m(1))(t)], ['void', 0, 0]))

  test('counts only the last attempt in the table', () => {
    const pools = tournament({ stage: { stageType: 'round_robin' } })
    given(pools, ...result(m(1), 3, 0), replay(m(1)), setScore(m(1), 0, 1))
      .when({ type: 'CompleteMatch', match: m(1), force: false })
      .leaves(
        (t) => [...rowsOf(t).standing.values()].reduce((sum, row) => sum + row.gamesWon, 0),
        1,
      )
  })

  test('voids a running game, which belongs to no attempt', () =>
    given(done, begin('g2', m(1)), replay(m(1)), start(m(1)))
      .when(finish('g2', 'blue'))
      .changesNothing())

  test('lists two attempts after two replays', () =>
    given(done, replay(m(1)), plus(m(1), 4))
      .when(replay(m(1)))
      .leaves((t) => shown(m(1))(t)?.attempts.map((one) => one.goldScore), [0, 1]))

  test('of an unplayed match changes nothing', () =>
    given(four)
      .when(replay(m(1)))
      .changesNothing())

  test('of a result in use is refused like any correction', () =>
    given(finalOn)
      .when(replay(m(1)))
      .refused('RESULT_IN_USE'))
})

describe('R-ED-6: a wrong result that is kept', () => {
  const note = (text: string) => ({ type: 'AnnotateMatch', match: m(1), note: text }) as const

  test('gets a public note', () =>
    given(finalOn)
      .when(note('The third game went to the other team.'))
      .leaves((t) => shown(m(1))(t)?.note, 'The third game went to the other team.'))

  test('loses the note again', () =>
    given(finalOn, note('Wrong'))
      .when(note(''))
      .leaves((t) => shown(m(1))(t)?.note, null))

  test('does not change with the same note', () =>
    given(finalOn, note('Wrong')).when(note('Wrong')).changesNothing())
})
