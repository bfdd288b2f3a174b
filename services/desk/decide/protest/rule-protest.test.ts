import { english } from '#events/messages/english.ts'
import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import { officialMessage, publicMessage } from '#events/describe/commit-line.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  clock,
  complete,
  forfeit,
  game,
  withCascade,
  m,
  pastOf,
  play,
  queue1,
  setQueue,
  result,
  setScore,
  start,
  stateOf,
  afterCommand,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, points, shown, teams } from '#test/desk/given-when-then.ts'

const lodge: Command = { type: 'LodgeProtest', match: m(1), reason: 'wrong_point', late: true }
function rule(
  ruling: CommandOf<'RuleProtest'>['ruling'],
  more: Partial<CommandOf<'RuleProtest'>> = {},
): Command {
  return { type: 'RuleProtest', protest: 1, ruling, ...more }
}
/** Bees 1, Moths 2: the opposite of the result. */
const scores = [
  { team: 1, score: 1 },
  { team: 4, score: 2 },
]
/** Signs the last proposal. */
const sign = (story: Story, cascade?: boolean): Command => {
  const { num = 1 } = stateOf(story).protests[1]?.proposal ?? {}
  return { type: 'SignRuling', protest: 1, num, ...(cascade ? { cascade } : {}) }
}
/** The version of the step that counted its game. */
const gameOf = ({ commits }: Story) =>
  commits.find(({ command }) => command.type === 'FinishGame')!.version
const two: Command = { type: 'ChangeTournament', rulingSigners: 'two' }
const places: Command = { type: 'ChangeTournament', rulingSigners: 'two_for_places' }

const four = tournament()
const ended = play(
  four,
  start(m(1)),
  ...game('g1', m(1), 'blue'),
  setQueue(queue1, m(2)),
  complete(m(1)),
)
const disputed = play(ended, lodge)
const gone = play(ended, ...result(m(2), 1, 0), start(m(3)), ...game('g2', m(3), 'blue'), lodge)
const ruling = (t: Tournament) => shown(m(1))(t)?.protest
const timers = (t: Tournament) => Object.values(t.timers).map(({ dueAt }) => dueAt)

describe('R-DI-4: a ruling', () => {
  test('upheld, keeps the result and restarts the timer', () =>
    given(disputed)
      .when(rule('uphold', { sentence: 9 }), { now: clock(900), person: 8 })
      .gives(
        {
          type: 'ProtestRuled',
          protest: 1,
          ruling: { kind: 'uphold', score: null, forfeitBy: [] },
          signedBy: [8],
          at: clock(900),
          sentence: 9,
        },
        { type: 'CabinetReleased', cabinet: 1 },
        { type: 'TimerArmed', cabinet: 1, after: m(1), dueAt: clock(930) },
      ))

  test('appears in the row of its match, and nothing is provisional any more', () =>
    given(disputed)
      .when(rule('uphold'))
      .leaves(
        (t) => [ruling(t), shown(m(3))(t)?.isProvisional],
        [{ id: 1, state: 'ruled', ruling: 'uphold' }, false],
      ))

  test('corrected, sets the score by team, regardless of sides', () =>
    given(disputed, { type: 'SetSides', match: m(1), isFlipped: true })
      .when(rule('correct', { scores }))
      .leaves((t) => [points(m(1))(t), shown(m(1))(t)?.winner, teams(m(3))(t)[0]], [[2, 1], 4, 4]))

  test('corrected to a forfeit, takes the win from the team', () =>
    given(disputed)
      .when(rule('correct', { forfeitBy: [1] }))
      .leaves((t) => [shown(m(1))(t)?.forfeit, shown(m(1))(t)?.winner], [true, 4]))

  test('corrected from a forfeit, counts what was played', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), forfeit(m(1), 1), lodge)
      .when(
        rule('correct', {
          scores: [
            { team: 1, score: 2 },
            { team: 4, score: 0 },
          ],
        }),
      )
      .leaves(
        (t) => [points(m(1))(t), shown(m(1))(t)?.forfeit, shown(m(1))(t)?.winner],
        [[2, 0], false, 1],
      ))

  test('corrected without a score or a forfeit, is refused', () =>
    given(disputed)
      .when(rule('correct'))
      .refused('CORRECTION_MISSING', 'Enter the right score, or who forfeits.'))

  test('corrected for a team that did not play, is refused', () =>
    given(disputed)
      .when(rule('correct', { forfeitBy: [2] }))
      .refused('TEAM_NOT_IN_MATCH'))

  test('corrected to a tie that is not allowed, is refused', () =>
    given(disputed)
      .when(rule('correct', { scores: scores.map(({ team }) => ({ team, score: 1 })) }))
      .refused('TIE_NOT_ALLOWED'))

  test('replayed, archives the attempt and starts nothing automatically (R-ST-9)', () =>
    given(disputed)
      .when(rule('replay'))
      .leaves(
        (t) => {
          const row = shown(m(1))(t)
          return [row?.attempt, row?.isComplete, row?.attempts[0]?.reason, timers(t)]
        },
        [2, false, 'Ruling on the protest of M1', []],
      ))

  test('replayed, still releases the cabinet', () =>
    given(disputed)
      .when(rule('replay'))
      .leaves((t) => rowsOf(t).tournament.get('1')?.heldCabinets, []))

  test('voided, counts for nobody and no team advances (R-ST-9, R-ST-10)', () =>
    given(disputed)
      .when(rule('void'))
      .leaves(
        (t) => {
          const row = shown(m(1))(t)
          return [row?.winner, row?.forfeit, points(m(1))(t), row?.attempts.length]
        },
        [null, true, [0, 0], 1],
      ))

  test('on a match with dependent played matches is one commit with its effects (R-ED-3)', () => {
    given(gone)
      .when(rule('correct', { scores }))
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M1.')
    given(gone)
      .when(rule('correct', { scores, cascade: true }))
      .leaves((t) => [teams(m(3))(t), shown(m(3))(t)?.attempt], [[4, 2], 2])
  })

  test.each([
    ['uphold', rule('uphold')],
    ['correct', rule('correct', { scores, cascade: true })],
    ['forfeit', rule('correct', { forfeitBy: [1], cascade: true })],
    ['replay', rule('replay', { cascade: true })],
    ['void', rule('void', { cascade: true })],
  ])('R-ED-4, R-UN-1: one undo takes back %s with all its effects', (_, command) => {
    given(gone, command).whenUndone().leavesAllAsBefore()
    given(disputed, command).whenUndone().leavesAllAsBefore()
    expect.assertions(2)
  })

  test('can be made only once', () =>
    given(disputed, rule('uphold'))
      .when(rule('void'))
      .refused('PROTEST_ENDED', 'The protest of M1 has already been ruled on.'))

  test('cannot be withdrawn, only undone', () =>
    given(disputed, rule('uphold'))
      .when({ type: 'WithdrawProtest', protest: 1 })
      .refused('PROTEST_ENDED'))
})

describe('R-DI-4: a ruling signed by two officials', () => {
  const asked = play(disputed, two)
  const proposed = afterCommand(asked, rule('correct', { scores }), { person: 7 })
  const both = afterCommand(proposed, sign(proposed), { person: 8 })
  const again = play(both, { type: 'ChangeTournament', rulingSigners: 'one' }, lodge)

  test.each<[string, Command]>([
    ['typed over', { type: 'SetScore', match: m(1), blueScore: 3, goldScore: 0 }],
    ['opened again', { type: 'ReopenMatch', match: m(1) }],
    ['played again', { type: 'ReplayMatch', match: m(1) }],
  ])('is not %s by one of them', (_, command) =>
    given(both)
      .when(command)
      .refused(
        'RULING_SIGNED',
        'Two officials have signed the ruling on M1, and each may take back the own signature. ' +
          'Others mark M1 as under protest: what changes it is signed by two again, and told in public.',
      ),
  )

  test.each([7, 8])('is under protest again when signer %i takes back the signature', (person) =>
    given(both).whenUndone(0, { person }).leaves(ruling, { id: 1, state: 'open', ruling: null }),
  )

  test.each([9, null])('is not undone by %s, who has not signed it', (person) =>
    given(both).whenUndone(0, { person }).refused('RULING_SIGNED'),
  )

  test('can only be replaced by a ruling of two, even if other rulings need one signature', () =>
    given(again)
      .when({ type: 'RuleProtest', protest: 2, ruling: 'void' }, { person: 7 })
      .leaves((t) => [t.protests[2]?.proposal?.by, shown(m(1))(t)?.forfeit], [7, false]))

  test('is replaced by a later ruling signed by two', () => {
    const command: Command = { type: 'RuleProtest', protest: 2, ruling: 'void' }
    const waits = afterCommand(again, command, { person: 7 })
    const { num } = stateOf(waits).protests[2]!.proposal!
    given(waits)
      .when({ type: 'SignRuling', protest: 2, num }, { person: 8 })
      .leaves((t) => ruling(t), { id: 2, state: 'ruled', ruling: 'void' })
  })

  test('R-UN-1: does not prevent others from taking back a later result (evening 62)', () => {
    const unended = play(four, two, setScore(m(1), 1, 0), lodge)
    const upheld = afterCommand(unended, rule('uphold'), { person: 7 })
    const open = afterCommand(upheld, sign(upheld), { person: 8 })
    given(open, forfeit(m(1), 1, 4))
      .whenUndone(0, { person: 9 })
      .leaves((t) => shown(m(1))(t)?.isComplete, false)
    given(open, forfeit(m(1), 1, 4))
      .when({ type: 'SetScore', match: m(1), blueScore: 3, goldScore: 0 }, { person: 9 })
      .refused('RULING_SIGNED')
  })

  const replayed = afterCommand(asked, rule('replay'), { person: 7 })
  const open = afterCommand(replayed, sign(replayed), { person: 8 })
  const later = play(open, ...result(m(1), 2, 0))
  test('to replay the match is not undone by others, before or after the replay', () => {
    given(open).whenUndone(0, { person: 9 }).refused('RULING_SIGNED')
    const all = withCascade(undo(open.commits.length))
    const around = { person: 9, ...pastOf(later, all) }
    given(later).when(all, around).refused('RULING_SIGNED')
  })

  test('to replay the match does not prevent others from changing the new result', () =>
    given(later)
      .when({ type: 'ReopenMatch', match: m(1) })
      .leaves((t) => shown(m(1))(t)?.isComplete, false))
})

describe('R-DI-4: two officials', () => {
  const asked = play(disputed, two)
  const proposed = afterCommand(asked, rule('correct', { scores, sentence: 9 }), { person: 7 })

  test('if the tournament requires two, the first signature alone changes nothing', () =>
    given(asked)
      .when(rule('correct', { scores, sentence: 9 }), { now: clock(900), person: 7 })
      .gives({
        type: 'RulingProposed',
        protest: 1,
        num: asked.commits.length + 1,
        ruling: { kind: 'correct', score: [1, 2], forfeitBy: [] },
        by: 7,
        at: clock(900),
        sentence: 9,
        seen: {
          attempt: 1,
          teams: [1, 4],
          score: [1, 0],
          isComplete: true,
          winner: 0,
          isForfeit: false,
        },
      }))

  test('a proposal that waits for the second signature is not public', () => {
    const [commit, t] = [proposed.commits.at(-1)!, stateOf(proposed)]
    expect(english(publicMessage(t, commit))).toBe('A ruling on M1 waits for a second official')
    expect(ruling(t)).toEqual({ id: 1, state: 'open', ruling: null })
  })

  test('the second signature has to be another person’s', () =>
    given(proposed).when(sign(proposed), { person: 7 }).refused('SAME_OFFICIAL'))

  test('the second signature cannot be an API key’s', () => {
    given(proposed).when(sign(proposed), { person: null }).refused('SIGN_AS_PERSON')
    given(asked).when(rule('uphold'), { person: null }).refused('SIGN_AS_PERSON')
    expect.assertions(2)
  })

  test('the second signature makes the ruling', () =>
    given(proposed)
      .when(sign(proposed), { person: 8 })
      .leaves(
        (t) => [t.protests[1]?.ended, shown(m(1))(t)?.winner],
        [
          {
            how: 'ruled',
            ruling: { kind: 'correct', score: [1, 2], forfeitBy: [] },
            signedBy: [7, 8],
            at: expect.any(String),
            sentence: 9,
          },
          4,
        ],
      ))

  test('a proposal that was changed since cannot be signed by its old number', () =>
    given(afterCommand(proposed, rule('void'), { person: 8 }))
      .when(sign(proposed), { person: 9 })
      .refused('RULING_CHANGED', 'Another ruling has been proposed since. Read it first.'))

  test('a proposal that was taken back cannot be signed as the one that replaced it', () => {
    const other = play(proposed, undo(proposed.commits.length))
    given(afterCommand(other, rule('void'), { person: 7 }))
      .when(sign(proposed), { person: 8 })
      .refused('RULING_CHANGED')
  })

  describe('a proposal cannot be signed after its match was', () => {
    const detail =
      'M1 has changed since this ruling was proposed. Check it, and propose the ruling again.'
    const changed: [how: string, Command][] = [
      ['corrected', { type: 'SetScore', match: m(1), blueScore: 3, goldScore: 0 }],
      ['reopened', { type: 'ReopenMatch', match: m(1) }],
      ['replayed', { type: 'ReplayMatch', match: m(1) }],
      ['replaced', { type: 'ReplaceStep', version: gameOf(proposed), by: { team: 4 } }],
    ]
    test.each(changed)('%s', (_, command) => {
      const story = play(proposed, command)
      given(story).when(sign(proposed), { person: 8 }).refused('MATCH_CHANGED', detail)
      const again = afterCommand(story, rule('correct', { scores, sentence: 9 }), { person: 7 })
      given(again)
        .when(sign(again), { person: 8 })
        .leaves((t) => t.protests[1]?.ended?.how, 'ruled')
    })

    test('a swap of sides or a note does not prevent the signature', () => {
      const swapped: Command = { type: 'SetSides', match: m(1), isFlipped: true }
      given(proposed, swapped, { type: 'AnnotateMatch', match: m(1), note: 'Disputed' })
        .when(sign(proposed), { person: 8 })
        .leaves((t) => [t.protests[1]?.ended?.how, shown(m(1))(t)?.winner], ['ruled', 4])
    })
  })

  test('the same proposal again by the same person changes nothing', () =>
    given(proposed)
      .when(rule('correct', { scores, sentence: 9 }), { person: 7 })
      .changesNothing())

  test('the signer is shown matches that were played since', () => {
    const later = play(proposed, ...result(m(2), 1, 0), start(m(3)), ...game('g2', m(3), 'blue'))
    given(later).when(sign(later), { person: 8 }).refused('RESULT_IN_USE')
    given(later)
      .when(sign(later, true), { person: 8 })
      .leaves((t) => shown(m(3))(t)?.attempt, 2)
    expect.assertions(2)
  })

  test('a ruling that was not proposed cannot be signed', () =>
    given(asked).when(sign(asked), { person: 8 }).refused('NOT_PROPOSED'))

  test('an official may ask for a second signature where one is enough', () =>
    given(disputed)
      .when(rule('uphold', { two: true }), { person: 7 })
      .leaves((t) => t.protests[1]?.proposal?.by, 7))

  test('with two_for_places two are required if a prize depends on the match', () => {
    const eight = play(tournament({ teams: 8 }), ...result(m(1), 1, 0), lodge, places)
    given(eight)
      .when(rule('uphold'))
      .leaves((t) => t.protests[1]?.ended?.how, 'ruled')
    given(disputed, places)
      .when(rule('uphold'))
      .leaves((t) => t.protests[1]?.ended, null)
    expect.assertions(2)
  })

  test('R-UN-1: either signature can be taken back', () => {
    given(proposed).whenUndone().leavesAllAsBefore()
    given(afterCommand(proposed, sign(proposed), { person: 8 }))
      .whenUndone()
      .leavesAllAsBefore()
  })
})

test('R-CMD-4: a ruling on a match under review is not public', () => {
  const story = play(disputed, { type: 'ReviewMatch', match: m(1), on: true }, rule('uphold'))
  const [commit, t] = [story.commits.at(-1)!, stateOf(story)]
  expect(english(publicMessage(t, commit))).toBe('M1 is under review')
  expect(english(officialMessage(t, commit))).toBe('Ruling on M1: the result stands')
})
