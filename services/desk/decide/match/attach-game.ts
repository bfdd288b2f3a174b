import { label } from '../../../../events/bracket/bracket.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'
import { blueSlot } from '../../../../events/state/match.ts'
import { winnerSlot } from '../../../../events/state/games.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { Decision } from '../decision.ts'
import { findMatch, matchComplete, missingTeam, noSuchMatch } from '../lookups.ts'

/**
 * A game counted by hand, a proposal taken: +1 for the team that was on the winning colour when it
 * began, if it began under this match, else for the one that is there now (R-GE-7). A person who
 * adds the deciding game still completes the match with a press of its own, as with typed scores.
 */
export function attachGame(t: Tournament, command: CommandOf<'AttachGame'>): Decision {
  const { game, cabinet, winningTeam, winCondition, mapName, seconds } = command
  const match = findMatch(t, command.match)
  if (!match) return noSuchMatch(command.match)
  const known = t.games[game]
  const isHere = known?.match === match.id
  if (known?.status === 'counted' && isHere) return accept()
  if (known?.status === 'counted' || (known?.status === 'warmup' && !isHere)) {
    return refuse('GAME_ATTACHED')
  }
  if (match.result) return matchComplete(match)
  const missing = missingTeam(t, match)
  if (missing) return missing
  const blue = isHere ? known.blue : blueSlot(match)
  return accept({
    type: 'GameAttached',
    v: 1,
    match: match.id,
    game,
    winner: winnerSlot(blue, winningTeam),
    winCondition,
    mapName,
    seconds,
    cabinet,
    blue,
  })
}

/** A game taken off its match, or a proposal turned down. */
export function detachGame(t: Tournament, command: CommandOf<'DetachGame'>): Decision {
  const { game } = command
  const known = t.games[game]
  if (!known || !['counted', 'warmup', 'proposed'].includes(known.status)) return accept()
  const match = t.matches[known.match]
  if (!match) return noSuchMatch(known.match)
  if (known.status === 'counted' && match.result) {
    return refuse('MATCH_COMPLETE', `${label(match)} is complete. Reopen it first.`)
  }
  return accept({ type: 'GameDetached', v: 1, match: match.id, game })
}
