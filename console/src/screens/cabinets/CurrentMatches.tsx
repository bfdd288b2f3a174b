import { Button, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { text } from '../../text.ts'
import { Waiting } from '../Frame.tsx'
import type { SegmentProps } from '../admin/segments.ts'
import { RefereeDialog } from '../referee/RefereeDialog.tsx'
import { useAssigned } from '../useAssigned.ts'
import { CabinetCard } from './CabinetCard.tsx'
import { CardQueue } from './CardQueue.tsx'
import styles from './CurrentMatches.module.css'

/** The cabinets as cards. The dashboard is the same with the queues below them. */
export function CurrentMatches({ name }: SegmentProps) {
  const cabinets = useAssigned()
  const inactive = useInactive()
  const isLoaded = useShown((shown) => shown.live.version > 0)
  const [hides, setHides] = useLocalStorage({ key: 'waggle:hide-inactive', defaultValue: false })
  const { opened, open, close } = useFragment(cabinets)
  const shown = hides ? cabinets.filter(({ id }) => !inactive.has(id)) : cabinets
  if (!isLoaded) return <Waiting />
  return (
    <>
      <div className={styles.head}>
        <Title order={1} size="h2">
          {text.segment[name]}
        </Title>
        <Button
          variant="default"
          size="md"
          className={styles.toggle}
          onClick={() => setHides(!hides)}
        >
          {hides ? text.cabinet.show : text.cabinet.hide}
        </Button>
      </div>
      {shown.length === 0 && <p>{cabinets.length ? text.cabinet.noneActive : text.cabinet.none}</p>}
      <div className={styles.grid}>
        {shown.map((cabinet) => (
          <CabinetCard key={cabinet.id} cabinet={cabinet} onOpen={() => open(cabinet.id)}>
            {name === 'dashboard' && <CardQueue cabinet={cabinet.id} />}
          </CabinetCard>
        ))}
      </div>
      {opened && <RefereeDialog cabinet={opened} onClose={close} />}
    </>
  )
}

/** Neither online nor with a match. */
function useInactive(): Set<number> {
  const matches = useShown((shown) => shown.live.rows.match)
  const cabinets = useShown((shown) => shown.cabinets)
  const busy = new Set(Object.values(matches).map((match) => match.activeCabinet))
  const assigned = useAssigned().map(({ id }) => id)
  return new Set(assigned.filter((id) => !busy.has(id) && cabinets[id]?.clientStatus !== 'online'))
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
