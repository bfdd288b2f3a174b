import { gameWordOf } from '../../core/text/server-words.ts'
import type { ReactNode } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { GameClock, useSilentSince } from '../../ui/live/GameClock.tsx'
import { text } from '../../core/text/text.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import styles from './StatsBar.module.css'

/** The running game, as the cabinet's client reports it. */
export function StatsBar({ cabinet }: { cabinet: number }) {
  const game = useLiveState((state) => state.cabinets[cabinet]?.game ?? null)
  const isStale = useLiveState((state) => state.connection.health === 'lost')
  const silentSince = useSilentSince(game)
  return (
    <dl
      className={styles.stats}
      aria-label={referee.stats}
      data-stale={isStale || undefined}
      data-silent={silentSince !== null || undefined}
    >
      <Stat
        name={silentSince === null ? text.cabinet.gameTime : text.link.asOf(silentSince)}
        isClock
        isNameShown={silentSince !== null}
      >
        <GameClock game={game} />
      </Stat>
      <Stat name={text.cabinet.map}>{game ? gameWordOf(game.mapName) : '-'}</Stat>
      <Stat name={text.cabinet.berries}>{game?.berriesRemaining ?? '-'}</Stat>
      <Pair name={referee.berriesIn} of={game?.berries} />
      <Pair name={referee.queenLives} of={game?.queenLives} />
    </dl>
  )
}

function Stat({
  name,
  isClock = false,
  isNameShown = !isClock,
  children,
}: {
  name: string
  isClock?: boolean
  isNameShown?: boolean
  children: ReactNode
}) {
  return (
    <div className={isClock ? styles.clock : styles.stat}>
      <dt className={isNameShown ? undefined : 'unseen'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Pair({ name, of }: { name: string; of: { blue: number; gold: number } | undefined }) {
  const { capital } = text
  return (
    <div className={`${styles.stat} ${styles.pair}`}>
      <dt>{name}</dt>
      <dd>
        <span title={capital.blue} aria-label={`${capital.blue} ${of?.blue ?? '-'}`}>
          <i aria-hidden="true">B</i> {of?.blue ?? '-'}
        </span>
        <span title={capital.gold} aria-label={`${capital.gold} ${of?.gold ?? '-'}`}>
          <i aria-hidden="true">G</i> {of?.gold ?? '-'}
        </span>
      </dd>
    </div>
  )
}
