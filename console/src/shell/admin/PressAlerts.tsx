import { Button } from '@mantine/core'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { officiate } from '../../core/text/officiate/officiate.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useRefereeDialogOpen } from '../../hooks/useRefereeDialogOpen.ts'
import styles from './Admin.module.css'

// Lazy, because the first screen must not wait for the code of dialogs.
const PressAlertsDialog = lazyPart(() => import('./PressAlertsDialog.tsx'))

/**
 * Presses of a closed referee's dialog that were refused or that need a confirmation. They are in
 * the connection row, so that nothing moves when they appear (ux 3).
 */
export function PressAlerts() {
  const { isOpen } = useRefereeDialogOpen()
  const [isListed, setListed] = useState(false)
  const presses = useLiveState(
    useShallow((shown) =>
      shown.presses.filter(({ place, state }) => {
        return place.startsWith('table:') && (state === 'refused' || state === 'asking')
      }),
    ),
  )
  if (isOpen || presses.length === 0) return null
  const title = officiate.elsewhere(presses.length)
  return (
    <>
      <Button
        variant="default"
        className={styles.alerts}
        leftSection={<Icon name="warning" />}
        onClick={() => setListed(true)}
      >
        {title}
      </Button>
      {isListed && (
        <PressAlertsDialog title={title} presses={presses} onClose={() => setListed(false)} />
      )}
    </>
  )
}
