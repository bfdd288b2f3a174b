import { gameWordOf } from '../../core/text/server-words.ts'
import { useEffect, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { minutes } from '#events/text/durations.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { matchText } from '../../core/text/spectate/match.ts'
import styles from './MatchPage.module.css'
import { useClock } from '../page/tournament-context.ts'
import type { GameBody } from '../page/reads.ts'
import { useRead } from '../page/useRead.ts'

const ScorePoints = lazyPart(() => import('./ScorePoints.tsx'))

const retryMs = 500
const maxTries = 20

/** The games of a match in order. They are in no frame, so they are read again when one changes. */
export function Games({ match }: { match: MatchRow }) {
  const gameStates = useLiveState((state) => {
    const own = Object.values(state.live.rows.played).filter((game) => game.match === match.id)
    return own.map(({ game, status }) => `${game} ${status}`).join()
  })
  const finished = gameStates.split(' counted').length + gameStates.split(' warmup').length - 2
  const [tries, setTries] = useState(0)
  const path = rest.get('/api/game/game/', { tournamentMatchId: match.id, rowsPerPage })
  const games = useRead(path, `${gameStates} ${tries}`)
  // The frame with a game's end can arrive before the list of games has it.
  const isBehind = (games ?? []).filter(({ endTime }) => endTime !== null).length < finished
  useEffect(() => {
    if (!isBehind || tries >= maxTries) return
    const timer = setTimeout(() => setTries(tries + 1), retryMs)
    return () => clearTimeout(timer)
  }, [isBehind, tries])
  return (
    <section>
      <h2 className={styles.title}>{matchText.games}</h2>
      <ScorePoints match={match} games={(games ?? []).map(({ gameId }) => gameId)} />
      {games?.length === 0 && (
        <p className={styles.dim}>
          {match.isComplete ? matchText.noneRecorded : matchText.noGames}
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
    mapName && gameWordOf(mapName),
    winCondition && gameWordOf(winCondition),
    seconds === null ? null : minutes(seconds),
    isWarmup && matchText.warmupGame,
  ].filter(Boolean)
  return (
    <li className={styles.game}>
      <a href={to.game(game.id)} className={styles.num}>
        {matchText.game(num)}
      </a>
      {winningTeam === 'blue' || winningTeam === 'gold' ? (
        <TeamSign colour={winningTeam} />
      ) : (
        <span>{endTime === null ? matchText.running : '–'}</span>
      )}
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.where}>
        {matchText.gamesBy(game.cabinet.displayName, time(game.startTime))}
      </span>
    </li>
  )
}
