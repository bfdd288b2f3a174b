import { roundNameOf, gameWordOf } from '../../core/text/server-words.ts'
import { useId, useEffect, useRef } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { ActiveMatch } from '#events/view/frames.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { Changed, usePastAt, useLiveState } from '../../core/live/context.ts'
import { activeMatchOn, otherActiveMatchOn, matchName, sideName } from '../../core/live/select.ts'
import { Countdown } from './Countdown.tsx'
import { Disputed } from './Disputed.tsx'
import { GameClock, useAway, useSilence, useSilentSince } from './GameClock.tsx'
import { Icon } from '../Icon.tsx'
import { TeamSign } from '../TeamSign.tsx'
import { timeOfDay } from '../../core/time/time.ts'
import { text } from '../../core/text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import styles from './CabinetCard.module.css'

type Length = {
  MatchLength: ComponentType<{ match: MatchRow }>
  Idle: ComponentType<{ cabinet: number }>
  Pips: ComponentType<{ match: MatchRow; won: number }>
}
type Props = {
  cabinet: CabinetBody
  onOpen?: (() => void) | undefined
  /** controls besides the card itself */
  actions?: ReactNode
  /** for officials: the components that show the length of the match and the wins of each team */
  length?: Length | undefined
  children?: ReactNode
}

/** The present state of a cabinet. The whole card is a button that opens the referee's dialog. */
export function CabinetCard({ cabinet, onOpen, actions, length, children }: Props) {
  const active = useLiveState((shown) => activeMatchOn(shown.live.rows, cabinet.id))
  const other = useLiveState((shown) => otherActiveMatchOn(shown, cabinet.id))
  const live = useLiveState((shown) => shown.cabinets[cabinet.id])
  const isStale = useLiveState((shown) => shown.connection.health === 'lost')
  const optimistic = useOptimisticMatch(active)
  const game = live?.game ?? null
  const silentSince = useSilentSince(game)
  const isPast = usePastAt() !== null
  const title = useId()
  const arriving = useMotion<HTMLDivElement>(optimistic?.match.id ?? null, arrivalFrames)
  return (
    <article className={styles.card} data-stale={isStale || undefined} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 className={styles.title} id={title}>
          {cabinet.displayName}
        </h2>
        <CabinetStatus id={cabinet.id} />
      </header>
      {optimistic ? (
        <div className={styles.match} ref={arriving}>
          <p className={styles.round} data-warmup={optimistic.match.isWarmup || undefined}>
            <Title match={optimistic.match} length={length} />
            <Disputed match={optimistic.match} />
          </p>
          <TeamLine colour="blue" match={optimistic.match} length={length} />
          <TeamLine colour="gold" match={optimistic.match} length={length} />
        </div>
      ) : (
        <div className={styles.match} data-empty>
          {length && <length.Idle cabinet={cabinet.id} />}
          <NoMatch other={other} isPlaying={game !== null && !isPast} isNamed={!length} />
          <Countdown cabinet={cabinet.id} />
        </div>
      )}
      <Changed cabinet={cabinet.id} />
      {!isPast && (
        <dl className={styles.stats} data-silent={silentSince !== null || undefined}>
          <Stat name={text.cabinet.map}>{game ? gameWordOf(game.mapName) : '-'}</Stat>
          <Stat name={text.cabinet.gameTime}>
            <GameClock game={game} />{' '}
            {silentSince !== null && <small>{text.link.asOf(silentSince)}</small>}
          </Stat>
          <Stat name={text.cabinet.berries}>{game?.berriesRemaining ?? '-'}</Stat>
        </dl>
      )}
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
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

type NoMatchProps = { other: ActiveMatch | undefined; isPlaying: boolean; isNamed: boolean }

/** What a cabinet without a match of this tournament does; `isNamed`: nothing else names the other. */
function NoMatch({ other, isPlaying, isNamed }: NoMatchProps) {
  if (other) return isNamed ? text.cabinet.inUse(other.tournamentName) : null
  return isPlaying ? text.cabinet.noMatch : text.cabinet.noGame
}

/** Whether the cabinet's client is online, silent or offline, as an icon and in words (ux 18). */
export function CabinetStatus({ id }: { id: number }) {
  const live = useLiveState((shown) => shown.cabinets[id])
  const isBusy = useLiveState((shown) => activeMatchOn(shown.live.rows, id) !== undefined)
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
  const isStale = useLiveState((shown) => shown.connection.health === 'lost')
  const heardAt = useLiveState((shown) => shown.connection.heardAt)
  // For a past moment this is unknown: the log of a tournament does not have it.
  if (usePastAt() !== null) return null
  return (
    <span
      className={styles.status}
      data-fault={isFault || undefined}
      data-stale={isStale || undefined}
    >
      <Icon name={isOnline ? 'online' : 'offline'} size={20} />
      {word} {isStale && heardAt !== null && text.link.asOf(timeOfDay(new Date(heardAt)))}
    </span>
  )
}

/** `M8 · Semifinals · First to 3`, or during a warm-up that it does not count. */
function Title({ match, length }: Pick<Props, 'length'> & { match: MatchRow }) {
  const name = useLiveState(({ live }) => matchName(live.rows, match))
  if (match.isWarmup) return `${name} · ${text.cabinet.warmup}`
  const round = roundNameOf(match)
  return (
    <>
      {name}
      {round !== '' && round !== match.stageName && ` · ${round}`}
      {length && (
        <>
          {' · '}
          <length.MatchLength match={match} />
        </>
      )}
    </>
  )
}

type TeamProps = Pick<Props, 'length'> & { colour: Colour; match: MatchRow }

function TeamLine({ colour, match, length }: TeamProps) {
  const name = useLiveState(({ live }) => sideName(live.rows, match, colour))
  const score = colour === 'blue' ? match.blueScore : match.goldScore
  const counting = useMotion<HTMLSpanElement>(score, countFrames)
  return (
    <div className={styles.team} data-colour={colour}>
      <TeamSign colour={colour} />
      <span className={styles.name} dir="auto" title={name}>
        {name}
      </span>
      {length && <length.Pips match={match} won={score} />}
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

/** For a number that has changed. It stays readable during the animation. */
const countFrames: PropertyIndexedKeyframes = { scale: [1.4, 1] }
/** For an element that has appeared. It stays readable during the animation. */
const arrivalFrames: PropertyIndexedKeyframes = { translate: ['0 -0.5rem', '0 0'] }

/** Animates an element when the value changes, unless reduced motion is preferred (ux 50). */
function useMotion<T extends Element>(value: unknown, frames: PropertyIndexedKeyframes) {
  const element = useRef<T>(null)
  const previous = useRef(value)
  useEffect(() => {
    const isChanged = previous.current !== value
    previous.current = value
    if (isChanged && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      element.current?.animate(frames, 320)
  }, [value, frames])
  return element
}
