import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { memo, useState } from 'react'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { referee as words } from '../../core/text/referee.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { useEvent } from '../../hooks/useEvent.ts'

const NewProtest = preloadedPart(() => import('./NewProtest.tsx'))

type LookProps = Pick<ButtonProps, 'variant' | 'className'> & { label?: string }

/** One press from the match, or from the one that ended here (R-DI-1). */
export function QuickProtest({ match, ...look }: LookProps & { match: MatchRow | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const open = useEvent(() => setOpen(true))
  const isDisabled = match === undefined || match.protest?.state === 'open'
  return (
    <>
      <Press {...look} isDisabled={isDisabled} onPress={open} />
      {isOpen && match && <NewProtest match={match} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A point does not change it: it stays as it was drawn. */
const Press = memo(function Press({
  label,
  isDisabled,
  onPress,
  ...look
}: LookProps & { isDisabled: boolean; onPress: () => void }) {
  return (
    <Button {...look} aria-label={label} disabled={isDisabled} onClick={onPress}>
      {words.protest}
    </Button>
  )
})
