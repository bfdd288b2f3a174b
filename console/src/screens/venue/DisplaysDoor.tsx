import { Button } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { displays as text } from '../../text/venue.ts'
import styles from '../cabinets/CurrentMatches.module.css'

const Displays = lazy(() => import('./Displays.tsx'))

/** The screens of the venue, from the dashboard. */
export default function DisplaysDoor() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="md" className={styles.toggle} onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <Suspense>{isOpen && <Displays onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
