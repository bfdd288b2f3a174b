import { describe, expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { given } from '#test/desk/given-when-then.ts'
import { clock, play, stateOf, tournament, undo } from '#test/desk/story.ts'

const say = (text: string, minutes = 10): Command => ({ type: 'WriteAnnouncement', text, minutes })
const end = (num: number): Command => ({ type: 'EndAnnouncement', num })
const empty = play(tournament())
const four = play(empty, say('One', 5), say('Two'), say('Three'), say('Four'))
const version = (back: number) => stateOf(four).version - back
const later = (minutes: number) => new Date(Date.parse(clock(0)) + minutes * 60_000).toISOString()
const lines = (state: ReturnType<typeof stateOf>) =>
  [...rowsOf(state).announcement.values()].map(({ text }) => text)

describe('R-AN-1: an announcement', () => {
  test('has an end by the desk’s clock, and the version as its number', () =>
    given(empty)
      .when(say('Lunch', 90), { now: later(0) })
      .gives({
        type: 'AnnouncementWritten',
        num: stateOf(empty).version + 1,
        text: 'Lunch',
        at: later(0),
        endsAt: later(90),
      }))

  test('is refused while four are shown', () => {
    given(four).when(say('Five')).refused('TOO_MANY_ANNOUNCEMENTS')
    expect(lines(stateOf(four))).toEqual(['One', 'Two', 'Three', 'Four'])
  })

  test('replaces one that has expired', () => {
    const now = stateOf(four).announcements[version(3)]!.endsAt
    const endsAt = new Date(Date.parse(now) + 10 * 60_000).toISOString()
    given(four)
      .when(say('Five'), { now })
      .gives(
        { type: 'AnnouncementEnded', num: version(3) },
        { type: 'AnnouncementWritten', num: version(-1), text: 'Five', at: now, endsAt },
      )
  })

  test('can be ended early; ending one that is not shown changes nothing', () => {
    given(four)
      .when(end(version(1)))
      .gives({ type: 'AnnouncementEnded', num: version(1) })
    given(four).when(end(9_999)).changesNothing()
  })

  test('can be undone, and so can its end unless four others are shown by then', () => {
    const written = play(empty, say('Lunch'))
    expect(lines(stateOf(play(written, undo(stateOf(written).version))))).toEqual([])
    const ended = play(four, end(version(0)))
    const back = undo(stateOf(ended).version)
    expect(lines(stateOf(play(ended, back)))).toEqual(['One', 'Two', 'Three', 'Four'])
    given(play(ended, say('Five')))
      .when(back)
      .refused('TOO_MANY_ANNOUNCEMENTS')
  })
})
