import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { memo, useState } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { useEvent } from '../../hooks/useEvent.ts'

const NewProtest = preloadedPart(() => import('./NewProtest.tsx'))

type StyleProps = Pick<ButtonProps, 'variant' | 'className'> & { label?: string }

/** Opens the protest form for the current match, or for the one that ended here last (R-DI-1). */
export function QuickProtest({ match, ...style }: StyleProps & { match: MatchRow | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const open = useEvent(() => setOpen(true))
  const isDisabled = match === undefined || match.protest?.state === 'open'
  return (
    <>
      <ProtestPress {...style} isDisabled={isDisabled} onPress={open} />
      {isOpen && match && <NewProtest match={match} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Memoized, so that a point does not re-render it. */
const ProtestPress = memo(function ProtestPress({
  label,
  isDisabled,
  onPress,
  ...style
}: StyleProps & { isDisabled: boolean; onPress: () => void }) {
  return (
    <Button {...style} aria-label={label} disabled={isDisabled} onClick={onPress}>
      {words.protest}
    </Button>
  )
})
