import { Button, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { later } from '../../parts/later.ts'
import { text } from '../../text.ts'
import { Waiting } from '../Frame.tsx'
import type { SegmentProps } from '../admin/segments.ts'
import { RefereeDialog } from '../referee/RefereeDialog.tsx'
import { useAssigned } from '../useAssigned.ts'
import { CabinetCard } from './CabinetCard.tsx'
import styles from './CurrentMatches.module.css'

// The dashboard's own.
const CardQueue = later(() => import('./CardQueue.tsx'))
const Forecast = later(() => import('../../parts/Forecast.tsx'))
const Doors = later(() => import('./Doors.tsx'))

/** The cabinets as cards. The dashboard is the same with the queues below them. */
export function CurrentMatches({ name }: SegmentProps) {
  const cabinets = useAssigned()
  const inactive = useInactive(cabinets)
  const isLoaded = useShown((shown) => shown.live.version > 0)
  const [hides, setHides] = useLocalStorage({ key: 'waggle:hide-inactive', defaultValue: false })
  const { opened, open, close } = useFragment(cabinets)
  const shown = hides ? cabinets.filter(({ id }) => !inactive.includes(id)) : cabinets
  if (!isLoaded) return <Waiting />
  return (
    <>
      <div className={styles.head}>
        <Title order={1} size="h2">
          {text.segment[name]}
        </Title>
        <div className={styles.presses}>
          {name === 'dashboard' && (
            <Suspense>
              <Doors />
            </Suspense>
          )}
          <Button
            variant="default"
            size="md"
            className={styles.toggle}
            onClick={() => setHides(!hides)}
          >
            {hides ? text.cabinet.show : text.cabinet.hide}
          </Button>
        </div>
      </div>
      {name === 'dashboard' && (
        <div className={styles.forecast}>
          <Suspense>
            <Forecast />
          </Suspense>
        </div>
      )}
      {shown.length === 0 && <p>{cabinets.length ? text.cabinet.noneActive : text.cabinet.none}</p>}
      <div className={styles.grid}>
        {shown.map((cabinet) => (
          <CabinetCard key={cabinet.id} cabinet={cabinet} onOpen={() => open(cabinet.id)}>
            {name === 'dashboard' && (
              <Suspense>
                <CardQueue cabinet={cabinet.id} />
              </Suspense>
            )}
          </CabinetCard>
        ))}
      </div>
      {opened && <RefereeDialog cabinet={opened} onClose={close} />}
    </>
  )
}

/** Cabinets that are neither online nor have a match; the same array while they are the same. */
function useInactive(cabinets: CabinetPaper[]): number[] {
  return useShown(
    useShallow(({ live, cabinets: shown }) => {
      const busy = new Set(Object.values(live.rows.match).map((match) => match.activeCabinet))
      const ids = cabinets.map(({ id }) => id)
      return ids.filter((id) => !busy.has(id) && shown[id]?.clientStatus !== 'online')
    }),
  )
}

/** The open dialog is in the address: a link to a cabinet opens it. */
function useFragment(cabinets: CabinetPaper[]) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const go = (to: string) => void navigate({ to: '.', hash: to, resetScroll: false })
  return {
    opened: cabinets.find(({ id }) => String(id) === hash),
    open: (id: number) => go(String(id)),
    close: () => go(''),
  }
}
