import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'

/** Why something that others rely on is changed. */
export function ReasonField(field: TextInputProps) {
  return <TextInput size="lg" required {...field} />
}
