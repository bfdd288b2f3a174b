import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '../../hooks/lazy-part.ts'
import styles from './Help.module.css'
import { help } from '../../core/text/shell.ts'
import type { HelpPart } from '../../core/text/shell.ts'

const HelpDialog = lazyPart(() => import('./HelpDialog.tsx'))

/** Opens the part of the handbook about the screen with this title. */
export default function HelpButton({ part, screen }: { part: HelpPart; screen: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        className={styles.open}
        aria-label={help.open(screen)}
        onClick={() => setOpen(true)}
      >
        {help.mark}
      </Button>
      {isOpen && <HelpDialog part={part} onClose={() => setOpen(false)} />}
    </>
  )
}
