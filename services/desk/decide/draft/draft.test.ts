import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '../../../../events/schema/command.ts'
import { draftKey, draftVersion, playersOf } from '../../../../events/state/draft.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { clock, decideIn, play, stateOf, told, tournament } from '../../../../test/desk/story.ts'
import type { Story } from '../../../../test/desk/story.ts'
import { given } from '../../../../test/desk/given-when-then.ts'

const none = tournament()
const pick = (player: number, round: number, index: number): Command => {
  return { type: 'PickPlayer', player, round, index }
}
const undoPick = (player?: number): Command => ({ type: 'UndoPick', player })
const replace = (player: number, [round, index]: [number, number], expected?: number): Command => {
  return { type: 'ReplacePick', player, round, index, expected }
}
const set = (more: Partial<CommandOf<'SetDraft'>> = {}): CommandOf<'SetDraft'> => ({
  type: 'SetDraft',
  order: 'serpentine',
  lastRound: 4,
  teams: ['Reds', 'Greens'],
  picks: [],
  pickSeconds: null,
  ...more,
})
const draftOf = (t: Tournament) => t.drafts[draftKey]!
const turnOf = (t: Tournament) => [draftOf(t).turn.round, draftOf(t).turn.index]
const players = (t: Tournament) => playersOf(draftOf(t))
const versionOf = (story: Story) => draftVersion(draftOf(stateOf(story)))

const begun = play(none, set())
const captains = play(begun, pick(301, 0, 0), pick(302, 0, 1))
const round1 = play(captains, pick(303, 1, 0), pick(304, 1, 1))
const picksOf = (story: Story) => draftOf(stateOf(story)).picks

describe('R-DR-1: a draft', () => {
  test('begins with the captain of the first team', () =>
    given(none).when(set()).leaves(turnOf, [0, 0]))

  test('goes on to round 1 after the captains', () =>
    given(begun, pick(301, 0, 0))
      .when(pick(302, 0, 1))
      .leaves(turnOf, [1, 0]))

  test('lets the last team pick first in round 2 of a serpentine', () =>
    given(round1)
      .when(pick(305, 2, 0))
      .gives({
        type: 'DraftPicked',
        round: 2,
        index: 0,
        team: 1,
        player: 305,
        next: { round: 2, index: 1 },
        dueAt: null,
      }))

  test('ends after the last team has picked in the last round', () =>
    given(none, set({ lastRound: 0 }), pick(301, 0, 0))
      .when(pick(302, 0, 1))
      .leaves(turnOf, [0, 2]))

  test('takes another order while it goes on: picks belong to teams and rounds', () =>
    given(round1, pick(305, 2, 0))
      .when(set({ order: 'straight', picks: picksOf(play(round1, pick(305, 2, 0))) }))
      .leaves(
        (t) => [turnOf(t), players(t)[1]],
        [
          [2, 0],
          [302, 304, 305, null, null],
        ],
      ))
})

describe('R-DR-3: a pick', () => {
  test('of a turn that is taken is refused, and says who was picked', () =>
    given(round1)
      .when(pick(399, 1, 1))
      .refused('PICK_TAKEN', 'Pick 2 of round 1 is taken.', { player: 304, team: 1 }))

  test('of a captain twice is refused by the name of the team', () =>
    given(captains)
      .when(pick(399, 0, 1))
      .refused('PICK_TAKEN', 'The captain of Greens is taken.'))

  test('sent again changes nothing', () =>
    given(round1)
      .when(pick(304, 1, 1))
      .changesNothing())

  test('before its turn is refused', () =>
    given(captains)
      .when(pick(303, 1, 1))
      .refused('PICK_NOT_YET', 'Reds pick first: pick 1 of round 1.'))

  test('of somebody who was picked is refused', () =>
    given(round1)
      .when(pick(303, 2, 0))
      .refused('PLAYER_PICKED', 'Reds picked this player in round 1.', { round: 1, team: 0 }))

  test('after the last round there is none', () =>
    given(round1)
      .when(pick(305, 5, 0))
      .refused('NO_SUCH_PICK'))

  test('needs a draft', () =>
    given(none)
      .when(pick(301, 0, 0))
      .refused('NO_DRAFT', 'There is no draft yet: choose its teams and order first.'))

  test('of a turn that was passed over can be made later', () => {
    const skipped = play(captains, set({ picks: picksOf(captains), turn: { round: 1, index: 1 } }))
    given(skipped)
      .when(pick(303, 1, 0))
      .leaves((t) => [turnOf(t), players(t)[0]?.[1]], [[1, 1], 303])
  })
})

describe('R-DR-3: the last pick', () => {
  test('is taken back, and it is that team’s turn again', () =>
    given(round1)
      .when(undoPick())
      .gives({ type: 'DraftUnpicked', round: 1, index: 1, team: 1, dueAt: null }))

  test('is the one made last, not the one furthest on', () => {
    const skipped = play(captains, set({ picks: picksOf(captains), turn: { round: 1, index: 1 } }))
    given(skipped, pick(304, 1, 1), pick(303, 1, 0))
      .when(undoPick())
      .leaves((t) => [players(t)[0]?.[1], turnOf(t)], [null, [1, 0]])
  })

  test('pressed by two at once is taken back once', () =>
    given(round1, undoPick(304)).when(undoPick(304)).changesNothing())

  test('is another one by now: that is said', () =>
    given(round1)
      .when(undoPick(303))
      .refused('PICK_CHANGED', 'Greens have picked since. Undo that pick first.'))

  test('there is none before the first', () => given(begun).when(undoPick()).refused('NO_PICKS'))
})

describe('R-DR-3: an earlier pick', () => {
  test('is replaced, and nobody’s turn changes', () =>
    given(round1)
      .when(replace(399, [1, 0]))
      .leaves((t) => [players(t)[0]?.[1], turnOf(t)], [399, [2, 0]]))

  test('by the same player stays', () =>
    given(round1)
      .when(replace(303, [1, 0]))
      .changesNothing())

  test('by somebody who was picked is refused', () =>
    given(round1)
      .when(replace(304, [1, 0]))
      .refused('PLAYER_PICKED'))

  test('that is open is refused', () =>
    given(round1)
      .when(replace(399, [2, 1]))
      .refused('PICK_OPEN', 'Pick 2 of round 2 is still open.'))

  test('that a rival has replaced is refused', () =>
    given(round1, replace(398, [1, 0]))
      .when(replace(399, [1, 0], 303))
      .refused('PICK_CHANGED', 'Pick 1 of round 1 has been replaced meanwhile.', { player: 398 }))
})

describe('R-DR-3: the whole draft set', () => {
  test('as it is changes nothing', () =>
    given(round1)
      .when(set({ picks: picksOf(round1), turn: { round: 2, index: 0 } }))
      .changesNothing())

  test('on an older state is refused, with the state there is', () =>
    given(round1)
      .when(set({ picks: picksOf(captains), expected: versionOf(captains) }))
      .refused('DRAFT_CHANGED', 'Somebody else has changed the draft meanwhile.', {
        draft: { version: versionOf(round1), selectedRound: 2, currentIdx: 0 },
      }))

  test('on the state there is takes picks back', () =>
    given(round1)
      .when(set({ picks: picksOf(captains), expected: versionOf(round1) }))
      .leaves((t) => [turnOf(t), draftOf(t).picks.length], [[1, 0], 2]))

  test('by who does not say what they saw only adds', () => {
    given(captains)
      .when(set({ picks: picksOf(round1) }))
      .leaves(turnOf, [2, 0])
    given(round1)
      .when(set({ picks: picksOf(captains) }))
      .refused('DRAFT_CHANGED')
  })

  test('keeps the order in which the picks were made', () => {
    const skipped = play(captains, set({ picks: picksOf(captains), turn: { round: 1, index: 1 } }))
    const late = play(skipped, pick(304, 1, 1), pick(303, 1, 0))
    const picks = picksOf(late)
    expect(picks.map(({ player }) => player)).toEqual([301, 302, 304, 303])
    given(late)
      .when(set({ picks: picks.toReversed(), teams: ['Reds', 'Blues'] }))
      .leaves((t) => draftOf(t).picks, picks)
  })

  test('with one player in two places is refused', () =>
    given(none)
      .when(
        set({
          picks: [
            { round: 0, team: 0, player: 301 },
            { round: 0, team: 1, player: 301 },
          ],
        }),
      )
      .refused('PLAYER_PICKED', 'A player can be picked only once.', { player: 301 }))

  test('with a pick of a team that is not there is refused', () =>
    given(none)
      .when(set({ picks: [{ round: 0, team: 2, player: 301 }] }))
      .refused('NO_SUCH_PICK'))

  test('that led back to an older state by an undo is that state', () => {
    const back = play(round1, undoPick())
    expect(versionOf(back)).toBe(versionOf(play(captains, pick(303, 1, 0))))
    expect(versionOf(back)).not.toBe(versionOf(round1))
  })
})

describe('R-DR-5: the pick clock', () => {
  const clocked = play(none, set({ pickSeconds: 60 }), pick(301, 0, 0))

  test('does not run for captains', () =>
    given(clocked)
      .when(undoPick())
      .leaves((t) => draftOf(t).dueAt, null))

  test('begins with the first pick', () =>
    given(clocked)
      .when(pick(302, 0, 1), { now: clock(100) })
      .leaves((t) => draftOf(t).dueAt, clock(160)))

  test('begins anew with every turn', () =>
    given(clocked, pick(302, 0, 1))
      .when(pick(303, 1, 0), { now: clock(300) })
      .leaves((t) => draftOf(t).dueAt, clock(360)))

  test('that has run out only signals: the pick is made late, by whoever has the turn', () =>
    given(clocked, pick(302, 0, 1))
      .when(pick(303, 1, 0), { now: clock(9000) })
      .leaves((t) => [players(t)[0]?.[1], turnOf(t)], [303, [1, 1]]))

  test('ends with the last pick', () =>
    given(none, set({ lastRound: 1, teams: ['Reds'], pickSeconds: 60 }), pick(301, 0, 0))
      .when(pick(302, 1, 0))
      .leaves((t) => draftOf(t).dueAt, null))

  test('goes on where a name is changed, begins anew where its time is', () => {
    const running = play(clocked, pick(302, 0, 1))
    const picks = picksOf(running)
    const due = draftOf(stateOf(running)).dueAt
    given(running)
      .when(set({ picks, pickSeconds: 60, teams: ['Reds', 'Blues'] }), { now: clock(500) })
      .leaves((t) => draftOf(t).dueAt, due)
    given(running)
      .when(set({ picks, pickSeconds: 30 }), { now: clock(500) })
      .leaves((t) => draftOf(t).dueAt, clock(530))
  })
})

describe('R-UN-1: undo', () => {
  test.each<[string, Story, Command]>([
    ['SetDraft', none, set()],
    ['SetDraft of another order', round1, set({ order: 'reverse3', picks: picksOf(round1) })],
    ['PickPlayer', captains, pick(303, 1, 0)],
    ['UndoPick', round1, undoPick()],
    ['ReplacePick', round1, replace(399, [1, 0])],
  ])('of %s leaves the state before it', (_, story, command) => {
    given(story, command).whenUndone().leavesAllAsBefore(1)
  })

  test('of a pick is refused where somebody has picked since', () =>
    given(round1)
      .whenUndone(1)
      .refused('CHANGED_SINCE', 'The draft has changed since. Undo the later step first.'))

  test('P20: of nothing keeps a player from being removed, but an open pick does', () => {
    given(round1)
      .when({ type: 'RemovePlayer', player: 304 })
      .refused(
        'PLAYER_PICKED',
        'This player was picked in the draft. Undo or replace that pick first.',
      )
    given(round1, undoPick())
      .when({ type: 'RemovePlayer', player: 304 })
      .gives({ type: 'PlayersMoved', moves: [{ player: 304, team: null }] })
  })
})

test('R-DR-3: of two who pick at once the second is decided on what the first has left', () => {
  const first = told(captains, pick(303, 1, 0))
  expect(decideIn(first, pick(304, 1, 0))).toMatchObject({ refused: 'PICK_TAKEN', status: 409 })
})
