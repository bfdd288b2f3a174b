import { matchLabel, teamsOf } from '#events/bracket/bracket.ts'
import type { StepReplacement } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { blueSlot, otherSlot } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { winnerSlot } from '#events/state/games.ts'
import type { PlayedGame } from '#events/state/games.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal, refuse, restoreEvent } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { notInMatch } from '../lookups.ts'
import { notReplaceable, replaceableMatch } from './replace-common.ts'
import type { ReplacedPlay } from './replace-common.ts'

/** Corrects a counted game: other winner, other match, warm-up, or not counted at all (R-WU-2). */
export function insteadOfGame(
  t: Tournament,
  id: string,
  by: StepReplacement,
): ReplacedPlay | Refusal {
  const game = t.games[id]
  const match = replaceableMatch(t, game?.match ?? 0)
  if (isRefusal(match)) return match
  const counted = match.games.find((one) => one.game === id)
  if (!game?.outcome || game.status !== 'counted' || !counted) {
    return refuse('CHANGED_SINCE', `The game does not count for ${matchLabel(match)} any more.`)
  }
  if ('team' in by) {
    const slot = otherSlot(counted.winner)
    if (teamsOf(t, match)[slot] !== by.team) return notInMatch(t, match, by.team)
    return { matches: [match.id], events: swapWinners(match, [game]) }
  }
  const detached: Event = { type: 'GameDetached', v: 1, match: match.id, game: id }
  if ('warmup' in by) return { matches: [match.id], events: [detached, ...asWarmup(game)] }
  if ('nothing' in by) return { matches: [match.id], events: [detached] }
  if ('swapped' in by) return notReplaceable()
  const right = replaceableMatch(t, by.match)
  if (isRefusal(right)) return right
  if (right.id === match.id) return { matches: [match.id], events: [] }
  return { matches: [match.id, right.id], events: [detached, ...inOther(match, right, game)] }
}

/** Swaps the teams of these games. */
export function swapWinners(match: Match, games: PlayedGame[]): Event[] {
  const ids = new Set(games.map(({ game }) => game))
  const record = {
    ...match,
    games: match.games.map((one) =>
      ids.has(one.game) ? { ...one, winner: otherSlot(one.winner) } : one,
    ),
  }
  return [
    restoreEvent('matches', match.id, record),
    ...games.map((game) =>
      restoreEvent('games', game.game, { ...game, blue: otherSlot(game.blue) }),
    ),
  ]
}

export function asWarmup(game: PlayedGame): Event[] {
  return [restoreEvent('games', game.game, { ...game, status: 'warmup', reason: null })]
}

/** Attaches the game to another match, by colour: its blue team is the blue team there. */
function inOther(
  match: Match,
  right: Match,
  { game, cabinet, blue, outcome }: PlayedGame,
): Event[] {
  if (!outcome) return []
  const { winningTeam, ...how } = outcome
  const there = blue === blueSlot(match) ? blueSlot(right) : otherSlot(blueSlot(right))
  const winner = winnerSlot(there, winningTeam)
  const to = { match: right.id, game, cabinet, winner, blue: there }
  return [{ type: 'GameAttached', v: 1, ...how, ...to }]
}
