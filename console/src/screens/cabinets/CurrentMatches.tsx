import { Button, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { memo, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { activeOn } from '../../live/select.ts'
import { later } from '../../parts/later.ts'
import { text } from '../../text.ts'
import { Waiting } from '../Frame.tsx'
import type { SegmentProps } from '../admin/segments.ts'
import { RefereeDialog } from '../referee/RefereeDialog.tsx'
import { useAssigned } from '../useAssigned.ts'
import { CabinetCard } from './CabinetCard.tsx'
import styles from './CurrentMatches.module.css'
import { useOpened } from './useOpened.ts'

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
  const { opened, open, close } = useOpened(cabinets)
  const shown = useMemo(
    () => (hides ? cabinets.filter(({ id }) => !inactive.includes(id)) : cabinets),
    [hides, cabinets, inactive],
  )
  if (!isLoaded) return <Waiting />
  return (
    <>
      <div className={styles.head}>
        <Title order={1} size="h2">
          {text.segment[name]}
        </Title>
        <div className={styles.presses}>
          {name === 'dashboard' && <Doors />}
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
          <Forecast />
        </div>
      )}
      {shown.length === 0 && <p>{cabinets.length ? text.cabinet.noneActive : text.cabinet.none}</p>}
      <Cards cabinets={shown} hasQueues={name === 'dashboard'} onOpen={open} />
      {opened && <RefereeDialog cabinet={opened} onClose={close} />}
    </>
  )
}

type CardsProps = {
  cabinets: CabinetPaper[]
  hasQueues: boolean
  onOpen: (cabinet: number) => void
}

/** Apart from the dialog, so that opening it draws no card. */
const Cards = memo(function Cards({ cabinets, hasQueues, onOpen }: CardsProps) {
  return (
    <div className={styles.grid}>
      {cabinets.map((cabinet) => (
        <CabinetCard key={cabinet.id} cabinet={cabinet} onOpen={() => onOpen(cabinet.id)}>
          {hasQueues && <CardQueue cabinet={cabinet.id} />}
        </CabinetCard>
      ))}
    </div>
  )
})

/** Cabinets that are neither online nor have a match; the same array while they are the same. */
function useInactive(cabinets: CabinetPaper[]): number[] {
  return useShown(
    useShallow(({ live, cabinets: shown }) => {
      const ids = cabinets.map(({ id }) => id)
      const isBusy = (id: number) => activeOn(live.rows, id) !== undefined
      return ids.filter((id) => !isBusy(id) && shown[id]?.clientStatus !== 'online')
    }),
  )
}
