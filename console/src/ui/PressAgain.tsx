import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { useDoubleTapGuard } from '../hooks/useDoubleTapGuard.ts'
import styles from './PressAgain.module.css'

type Props = ButtonProps & {
  label: string
  /** what the second press does, in words */
  again: string
  /** the thing's name, for who does not see which row this is */
  name?: string
  onSure: () => void
}

const holdMs = 800

/**
 * A step that cannot be undone takes two presses, or one that is held while it fills; going
 * elsewhere forgets the first (ux 6).
 */
export function PressAgain({ label, again, name, onSure, className = '', ...button }: Props) {
  const [isArmed, setArmed] = useState(false)
  const once = useDoubleTapGuard()
  const words = isArmed ? again : label
  const held = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHolding, setHolding] = useState(false)
  // The click that ends a hold is no press of its own.
  const isDone = useRef(false)
  function press(): void {
    if (isDone.current) return
    if (isArmed) onSure()
    setArmed(!isArmed)
  }
  function hold(): void {
    isDone.current = false
    setHolding(true)
    held.current = setTimeout(() => {
      isDone.current = true
      setHolding(false)
      setArmed(false)
      onSure()
    }, holdMs)
  }
  function release(): void {
    clearTimeout(held.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(held.current), [])
  return (
    <Button
      variant="default"
      {...button}
      aria-label={name === undefined ? undefined : `${words}: ${name}`}
      leftSection={isArmed && <Icon name="warning" size={18} />}
      className={`${className} ${styles.hold}`}
      data-holding={isHolding || undefined}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onClick={({ detail }) => {
        // Releasing a key does not end a hold.
        if (detail === 0) isDone.current = false
        once(press)
      }}
      onBlur={() => setArmed(false)}
      onKeyDown={(event) => event.key === 'Escape' && setArmed(false)}
    >
      {words}
    </Button>
  )
}
