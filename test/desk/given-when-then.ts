// Tests of the decisions as sentences: given a story, when a command comes, it gives events.
import { expect } from 'vitest'
import type { Command } from '../../events/schema/command.ts'
import type { Event } from '../../events/schema/event.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { rowsOf } from '../../events/view/tournament-rows.ts'
import { decideIn, play, stateOf, told, undo } from './story.ts'
import type { Around, Story } from './story.ts'
import { isRefusal } from '../../services/desk/decide/decision.ts'

/** An event as a sentence says it, without its version. */
type Said = Event extends infer E ? (E extends Event ? Omit<E, 'v'> : never) : never

export function given(story: Story, ...before: Command[]) {
  const sofar = play(story, ...before)
  return {
    when: (command: Command, around: Around = {}) => whenIn(sofar, command, around),
    /** the last commit, or one so many before it, is taken back */
    whenUndone: (back = 0, around: Around = {}) =>
      whenIn(sofar, undo(sofar.commits.length - back), around),
  }
}

function whenIn(story: Story, command: Command, around: Around) {
  const decision = decideIn(story, command, around)
  return {
    gives(...events: Said[]): void {
      expect(decision).toHaveProperty(
        'events',
        events.map((event) => ({ v: 1, ...event })),
      )
    },
    /** something of the state as it is then */
    leaves(look: (t: Tournament) => unknown, expected: unknown): void {
      expect(look(stateOf(told(story, command, around)))).toEqual(expected)
    },
    leavesAllAsBefore(back = 1): void {
      const then = story.states.at(-1 - back)!
      expect({ ...stateOf(told(story, command, around)), version: 0 }).toEqual({
        ...then,
        version: 0,
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

/** A match as screens show it; undefined where there is none. */
export function shown(match: number) {
  return (t: Tournament) => rowsOf(t).match.get(`${match}`)
}

/** Blue's and gold's points. */
export function points(match: number) {
  return (t: Tournament) => {
    const row = shown(match)(t)
    return [row?.blueScore, row?.goldScore]
  }
}

/** Who plays on blue and on gold. */
export function teams(match: number) {
  return (t: Tournament) => {
    const row = shown(match)(t)
    return [row?.blueTeam, row?.goldTeam]
  }
}
