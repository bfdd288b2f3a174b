import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { devices } from '../../core/text/devices.ts'
import { displays } from '../../core/text/venue.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import styles from '../../ui/live/CabinetCards.module.css'

type Opened = ComponentType<{ onClose: () => void }>
const Devices = lazyPart(() => import('../devices/Devices.tsx'))
const Displays = lazyPart(() => import('../display-admin/Displays.tsx'))

/** The screens of the venue and the devices of officials, from the dashboard. */
export default function Doors() {
  const paired = useUser(pairedOf)
  if (paired) return null
  return (
    <>
      <Door to={Devices}>{devices.open}</Door>
      <Door to={Displays}>{displays.open}</Door>
    </>
  )
}

function Door({ to: There, children }: { to: Opened; children: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="md" className={styles.toggle} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <There onClose={() => setOpen(false)} />}
    </>
  )
}
