import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import { useDoubleTapGuard } from '../hooks/useDoubleTapGuard.ts'

type Props = ButtonProps & {
  label: string
  /** what the second press does, in words */
  again: string
  /** the thing's name, for who does not see which row this is */
  name?: string
  onSure: () => void
}

/** A step that cannot be undone takes two presses; going elsewhere forgets the first (ux 6). */
export function PressAgain({ label, again, name, onSure, ...button }: Props) {
  const [isArmed, setArmed] = useState(false)
  const once = useDoubleTapGuard()
  const words = isArmed ? again : label
  function press(): void {
    if (isArmed) onSure()
    setArmed(!isArmed)
  }
  return (
    <Button
      variant="default"
      {...button}
      aria-label={name === undefined ? undefined : `${words}: ${name}`}
      leftSection={isArmed && <Icon name="warning" size={18} />}
      onClick={() => once(press)}
      onBlur={() => setArmed(false)}
      onKeyDown={(event) => event.key === 'Escape' && setArmed(false)}
    >
      {words}
    </Button>
  )
}
