import { gameWordOf } from '../../core/text/server-words.ts'
import { capital } from '#events/text/capital.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { text } from '../../core/text/text.ts'
import { games as words } from '../../core/text/officiate/dialogs.ts'
import styles from './Games.module.css'
import type { RecentGame } from './useRecentGames.ts'

type Props = { game: Pick<RecentGame, 'mapName' | 'endTime' | 'winningTeam' | 'winCondition'> }

/** A game's winner, map, win condition and end time. */
export function GameWords({ game }: Props) {
  const { mapName, endTime, winCondition } = game
  const winningTeam = colourIn(game.winningTeam)
  const { timeWithSeconds } = timesInFull(useZone())
  return (
    <>
      <span className={styles.won}>
        {winningTeam && <TeamSign colour={winningTeam} />}
        {winningTeam && <span>{words.won(text.capital[winningTeam])}</span>}
      </span>
      <span className={styles.how}>
        {[
          mapName && gameWordOf(mapName),
          winCondition && gameWordOf(capital(winCondition)),
          endTime && timeWithSeconds(endTime),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}

function colourIn(word: string | null): 'blue' | 'gold' | null {
  return word === 'blue' || word === 'gold' ? word : null
}
