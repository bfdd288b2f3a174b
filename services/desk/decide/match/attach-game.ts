import { say } from '#events/messages/message.ts'
import { matchLabel } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import { blueSlot, score } from '#events/state/match.ts'
import { winnerSlot } from '#events/state/games.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { Decision } from '../decision.ts'
import { scoreRefusal } from './score-check.ts'
import { matchComplete, missingTeamRefusal, noSuchMatch, ofMatch } from '../lookups.ts'

/**
 * Counts a game by hand, or accepts a proposal. The point goes to the team that was on the winning
 * colour when the game began under this match, otherwise to the team that is there now (R-GE-7).
 * The deciding game does not complete the match: that is a separate command, as with typed scores.
 */
export const attachGame = ofMatch<'AttachGame'>((t, match, command) => {
  const { game, cabinet, winningTeam, winCondition, mapName, seconds } = command
  const existing = t.games[game]
  const isHere = existing?.match === match.id
  if (existing?.status === 'counted' && isHere) return accept()
  if (existing?.status === 'counted' || (existing?.status === 'warmup' && !isHere)) {
    return refuse('GAME_ATTACHED')
  }
  if (match.result) return matchComplete(match)
  const missing = missingTeamRefusal(t, match)
  if (missing) return missing
  const blue = isHere ? existing.blue : blueSlot(match)
  const winner = winnerSlot(blue, winningTeam)
  const points = score({ ...match, games: [...match.games, { game, winner, seconds }] })
  const impossible = scoreRefusal(t, match, { points, force: command.force, isResult: false })
  if (impossible) return impossible
  return accept({
    type: 'GameAttached',
    v: 1,
    match: match.id,
    game,
    winner,
    winCondition,
    mapName,
    seconds,
    cabinet,
    blue,
  })
})

/** Takes a game off its match, or rejects a proposal. */
export function detachGame(t: Tournament, command: CommandOf<'DetachGame'>): Decision {
  const { game } = command
  const existing = t.games[game]
  if (!existing || !['counted', 'warmup', 'proposed'].includes(existing.status)) return accept()
  const match = t.matches[existing.match]
  if (!match) return noSuchMatch(t, existing.match)
  if (existing.status === 'counted' && match.result) {
    return refuse('MATCH_COMPLETE', say('completeReopenFirst', { match: matchLabel(match) }))
  }
  return accept({ type: 'GameDetached', v: 1, match: match.id, game })
}
