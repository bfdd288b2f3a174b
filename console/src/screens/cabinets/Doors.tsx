import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { whenShown } from '../../parts/later.ts'
import { devices } from '../../text/devices.ts'
import { displays } from '../../text/venue.ts'
import { pairedOf, useUser } from '../../user/user.ts'
import styles from './CurrentMatches.module.css'

type Opened = ComponentType<{ onClose: () => void }>
const Devices = whenShown(() => import('../devices/Devices.tsx'))
const Displays = whenShown(() => import('../venue/Displays.tsx'))

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
