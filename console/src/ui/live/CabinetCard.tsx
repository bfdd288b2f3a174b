import { useId } from 'react'
import type { ReactNode } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { Changed, usePastAt, useLiveState } from '../../core/live/context.ts'
import { activeOn } from '../../core/live/select.ts'
import { Countdown } from './Countdown.tsx'
import { Disputed } from './Disputed.tsx'
import { GameClock, useAway, useSilence } from './GameClock.tsx'
import { Icon } from '../Icon.tsx'
import { TeamSign } from '../TeamSign.tsx'
import { text } from '../../core/text/text.ts'
import type { Colour } from '../../core/text/text.ts'
import { useTeamName } from '../../core/live/useTeamNames.ts'
import { arrives, counts, useMotion } from '../../hooks/useMotion.ts'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import styles from './CabinetCard.module.css'

type Props = { cabinet: CabinetBody; onOpen?: (() => void) | undefined; children?: ReactNode }

/** A cabinet as it is now; the whole card opens the referee's dialog. */
export function CabinetCard({ cabinet, onOpen, children }: Props) {
  const active = useLiveState((shown) => activeOn(shown.live.rows, cabinet.id))
  const live = useLiveState((shown) => shown.cabinets[cabinet.id])
  const isStale = useLiveState((shown) => shown.link.light === 'lost')
  const heardAt = useLiveState(({ link }) => (link.light === 'lost' ? link.heardAt : null))
  const drawn = useOptimisticMatch(active)
  const game = live?.game ?? null
  const isPast = usePastAt() !== null
  const title = useId()
  const arriving = useMotion<HTMLDivElement>(drawn?.match.id ?? null, arrives)
  return (
    <article className={styles.card} data-stale={isStale || undefined} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 className={styles.title} id={title}>
          {cabinet.displayName}
        </h2>
        <Presence id={cabinet.id} />
      </header>
      {drawn ? (
        <div className={styles.match} ref={arriving}>
          <p className={styles.round}>
            {text.match.short(drawn.match.matchNum)} ·{' '}
            {drawn.match.roundName || drawn.match.stageName}
            <Disputed match={drawn.match} />
            {drawn.match.isWarmup && <span className={styles.warmup}>{text.cabinet.warmup}</span>}
          </p>
          <TeamLine colour="blue" team={drawn.match.blueTeam} score={drawn.match.blueScore} />
          <TeamLine colour="gold" team={drawn.match.goldTeam} score={drawn.match.goldScore} />
        </div>
      ) : (
        <div className={styles.match} data-empty>
          {text.cabinet.noGame}
          <Countdown cabinet={cabinet.id} />
        </div>
      )}
      <Changed cabinet={cabinet.id} />
      {!isPast && (
        <dl className={styles.stats}>
          <Stat name={text.cabinet.map}>{game?.mapName ?? '-'}</Stat>
          <Stat name={text.cabinet.gameTime}>
            <GameClock game={game} />
          </Stat>
          <Stat name={text.cabinet.berries}>{game?.berriesRemaining ?? '-'}</Stat>
        </dl>
      )}
      {isStale && heardAt !== null && (
        <p className={styles.stale}>{text.link.asOf(text.time(new Date(heardAt)))}</p>
      )}
      {children}
      {onOpen && (
        <button
          type="button"
          className={styles.open}
          aria-label={text.cabinet.open(cabinet.displayName)}
          onClick={onOpen}
        >
          {text.cabinet.ref}
        </button>
      )}
    </article>
  )
}

/** Online or not, in a sign and a word; which of the ways to be lost it is (ux 18). */
export function Presence({ id }: { id: number }) {
  const live = useLiveState((shown) => shown.cabinets[id])
  const isBusy = useLiveState((shown) => activeOn(shown.live.rows, id) !== undefined)
  const away = useAway(id)
  const silent = useSilence(live)
  const isOnline = live?.clientStatus === 'online'
  const word = isOnline
    ? silent === null
      ? text.cabinet.online
      : text.cabinet.silentFor(silent)
    : away === null
      ? text.cabinet.offline
      : text.cabinet.offlineFor(away)
  const isFault = isBusy && (!isOnline || silent !== null)
  const isStale = useLiveState((shown) => shown.link.light === 'lost')
  // The log of a tournament does not say when a cabinet's client was there.
  if (usePastAt() !== null) return null
  return (
    <span
      className={styles.presence}
      data-fault={isFault || undefined}
      data-stale={isStale || undefined}
    >
      <Icon name={isOnline ? 'online' : 'offline'} size={20} />
      {word}
    </span>
  )
}

function TeamLine({ colour, team, score }: { colour: Colour; team: number | null; score: number }) {
  const name = useTeamName(team)
  const counting = useMotion<HTMLSpanElement>(score, counts)
  return (
    <div className={styles.team} data-colour={colour}>
      <TeamSign colour={colour} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.score} ref={counting}>
        {score}
      </span>
    </div>
  )
}

function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
