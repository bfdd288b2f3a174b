import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  name: ReactNode
  /** below the name */
  detail?: ReactNode
  /** before the name */
  picture?: ReactNode
  /** between the name and the buttons */
  state?: ReactNode
  /** buttons */
  children?: ReactNode
}

/** The content of a list row: picture, name, detail, state and buttons. */
export function RowLine({ name, detail, picture, state, children }: Props) {
  return (
    <Group gap="xs" className="fill">
      {picture}
      <Stack gap={0} flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
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
