import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'

/** The required reason for a change that affects other results. */
export function ReasonField(field: TextInputProps) {
  return <TextInput size="lg" required {...field} />
}
