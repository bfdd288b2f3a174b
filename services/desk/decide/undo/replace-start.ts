import { say } from '#events/messages/message.ts'
import { changedParts } from '#events/describe/changed-parts.ts'
import { matchLabel, wasPlayed } from '#events/bracket/bracket.ts'
import type { StepReplacement } from '#events/schema/command.ts'
import type { Event, EventOf } from '#events/schema/event.ts'
import type { SlotIndex } from '#events/schema/parts/shapes.ts'
import { otherSlot } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { PlayedGame } from '#events/state/games.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal, refuse, restoreEvent } from '../decision.ts'
import type { PastStep, Refusal } from '../decision.ts'
import { asWarmup, swapWinners } from './replace-game.ts'
import { sameColour } from './replace-point.ts'
import type { CommitStep } from '../commit-dependencies.ts'
import { changedSinceRefusal, notReplaceable, replaceableMatch } from './replace-common.ts'
import type { ReplacedPlay } from './replace-common.ts'
import type { MatchId } from '#events/ids.ts'

type Started = PastStep & { start: EventOf<'MatchStarted'> }

/** Corrects a start: other match, swapped sides, or with a warm-up game. */
export function insteadOfStart(
  t: Tournament,
  past: Started,
  by: StepReplacement,
): ReplacedPlay | Refusal {
  const { match: id } = past.start
  const match = replaceableMatch(t, id, past.after.matches[id]?.attempt)
  if (isRefusal(match)) return match
  const { later } = past
  const replaced = later.find((step) => {
    const { command } = step.commit
    if (command.type !== 'ReplaceStep' || !changedParts(step).includes(`matches ${id}`))
      return false
    return 'match' in command.by || 'swapped' in command.by
  })
  if (replaced) return changedSinceRefusal(replaced, `${matchLabel(match)} has been changed since`)
  const span = playedSpan(later, match)
  if ('swapped' in by) return swappedSides(t, match, span)
  if ('warmup' in by) return withWarmup(t, match, span)
  return 'match' in by ? exchanged(t, past, by.match) : notReplaceable()
}

/** The play from a start up to the next start or swap of sides. */
type PlayedSpan = { games: string[]; typed: [number, number]; isOpen: boolean }

function playedSpan(later: CommitStep[], { id }: Match): PlayedSpan {
  const span: PlayedSpan = { games: [], typed: [0, 0], isOpen: true }
  for (const event of later.flatMap(({ commit }) => commit.events)) {
    if (!('match' in event) || event.match !== id) continue
    if (event.type === 'MatchStarted' || event.type === 'SidesSet') {
      return { ...span, isOpen: false }
    }
    if (event.type === 'GameBegan' || event.type === 'GameAttached') span.games.push(event.game)
    if (event.type === 'ScoreAdjusted') span.typed[event.slot] += event.by
  }
  return span
}

/** Swaps the sides: the points of each colour belong to the other team. */
function swappedSides(
  t: Tournament,
  match: Match,
  { games, typed, isOpen }: PlayedSpan,
): ReplacedPlay {
  const own = [...new Set(games)].flatMap((id) => t.games[id] ?? [])
  const moved = typed[0] - typed[1]
  const adjusted: Match['adjusted'] = [match.adjusted[0] - moved, match.adjusted[1] + moved]
  const isFlipped = isOpen ? !match.isFlipped : match.isFlipped
  const here = own.filter((game) => game.match === match.id && game.status !== 'void')
  return { matches: [match.id], events: swapWinners({ ...match, adjusted, isFlipped }, here) }
}

/** Makes its first game a warm-up; if none has counted yet, the next one (R-WU-2). */
function withWarmup(t: Tournament, match: Match, { games }: PlayedSpan): ReplacedPlay | Refusal {
  const first = match.games.find((one) => games.includes(one.game))
  const game = first && t.games[first.game]
  if (game) {
    const detached: Event = { type: 'GameDetached', v: 1, match: match.id, game: game.game }
    return { matches: [match.id], events: [detached, ...asWarmup(game)] }
  }
  if (match.cabinet === null) {
    return refuse('MATCH_NOT_ACTIVE', say('notOnCabinet', { match: matchLabel(match) }))
  }
  const events: Event[] = match.isWarmup
    ? []
    : [{ type: 'WarmupSet', v: 1, match: match.id, on: true }]
  return { matches: [match.id], events }
}

/**
 * Exchanges the play of two matches, colour by colour, and their places in queues. Starts, games
 * and results keep their times (R-QT-3).
 */
function exchanged(
  t: Tournament,
  { before, start }: Started,
  rightId: number,
): ReplacedPlay | Refusal {
  const wrong = t.matches[start.match]!
  const was = before.matches[wrong.id]
  if (!was || was.startedAt !== null || wasPlayed(was)) {
    const detail = `${matchLabel(wrong)} had already been started before that. Replace its first start.`
    return refuse('STARTED_BEFORE', detail)
  }
  if (rightId === wrong.id) return { matches: [wrong.id], events: [] }
  const right = replaceableMatch(t, rightId)
  if (isRefusal(right)) return right
  const pair: [Match, Match] = [wrong, right]
  // The exchange would publish what the review hides (R-CMD-4).
  const reviewed = pair.find(({ review }) => review !== null)
  if (reviewed) {
    return refuse('UNDER_REVIEW', say('reviewFirst', { match: matchLabel(reviewed) }))
  }
  const swapped = (id: MatchId) => (id === wrong.id ? right.id : id === right.id ? wrong.id : id)
  const games = Object.values(t.games)
    .filter((game) => swapped(game.match) !== game.match && game.status !== 'void')
    .map((game) => movedGame(pair, game, swapped(game.match)))
  const timers = Object.values(t.timers)
    .filter(({ after }) => swapped(after) !== after)
    .map((timer) =>
      restoreEvent('timers', timer.cabinet, { ...timer, after: swapped(timer.after) }),
    )
  const queues = Object.values(t.queues)
    .map((queue) => ({ queue, matches: queue.matches.map(swapped) }))
    .filter(({ queue, matches }) => matches.some((id, index) => id !== queue.matches[index]))
    .map(({ queue, matches }): Event => ({
      type: 'QueueOrdered',
      v: 1,
      queue: queue.id,
      matches,
    }))
  const plays = [
    restoreEvent('matches', wrong.id, withPlayOf(wrong, right)),
    restoreEvent('matches', right.id, withPlayOf(right, wrong)),
  ]
  return { matches: [wrong.id, right.id], events: [...plays, ...games, ...timers, ...queues] }
}

function withPlayOf(match: Match, from: Match): Match {
  const { isWarmup, cabinet, startedAt, startedOn, games, adjusted, result } = from
  const to = (slot: SlotIndex) => sameColour(slot, from, match)
  const both = <T>(pair: [T, T]): [T, T] => (to(0) === 0 ? pair : [pair[1], pair[0]])
  return {
    ...match,
    isWarmup,
    cabinet,
    startedAt,
    startedOn,
    games: games.map((game) => ({ ...game, winner: to(game.winner) })),
    adjusted: both(adjusted),
    result: result && {
      ...result,
      winner: result.winner === null ? null : to(result.winner),
      score: both(result.score),
    },
  }
}

function movedGame([wrong, right]: [Match, Match], game: PlayedGame, match: MatchId): Event {
  const isSame = sameColour(0, wrong, right) === 0
  const blue = isSame ? game.blue : otherSlot(game.blue)
  return restoreEvent('games', game.game, { ...game, match, blue })
}
