import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './FieldRow.module.css'

type Props = {
  /** beside the last field, level with its input */
  button?: ReactNode
  children: ReactNode
}

/** Fields side by side with their labels aligned, or below one another if there is no room. */
export function FieldRow({ button, children }: Props) {
  return (
    <Group align="flex-start" gap="sm" className={styles.row}>
      {children}
      {button && <div className={styles.button}>{button}</div>}
    </Group>
  )
}
