import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { useDoubleTapGuard } from '../hooks/useDoubleTapGuard.ts'
import styles from './PressAgain.module.css'

type Props = ButtonProps & {
  label: string
  /** label for the second press, which says what it does */
  again: string
  /** name of the subject, for screen readers */
  name?: string
  onSure: () => void
}

const holdMs = 800

/**
 * A button for an action that cannot be undone. It needs two presses, or one long press; losing the
 * focus cancels the first (ux 6).
 */
export function PressAgain({ label, again, name, onSure, className = '', ...button }: Props) {
  const [isArmed, setArmed] = useState(false)
  const guarded = useDoubleTapGuard()
  const words = isArmed ? again : label
  const holdTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHolding, setHolding] = useState(false)
  /** set after a long press, whose final click must not count as a press */
  const isHoldDone = useRef(false)
  function press(): void {
    if (isHoldDone.current) return
    if (isArmed) onSure()
    setArmed(!isArmed)
  }
  function hold(): void {
    isHoldDone.current = false
    setHolding(true)
    holdTimer.current = setTimeout(() => {
      isHoldDone.current = true
      setHolding(false)
      setArmed(false)
      onSure()
    }, holdMs)
  }
  function release(): void {
    clearTimeout(holdTimer.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(holdTimer.current), [])
  return (
    <Button
      variant="default"
      size="md"
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
        // A click by keyboard does not end a long press.
        if (detail === 0) isHoldDone.current = false
        guarded(press)
      }}
      onBlur={() => setArmed(false)}
      onKeyDown={(event) => event.key === 'Escape' && setArmed(false)}
    >
      {words}
    </Button>
  )
}
