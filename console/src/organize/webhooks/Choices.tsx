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

/** Checkboxes for any subset of a list. The order of the list is kept. */
export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { label, all, chosen, names, error, onChange } = props
  return (
    <Checkbox.Group
      label={label}
      error={error}
      data-wrong={Boolean(error) || undefined}
      value={[...chosen]}
      onChange={(values) => onChange(all.filter((item) => values.includes(item)))}
    >
      <Group gap="md" mt="xs">
        {all.map((item) => (
          <Checkbox
            key={item}
            className={forms.choice}
            value={item}
            label={names?.[item] ?? item}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
