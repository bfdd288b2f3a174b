import { Button } from '@mantine/core'
import { useLoaderData, useLocation, useNavigate } from '@tanstack/react-router'
import { memo, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { useWatching } from '../../core/live/context.ts'
import { activeMatchOn } from '../../core/live/select.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { mayOrganize, pairedOf, useUser } from '../../core/session-user.ts'
import { text } from '../../core/text/text.ts'
import { screenNames, officiate } from '../../core/text/officiate/first-screen.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import { useStoredFlag } from '../../hooks/useStoredFlag.ts'
import styles from '../../ui/live/CabinetCards.module.css'
import { Empty } from '../../ui/Empty.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { afterPaint } from '../../hooks/after-paint.ts'
import { useEvent } from '../../hooks/useEvent.ts'

const lengthParts = () => import('../../ui/live/MatchLength.tsx')
const length = {
  Idle: preloadedPart<{ cabinet: number }>(() =>
    lengthParts().then(({ Idle }) => ({ default: Idle })),
  ),
  MatchLength: preloadedPart<{ match: MatchRow }>(() =>
    lengthParts().then((parts) => ({ default: parts.MatchLength })),
  ),
  Pips: preloadedPart<{ match: MatchRow; won: number }>(() =>
    lengthParts().then(({ Pips }) => ({ default: Pips })),
  ),
}

// Not needed for the first paint: preloaded shortly after it, or loaded when first used.
const RefereeDialog = preloadedPart(() => import('../referee/RefereeDialog.tsx'))
const CardActions = preloadedPart(() => import('./CardActions.tsx'))
// Used on the dashboard only.
const CardQueue = preloadedPart(() => import('./CardQueue.tsx'))
const EstimatedEnd = preloadedPart(() => import('../../ui/live/EstimatedEnd.tsx'))

/** The cabinets as cards. The dashboard shows the same cards with their queues below. */
export default function CurrentMatches({ name }: AdminScreenProps) {
  const cabinets = useTournamentCabinets()
  const inactive = useInactive(cabinets)
  const paired = useUser(pairedOf)
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const [isInactiveHidden, setInactiveHidden] = useStoredFlag('waggle:hide-inactive')
  const { isOpening, opened, open, close } = useOpenDialog(cabinets)
  const visible = useMemo(
    () => (isInactiveHidden ? cabinets.filter(({ id }) => !inactive.includes(id)) : cabinets),
    [isInactiveHidden, cabinets, inactive],
  )
  if (!isLoaded) return isOpening ? <WaitingForMatch /> : <Waiting />
  return (
    <>
      <div className={styles.head}>
        <PageTitle>{screenNames[name]}</PageTitle>
        <div className={styles.presses}>
          {name === 'dashboard' && !paired && (
            <>
              <AdminLinkButton to="devices" variant="default" size="md" className={styles.toggle}>
                {screenNames.devices}
              </AdminLinkButton>
              <AdminLinkButton to="displays" variant="default" size="md" className={styles.toggle}>
                {screenNames.displays}
              </AdminLinkButton>
            </>
          )}
          <Button
            variant="default"
            size="md"
            className={styles.toggle}
            onClick={() => setInactiveHidden(!isInactiveHidden)}
          >
            {isInactiveHidden ? officiate.showInactive : officiate.hideInactive}
          </Button>
        </div>
      </div>
      {name === 'dashboard' && (
        <div className={styles.estimates}>
          <EstimatedEnd />
        </div>
      )}
      {visible.length === 0 && (
        <Empty action={cabinets.length === 0 && <AssignCabinetsLink />}>
          {cabinets.length ? officiate.noneActive : officiate.noCabinets}
        </Empty>
      )}
      <Cards cabinets={visible} hasQueues={name === 'dashboard'} onOpen={open} />
      {opened && <RefereeDialog cabinet={opened} onClose={close} />}
    </>
  )
}

/** Shown only to users who may assign cabinets. */
function AssignCabinetsLink() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  if (!mayOrganize(user, tournament.scene)) return null
  return <AdminLinkButton to="cabinets">{screenNames.cabinets}</AdminLinkButton>
}

/** Shown while a linked cabinet loads, when its dialog would claim that nothing is played there. */
function WaitingForMatch() {
  const hasFailed = useLiveState(
    ({ connection }) => connection.health === 'lost' || connection.retryAt !== null,
  )
  const { tryNow } = useWatching()
  if (!hasFailed) return <Waiting />
  return (
    <p className={styles.failed} role="alert">
      {officiate.failedActive}
      <Button variant="default" size="md" onClick={tryNow}>
        {text.retry}
      </Button>
    </p>
  )
}

type CardsProps = {
  cabinets: CabinetBody[]
  hasQueues: boolean
  onOpen: (cabinet: number) => void
}

/** A component of its own, so that opening the dialog does not re-render the cards. */
const Cards = memo(function Cards({ cabinets, hasQueues, onOpen }: CardsProps) {
  return (
    <div className={styles.grid}>
      {cabinets.map((cabinet, index) => (
        <CabinetCard
          key={cabinet.id}
          cabinet={cabinet}
          onOpen={() => onOpen(cabinet.id)}
          length={length}
          actions={<CardActions cabinet={cabinet} keyNumber={index + 1} />}
        >
          {hasQueues && <CardQueue cabinet={cabinet.id} />}
        </CabinetCard>
      ))}
    </div>
  )
})

/** Cabinets that are neither online nor have a match. The array is reused while it is equal. */
function useInactive(cabinets: CabinetBody[]): number[] {
  return useLiveState(
    useShallow(({ live, cabinets: states }) => {
      const ids = cabinets.map(({ id }) => id)
      const isBusy = (id: number) => activeMatchOn(live.rows, id) !== undefined
      return ids.filter((id) => !isBusy(id) && states[id]?.clientStatus !== 'online')
    }),
  )
}

/**
 * The open dialog is kept in the address, so that a link to a cabinet opens it. Opening and closing
 * take effect immediately; the address follows after the next paint.
 */
function useOpenDialog(cabinets: CabinetBody[]) {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  /** the hash chosen here, until the address has it; null: the address decides */
  const [pendingHash, setPendingHash] = useState<string | null>(null)
  const cancel = useRef(() => {})
  function go(to: string): void {
    cancel.current()
    let isLatest = true
    const cancelPaint = afterPaint(() => {
      const navigation = navigate({ to: '.', hash: to, resetScroll: false })
      void navigation.finally(() => isLatest && setPendingHash(null))
    })
    cancel.current = () => {
      isLatest = false
      cancelPaint()
    }
    setPendingHash(to)
  }
  return {
    /** available before the cabinets are loaded */
    isOpening: (pendingHash ?? hash) !== '',
    opened: cabinets.find(({ id }) => String(id) === (pendingHash ?? hash)),
    open: useEvent((id: number) => go(String(id))),
    close: useEvent(() => go('')),
  }
}
