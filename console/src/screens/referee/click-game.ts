import type { MatchRow } from '../../../../events/view/rows.ts'
import { placeOf } from '../../live/actions.ts'
import type { NewPress } from '../../live/press.ts'
import { games } from '../../text/sheets.ts'
import { text } from '../../text.ts'
import type { RecentGame } from './useRecentGames.ts'

/** A game into a match, or out of it: a point more or less for the team that won it. */
export function clickGame(
  game: Pick<RecentGame, 'id' | 'winningTeam' | 'isWarmup'>,
  match: MatchRow,
  { isAttached, cabinet }: { isAttached: boolean; cabinet: number },
): NewPress {
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
    place: placeOf.table(cabinet),
    label: isAttached ? games.attach(name) : games.detach(name),
    failure: games.failedClick,
  }
}
