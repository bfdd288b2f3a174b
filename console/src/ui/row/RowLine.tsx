import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './RowLine.module.css'

type Props = {
  name: ReactNode
  /** below the name */
  detail?: ReactNode
  /** before the name */
  picture?: ReactNode
  /** between the name and what can be done */
  state?: ReactNode
  /** what can be done with it */
  children?: ReactNode
}

/** One of a list: what it is, and the buttons for it. */
export function RowLine({ name, detail, picture, state, children }: Props) {
  return (
    <Group gap="xs" className="fill">
      {picture}
      <Stack gap={0} className={styles.words}>
        <strong>{name}</strong>
        {detail && (
          <Text component="span" size="sm" c="dimmed">
            {detail}
          </Text>
        )}
      </Stack>
      {state}
      <Group gap="xs">{children}</Group>
    </Group>
  )
}
