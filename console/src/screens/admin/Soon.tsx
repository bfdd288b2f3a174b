import { Text, Title } from '@mantine/core'
import { text } from '../../text.ts'
import type { SegmentProps } from './segments.ts'

/** A place that is named in the menu and not built yet says what it will hold. */
export function Soon({ name }: SegmentProps) {
  const words: Record<string, string> = text.soon
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        {text.segment[name]}
      </Title>
      <Text c="var(--dim)">{text.soon.lead}</Text>
      <Text>{words[name]}</Text>
    </>
  )
}
