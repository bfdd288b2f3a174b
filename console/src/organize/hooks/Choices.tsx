import { Checkbox, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../../ui/Form.module.css'

export type ChoicesProps<T extends string> = {
  label: string
  all: readonly T[]
  chosen: readonly string[]
  names?: Record<T, string>
  error?: ReactNode
  onChange: (chosen: T[]) => void
}

/** Any of a list, in its order. */
export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { label, all, chosen, names, error, onChange } = props
  return (
    <Checkbox.Group
      label={label}
      error={error}
      value={[...chosen]}
      onChange={(now) => onChange(all.filter((one) => now.includes(one)))}
    >
      <Group gap="md" mt="xs">
        {all.map((one) => (
          <Checkbox key={one} className={forms.choice} value={one} label={names?.[one] ?? one} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
