import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import { draftKey, draftVersion, playersOf } from '#events/state/draft.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { clock, decideIn, play, stateOf, afterCommand, tournament } from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

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

  test('continues with round 1 after the captains', () =>
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

  test('can change its order while it runs, because picks belong to teams and rounds', () =>
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
  test('for a turn that is taken is refused, with the picked player', () =>
    given(round1)
      .when(pick(399, 1, 1))
      .refused('PICK_TAKEN', 'Pick 2 of round 1 is taken.', { player: 304, team: 1 }))

  test('for a captain who is set already is refused, with the team’s name', () =>
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

  test('of a player who was picked already is refused', () =>
    given(round1)
      .when(pick(303, 2, 0))
      .refused('PLAYER_PICKED', 'Reds picked this player in round 1.', { round: 1, team: 0 }))

  test('after the last round is refused', () =>
    given(round1)
      .when(pick(305, 5, 0))
      .refused('NO_SUCH_PICK'))

  test('needs a draft', () =>
    given(none)
      .when(pick(301, 0, 0))
      .refused('NO_DRAFT', 'There is no draft yet: choose its teams and order first.'))

  test('for a skipped turn can be made later', () => {
    const skipped = play(captains, set({ picks: picksOf(captains), turn: { round: 1, index: 1 } }))
    given(skipped)
      .when(pick(303, 1, 0))
      .leaves((t) => [turnOf(t), players(t)[0]?.[1]], [[1, 1], 303])
  })
})

describe('R-DR-3: the last pick', () => {
  test('can be undone, and it is that team’s turn again', () =>
    given(round1)
      .when(undoPick())
      .gives({ type: 'DraftUnpicked', round: 1, index: 1, team: 1, dueAt: null }))

  test('is the one made last, not the one of the latest turn', () => {
    const skipped = play(captains, set({ picks: picksOf(captains), turn: { round: 1, index: 1 } }))
    given(skipped, pick(304, 1, 1), pick(303, 1, 0))
      .when(undoPick())
      .leaves((t) => [players(t)[0]?.[1], turnOf(t)], [null, [1, 0]])
  })

  test('is undone once, even if two people press at once', () =>
    given(round1, undoPick(304)).when(undoPick(304)).changesNothing())

  test('that has changed by now is refused', () =>
    given(round1)
      .when(undoPick(303))
      .refused('PICK_CHANGED', 'Greens have made a later pick. Undo that pick first.'))

  test('before the first pick is refused', () => given(begun).when(undoPick()).refused('NO_PICKS'))
})

describe('R-DR-3: an earlier pick', () => {
  test('can be replaced, and no turn changes', () =>
    given(round1)
      .when(replace(399, [1, 0]))
      .leaves((t) => [players(t)[0]?.[1], turnOf(t)], [399, [2, 0]]))

  test('replaced by the same player does not change', () =>
    given(round1)
      .when(replace(303, [1, 0]))
      .changesNothing())

  test('cannot be replaced by a player who was picked already', () =>
    given(round1)
      .when(replace(304, [1, 0]))
      .refused('PLAYER_PICKED'))

  test('that is still open cannot be replaced', () =>
    given(round1)
      .when(replace(399, [2, 1]))
      .refused('PICK_OPEN', 'Pick 2 of round 2 is still open.'))

  test('that somebody else has replaced is refused', () =>
    given(round1, replace(398, [1, 0]))
      .when(replace(399, [1, 0], 303))
      .refused('PICK_CHANGED', 'Pick 1 of round 1 has been replaced in the meantime.', {
        player: 398,
      }))
})

describe('R-DR-3: the whole draft set', () => {
  test('to its current state changes nothing', () =>
    given(round1)
      .when(set({ picks: picksOf(round1), turn: { round: 2, index: 0 } }))
      .changesNothing())

  test('based on an older state is refused, with the current state', () =>
    given(round1)
      .when(set({ picks: picksOf(captains), expected: versionOf(captains) }))
      .refused('DRAFT_CHANGED', 'Somebody else has changed the draft. Check it and try again.', {
        draft: { version: versionOf(round1), selectedRound: 2, currentIdx: 0 },
      }))

  test('based on the current state can remove picks', () =>
    given(round1)
      .when(set({ picks: picksOf(captains), expected: versionOf(round1) }))
      .leaves((t) => [turnOf(t), draftOf(t).picks.length], [[1, 0], 2]))

  test('without an expected state can only add picks', () => {
    given(captains)
      .when(set({ picks: picksOf(round1) }))
      .leaves(turnOf, [2, 0])
    given(round1)
      .when(set({ picks: picksOf(captains) }))
      .refused('DRAFT_CHANGED')
  })

  test('keeps the order of the picks', () => {
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

  test('with a pick of an unknown team is refused', () =>
    given(none)
      .when(set({ picks: [{ round: 0, team: 2, player: 301 }] }))
      .refused('NO_SUCH_PICK'))

  test('is based on an older state again after an undo restored that', () => {
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

  test('starts with the first pick', () =>
    given(clocked)
      .when(pick(302, 0, 1), { now: clock(100) })
      .leaves((t) => draftOf(t).dueAt, clock(160)))

  test('restarts with every turn', () =>
    given(clocked, pick(302, 0, 1))
      .when(pick(303, 1, 0), { now: clock(300) })
      .leaves((t) => draftOf(t).dueAt, clock(360)))

  test('does not pick when it expires: the team whose turn it is can still pick', () =>
    given(clocked, pick(302, 0, 1))
      .when(pick(303, 1, 0), { now: clock(9000) })
      .leaves((t) => [players(t)[0]?.[1], turnOf(t)], [303, [1, 1]]))

  test('ends with the last pick', () =>
    given(none, set({ lastRound: 1, teams: ['Reds'], pickSeconds: 60 }), pick(301, 0, 0))
      .when(pick(302, 1, 0))
      .leaves((t) => draftOf(t).dueAt, null))

  test('continues when a name changes, and restarts when its time changes', () => {
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

  test('of a pick is refused if another pick followed', () =>
    given(round1)
      .whenUndone(1)
      .refused('CHANGED_SINCE', 'The draft has changed since. Undo the later step first.'))

  test('P20: an open pick blocks the removal of a player, an undone one does not', () => {
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

test('R-DR-3: the second of two concurrent picks is decided on the state after the first', () => {
  const first = afterCommand(captains, pick(303, 1, 0))
  expect(decideIn(first, pick(304, 1, 0))).toMatchObject({ refused: 'PICK_TAKEN', status: 409 })
})
