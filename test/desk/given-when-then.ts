// Helpers for tests of decisions: given a story, when a command is sent, it gives events.
import { expect } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { decideIn, play, stateOf, afterCommand, undo } from './story.ts'
import type { StoryContext, Story } from './story.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'

/** An event without its schema version. */
type EventWithoutVersion = Event extends infer E ? (E extends Event ? Omit<E, 'v'> : never) : never

export function given(story: Story, ...before: Command[]) {
  const sofar = play(story, ...before)
  return {
    when: (command: Command, context: StoryContext = {}) => whenIn(sofar, command, context),
    /** undoes the last commit, or the one `back` commits before it */
    whenUndone: (back = 0, context: StoryContext = {}) =>
      whenIn(sofar, undo(sofar.commits.length - back), context),
  }
}

function whenIn(story: Story, command: Command, context: StoryContext) {
  const decision = decideIn(story, command, context)
  return {
    gives(...events: EventWithoutVersion[]): void {
      expect(decision).toHaveProperty(
        'events',
        events.map((event) => ({ v: 1, ...event })),
      )
    },
    /** asserts a value computed from the state after the command */
    leaves(look: (t: Tournament) => unknown, expected: unknown): void {
      expect(look(stateOf(afterCommand(story, command, context)))).toEqual(expected)
    },
    leavesAllAsBefore(back = 1): void {
      const then = story.states.at(-1 - back)!
      // Both versions count what happened, also what was taken back.
      const uncounted = { version: 0, detailsVersion: 0 }
      expect({ ...stateOf(afterCommand(story, command, context)), ...uncounted }).toEqual({
        ...then,
        ...uncounted,
      })
    },
    answers(answer: object): void {
      expect(decision).toMatchObject({ answer })
    },
    changesNothing(): void {
      expect(decision).toMatchObject({ events: [] })
    },
    refused(code: string, detail?: string, more?: object): void {
      if (!isRefusal(decision)) throw new Error(`accepted: ${JSON.stringify(decision)}`)
      const { refused, ...rest } = decision
      expect([refused, ...(detail === undefined ? [] : [rest.detail])]).toEqual(
        detail === undefined ? [code] : [code, detail],
      )
      if (more) expect(rest.more).toMatchObject(more)
    },
  }
}

/** The row of a match; undefined if there is none. */
export function shown(match: number) {
  return (t: Tournament) => rowsOf(t).match.get(`${match}`)
}

/** The scores of blue and gold. */
export function points(match: number) {
  return (t: Tournament) => {
    const row = shown(match)(t)
    return [row?.blueScore, row?.goldScore]
  }
}

/** The teams on blue and gold. */
export function teams(match: number) {
  return (t: Tournament) => {
    const row = shown(match)(t)
    return [row?.blueTeam, row?.goldTeam]
  }
}
