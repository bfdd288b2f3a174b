import { useEffect, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { minutes } from '../../core/time.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { publicText as text } from '../../core/text/public.ts'
import styles from './MatchPage.module.css'
import { useClock } from '../frame/tournament-context.ts'
import type { GameBody } from '../frame/reads.ts'
import { useRead } from '../frame/useRead.ts'

const againMs = 500
const mostTries = 20

/** Its games as they were played. They come in no frame, so they are read anew when one moves. */
export function Games({ match }: { match: MatchRow }) {
  const mark = useLiveState((shown) => {
    const own = Object.values(shown.live.rows.played).filter((game) => game.match === match.id)
    return own.map(({ game, status }) => `${game} ${status}`).join()
  })
  const over = mark.split(' counted').length + mark.split(' warmup').length - 2
  const [tries, setTries] = useState(0)
  const path = rest.get('/api/game/game/', { tournamentMatchId: match.id, rowsPerPage })
  const games = useRead(path, `${mark} ${tries}`)
  // The match can hear of a game's end before the list of games does.
  const isBehind = (games ?? []).filter(({ endTime }) => endTime !== null).length < over
  useEffect(() => {
    if (!isBehind || tries >= mostTries) return
    const timer = setTimeout(() => setTries(tries + 1), againMs)
    return () => clearTimeout(timer)
  }, [isBehind, tries])
  return (
    <section>
      <h2 className={styles.title}>{text.match.games}</h2>
      {games?.length === 0 && (
        <p className={styles.dim}>
          {match.isComplete ? text.match.noneRecorded : text.match.noGames}
        </p>
      )}
      <ol>
        {(games ?? []).map((game, index) => (
          <Game key={game.id} game={game} num={index + 1} />
        ))}
      </ol>
    </section>
  )
}

function Game({ game, num }: { game: GameBody; num: number }) {
  const { time } = useClock()
  const { winningTeam, winCondition, mapName, seconds, isWarmup, endTime } = game
  const facts = [
    mapName,
    winCondition,
    seconds === null ? null : minutes(seconds),
    isWarmup && text.match.warmupGame,
  ].filter(Boolean)
  return (
    <li className={styles.game}>
      <a href={to.game(game.id)} className={styles.num}>
        {text.match.game(num)}
      </a>
      {winningTeam === 'blue' || winningTeam === 'gold' ? (
        <TeamSign colour={winningTeam} />
      ) : (
        <span>{endTime === null ? text.match.running : '–'}</span>
      )}
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.where}>
        {text.match.gamesBy(game.cabinet.displayName, time(game.startTime))}
      </span>
    </li>
  )
}
