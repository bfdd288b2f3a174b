import { Button, FocusTrap, Modal } from '@mantine/core'
import { memo, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeMatchOn } from '../../core/live/select.ts'
import { linkTypeOf } from '../../core/live/select-for-officials.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { ToastInRow } from '../../ui/Toasts.tsx'
import { ConnectionRow } from '../../ui/live/ConnectionRow.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { text } from '../../core/text/text.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import { CabinetStatus } from '../../ui/live/CabinetCard.tsx'
import { useMarkRefereeDialogOpen } from '../../hooks/useRefereeDialogOpen.ts'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import { LastAction } from '../steps/LastAction.tsx'
import { MatchControls } from './MatchControls.tsx'
import { MatchList } from './MatchList.tsx'
import { NextBar } from './NextBar.tsx'
import styles from './RefereeDialog.module.css'
import { ScoreSides } from './ScoreSides.tsx'
import { useMatchUnderReview } from '../match/useMatchUnderReview.ts'
import { afterPaint } from '../../hooks/after-paint.ts'
import { gameWordOf } from '../../core/text/server-words.ts'
import { GameClock, useSilentSince } from '../../ui/live/GameClock.tsx'
import statsBarStyles from './StatsBar.module.css'

const Upcoming = preloadedPart(() => import('./Upcoming.tsx'))
const SignedIn = preloadedPart(() => import('./SignedIn.tsx'))
const ManualGames = preloadedPart(() => import('../match/ManualGames.tsx'))
const Finished = preloadedPart(() => import('../match/FinishedMatches.tsx'))
const TeamsOnSite = preloadedPart(() => import('../on-site/TeamsOnSite.tsx'))
const OfficialCalls = preloadedPart(() => import('../on-site/OfficialCalls.tsx'))
const DeviceSign = preloadedPart(() => import('../devices/DeviceSign.tsx'))

// The page behind cannot scroll anyway; removing its scroll bar would restyle the whole page.
const withoutRestyling = { removeScrollBar: false }

type Props = { cabinet: CabinetBody; onClose: () => void }

/** Everything a referee needs at one cabinet. Every control keeps its place (ux 3). */
export default memo(function RefereeDialog({ cabinet, onClose }: Props) {
  const isStale = useLiveState((state) => state.connection.health === 'lost')
  useMarkRefereeDialogOpen()
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape holds the cabinet (ux 34).
      closeOnEscape={false}
      size="min(84rem, 97vw)"
      yOffset="1dvh"
      transitionProps={{ duration: 0 }}
      removeScrollProps={withoutRestyling}
      title={
        <span className={styles.title} data-stale={isStale || undefined}>
          {referee.title(cabinet.displayName)} <CabinetStatus id={cabinet.id} />
        </span>
      }
      closeButtonProps={{ 'aria-label': text.close, size: 56 }}
      classNames={{
        inner: styles.inner,
        content: styles.content,
        body: styles.body,
        header: styles.header,
      }}
    >
      <FocusTrap.InitialFocus />
      <div className={styles.status}>
        <StatsBar cabinet={cabinet.id} />
        <ConnectionRow>
          <ToastInRow />
          <DeviceSign cabinet={cabinet.id} />
          <OfficialCalls />
        </ConnectionRow>
      </div>
      <Columns cabinet={cabinet} />
      <div className={styles.notes}>
        <CommandNotes
          places={[notePlace.matchAt(cabinet.id), notePlace.cabinet(cabinet.id), notePlace.undo]}
        />
      </div>
      <footer className={styles.bar}>
        <LastActionBar cabinet={cabinet} />
        <Next cabinet={cabinet} />
        <Button variant="default" className={styles.close} onClick={onClose}>
          {text.close}
        </Button>
      </footer>
    </Modal>
  )
})

/** Rendered after the dialog's first paint, into space that is reserved for it. */
function LastActionBar({ cabinet }: { cabinet: CabinetBody }) {
  const isPainted = usePainted()
  return <div className={styles.lastAction}>{isPainted && <LastAction cabinet={cabinet.id} />}</div>
}

/** A component of its own, so that a change of the next action re-renders nothing else. */
function Next({ cabinet }: { cabinet: CabinetBody }) {
  const active = useMatchUnderReview(
    useLiveState((state) => activeMatchOn(state.live.rows, cabinet.id)),
  )
  return <NextBar cabinet={cabinet} drawn={useOptimisticMatch(active)} />
}

/** The current match, and beside it the other matches of the cabinet. */
function Columns({ cabinet }: { cabinet: CabinetBody }) {
  const active = useMatchUnderReview(
    useLiveState((state) => activeMatchOn(state.live.rows, cabinet.id)),
  )
  const isManual = useLiveState(({ live }) => linkTypeOf(live.rows) === 'manual')
  // The second column is rendered after the first paint, so that the dialog opens without it.
  const isPainted = usePainted()
  return (
    <div className={styles.columns}>
      <CurrentMatch cabinet={cabinet} active={active} />
      <div className={styles.side}>
        <div className={styles.upcoming}>{isPainted && <Upcoming cabinet={cabinet} />}</div>
        <div className={styles.teams}>{isPainted && <TeamsOnSite cabinet={cabinet.id} />}</div>
        {isManual && (
          <div className={styles.games}>
            {isPainted && <ManualGames cabinet={cabinet} active={active} />}
          </div>
        )}
        {isPainted && (
          <>
            <MatchList cabinet={cabinet} active={active} />
            <Finished cabinet={cabinet} active={active} />
            <SignedIn cabinet={cabinet.id} />
          </>
        )}
      </div>
    </div>
  )
}

/** The current match, in a component of its own so that a press re-renders nothing else. */
function CurrentMatch({ cabinet, active }: { cabinet: CabinetBody; active: MatchRow | undefined }) {
  const drawn = useOptimisticMatch(active)
  return (
    <div className={styles.match}>
      <ScoreSides cabinet={cabinet} drawn={drawn} />
      <MatchControls cabinet={cabinet} drawn={drawn} />
    </div>
  )
}

/** False until the first render is painted, so that the rest can be rendered after it. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}

/** The running game, as the cabinet's client reports it. */
function StatsBar({ cabinet }: { cabinet: number }) {
  const game = useLiveState((state) => state.cabinets[cabinet]?.game ?? null)
  const isStale = useLiveState((state) => state.connection.health === 'lost')
  const silentSince = useSilentSince(game)
  return (
    <dl
      className={statsBarStyles.stats}
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
    <div className={isClock ? statsBarStyles.clock : statsBarStyles.stat}>
      <dt className={isNameShown ? undefined : 'unseen'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Pair({ name, of }: { name: string; of: { blue: number; gold: number } | undefined }) {
  const { capital } = text
  return (
    <div className={`${statsBarStyles.stat} ${statsBarStyles.pair}`}>
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
