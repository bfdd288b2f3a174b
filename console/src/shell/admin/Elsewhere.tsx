import { Button } from '@mantine/core'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { officiate } from '../../core/text/officiate.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useRefereeDialogOpen } from '../../hooks/useRefereeDialogOpen.ts'
import styles from './Admin.module.css'

// What a dialog is made of waits for the first screen.
const ElsewhereList = lazyPart(() => import('./ElsewhereList.tsx'))

/**
 * Presses of a closed dialog that were refused, or that ask whether they still apply. In the row of the
 * connection, so that nothing moves when they come (ux 3).
 */
export function Elsewhere() {
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
        className={styles.elsewhere}
        leftSection={<Icon name="warning" />}
        onClick={() => setListed(true)}
      >
        {title}
      </Button>
      {isListed && (
        <ElsewhereList title={title} presses={presses} onClose={() => setListed(false)} />
      )}
    </>
  )
}
