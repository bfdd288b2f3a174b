import type { matchSchema } from '../schema/nouns/match.ts'
import type { Slot } from '../schema/parts/shapes.ts'
import { voidGames } from './games.ts'
import type { Games } from './games.ts'
import { withMatch } from './match.ts'
import type { Match, Matches, RecordedResult } from './match.ts'
import { without } from './noun.ts'
import type { EventIn } from '../schema/nouns/noun.ts'
import type { NounState } from './noun.ts'
import { withoutMatch } from './queue.ts'
import type { Queues, Timers } from './queue.ts'

type Others = { queues: Queues; timers: Timers; games: Games }
type State = { matches: Matches } & Others

/** Starting and completing a match also remove it from queues and end timers. */
export const matchState: NounState<typeof matchSchema, { matches: Matches }, Others> = {
  empty: { matches: {} },
  on: {
    SlotFilled: (t, { match: id, slot, team }) => {
      return withMatch(t, id, (match) => {
        const slots: [Slot, Slot] = [...match.slots]
        slots[slot] = team === null ? { open: true } : { team }
        return { slots }
      })
    },
    MatchStarted: (t, { match: id, cabinet, isWarmup, isFlipped, at }) => {
      const start = (match: Match) => {
        const startedOn = [...match.startedOn.filter((other) => other !== cabinet), cabinet]
        return { cabinet, startedOn, isWarmup, isFlipped, startedAt: match.startedAt ?? at }
      }
      return withMatch(t, id, start, () => ({
        queues: withoutMatch(t.queues, id),
        timers: t.timers[cabinet] ? without(t.timers, cabinet) : t.timers,
      }))
    },
    MatchStopped: (t, { match }) => withMatch(t, match, () => ({ cabinet: null })),
    SidesSet: (t, { match, isFlipped }) => withMatch(t, match, () => ({ isFlipped })),
    WarmupSet: (t, { match, on }) => withMatch(t, match, () => ({ isWarmup: on })),
    ScoreAdjusted: (t, { match: id, slot, by }) => {
      return withMatch(t, id, (match) => {
        const adjusted: [number, number] = [...match.adjusted]
        adjusted[slot] += by
        return { adjusted }
      })
    },
    MatchCompleted: (t, event) => completed(t, event, { forfeit: false }),
    MatchForfeited: (t, event) => completed(t, event, { forfeit: true }),
    MatchReopened: (t, { match }) => withMatch(t, match, () => ({ result: null })),
    MatchVoided: (t, event) => {
      const restart = (match: Match) => restarted(match, event)
      return withMatch(t, event.match, restart, () => ({ games: voidGames(t.games, event.match) }))
    },
    ReviewSet: (t, { match: id, on }) => {
      return withMatch(t, id, (match) => ({ review: on ? recordedResult(match) : null }))
    },
    MatchAnnotated: (t, { match, note }) => withMatch(t, match, () => ({ note })),
  },
}

function completed(
  t: State,
  { match, winner, score, at }: EventIn<typeof matchSchema, 'MatchCompleted' | 'MatchForfeited'>,
  { forfeit }: { forfeit: boolean },
): Partial<State> {
  const result = { winner, score, at, forfeit }
  return withMatch(
    t,
    match,
    () => ({ cabinet: null, isWarmup: false, result }),
    () => ({ queues: withoutMatch(t.queues, match) }),
  )
}

function recordedResult({
  games,
  adjusted,
  result,
  attempt,
  attempts,
  note,
}: Match): RecordedResult {
  return { games, adjusted, result, attempt, attempts, note }
}

function restarted(
  match: Match,
  { teams, score: points, reason, at }: EventIn<typeof matchSchema, 'MatchVoided'>,
): Partial<Match> {
  const { attempt, result, isFlipped, startedAt, note } = match
  const archived = { attempt, teams, score: points, result, isFlipped, startedAt, note, reason, at }
  return {
    cabinet: null,
    isWarmup: false,
    startedAt: null,
    startedOn: [],
    games: [],
    adjusted: [0, 0],
    result: null,
    attempt: attempt + 1,
    attempts: [...match.attempts, archived],
    note: null,
  }
}
