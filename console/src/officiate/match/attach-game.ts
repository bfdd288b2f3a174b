import type { MatchRow } from '#events/schema/rows.ts'
import { notePlace } from '../../core/presses/actions.ts'
import type { NewCommand } from '../../core/presses/pending-command.ts'
import { games } from '../../core/text/officiate/dialogs.ts'
import { text } from '../../core/text/text.ts'
import type { RecentGame } from './useRecentGames.ts'

/** Attaches a game to a match or detaches it: a point more or less for the winner. */
export function attachGame(
  game: Pick<RecentGame, 'id' | 'winningTeam' | 'isWarmup'>,
  match: MatchRow,
  { isAttached, cabinet }: { isAttached: boolean; cabinet: number },
): NewCommand {
  const winner = game.winningTeam === 'blue' ? match.blueTeam : match.goldTeam
  const name = text.match.short(match.matchNum)
  return {
    command: {
      type: 'ClickGame',
      game: game.id,
      match: match.id,
      isAttached,
      team: game.isWarmup ? null : winner,
    },
    place: notePlace.matchAt(cabinet),
    label: isAttached ? games.attach(name) : games.detach(name),
    failure: games.failedClick,
  }
}
