import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { stepper } from '../core/text/officiate/protests.ts'
import styles from './Stepper.module.css'

type Props = {
  label: string
  isLabelHidden?: boolean
  description?: ReactNode
  error?: ReactNode
  value: number
  min?: number
  max: number
  step?: number
  /** labels of the buttons, if `Less: …` and `More: …` are not clear enough */
  names?: { less: string; more: string }
  isDisabled?: boolean
  /** `typed`: entered by keyboard, not by a button */
  onChange: (value: number, typed: boolean) => void
}

/** A number input with large buttons for less and more (ux 36). */
export function Stepper(props: Props) {
  const { label, value, min = 0, max, step = 1, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const names = props.names ?? { less: stepper.less(label), more: stepper.more(label) }
  const within = (n: number) => Math.max(min, Math.min(max, n))
  function type(entered: string): void {
    const digits = entered.replaceAll(/\D/g, '').slice(0, 4)
    setTyped(digits)
    if (digits !== '') onChange(within(Number(digits)), true)
  }
  function change(by: number): void {
    setTyped(null)
    onChange(within(value + by), false)
  }
  const button = (name: string, by: number, sign: string) => (
    <ActionIcon
      variant="default"
      className={styles.step}
      aria-label={name}
      disabled={props.isDisabled || within(value + by) === value}
      onClick={() => change(by)}
    >
      {sign}
    </ActionIcon>
  )
  return (
    <TextInput
      label={props.isLabelHidden ? undefined : label}
      aria-label={props.isLabelHidden ? label : undefined}
      description={props.description}
      error={props.error}
      disabled={props.isDisabled ?? false}
      value={typed ?? String(value)}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: styles.number }}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(null)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      inputContainer={(input) =>
        between(button(names.less, -step, '−'), input, button(names.more, step, '+'))
      }
    />
  )
}

function between(less: ReactNode, input: ReactNode, more: ReactNode) {
  return (
    <div className={styles.row}>
      {less}
      {input}
      {more}
    </div>
  )
}
