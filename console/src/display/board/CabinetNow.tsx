import { gameWordOf } from '../../core/text/server-words.ts'
import { useLiveState } from '../../core/live/context.ts'
import { activeMatchOn, comingOn, otherActiveMatchOn, roundOf } from '../../core/live/select.ts'
import { Countdown } from '../../ui/live/Countdown.tsx'
import { Disputed } from '../../ui/live/Disputed.tsx'
import { GameClock, useSilentSince } from '../../ui/live/GameClock.tsx'
import { text as words } from '../../core/text/text.ts'
import { venue as text } from '../../core/text/display/venue.ts'
import styles from './CabinetNow.module.css'
import { Team } from './Team.tsx'
import { pairOf } from './teams.ts'

type Props = { id: number; name: string; hasNext?: boolean }

/** One cabinet: its match with score and map, or its next match. */
export function CabinetNow({ id, name, hasNext = false }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  const game = useLiveState((state) => state.cabinets[id]?.game ?? null)
  const other = useLiveState((state) => otherActiveMatchOn(state, id))
  const silentSince = useSilentSince(game)
  const match = activeMatchOn(rows, id)
  const [next] = comingOn(rows, id)
  const visible = match ?? (hasNext ? next : undefined)
  const [blue, gold] = visible ? pairOf(rows, visible) : []
  return (
    <section className={styles.card} data-on={match !== undefined || undefined}>
      <h2 className={styles.title}>
        <span className={styles.cabinet}>{name}</span>
        {visible && (
          <span className={styles.round}>
            {match ? '' : `${text.next}: `}
            {text.match(visible.matchNum)} {roundOf(rows, visible)}
          </span>
        )}
      </h2>
      {blue && gold ? (
        <div className={styles.teams}>
          <Team team={blue} hasScore={match !== undefined} />
          <Team team={gold} hasScore={match !== undefined} />
        </div>
      ) : (
        <p className={styles.none}>{text.noMatch}</p>
      )}
      <p className={styles.game}>
        {other && <strong>{words.cabinet.inUse(other.tournamentName)}</strong>}
        {match?.isWarmup && <strong>{text.warmup}</strong>}
        {match?.underReview && <strong>{text.review}</strong>}
        {match && <Disputed match={match} />}
        {game && (
          <>
            <span>{gameWordOf(game.mapName)}</span>
            <span className={styles.clock} data-silent={silentSince !== null || undefined}>
              <GameClock game={game} />{' '}
              {silentSince !== null && <small>{words.link.asOf(silentSince)}</small>}
            </span>
          </>
        )}
        {!match && <Countdown cabinet={id} />}
      </p>
    </section>
  )
}
