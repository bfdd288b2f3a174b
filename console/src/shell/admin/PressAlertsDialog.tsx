import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { CommandNote } from '../../ui/live/CommandNotes.tsx'
import styles from './Admin.module.css'

type Props = {
  title: string
  presses: ComponentProps<typeof CommandNote>['press'][]
  onClose: () => void
}

export default function PressAlertsDialog({ title, presses, onClose }: Props) {
  return (
    <Dialog title={title} hasCross onClose={onClose}>
      <Stack gap="xs" className={styles.listed}>
        {presses.map((press) => (
          <CommandNote key={press.id} press={press} />
        ))}
      </Stack>
    </Dialog>
  )
}
