import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MatchRow } from '../../../../events/view/rows.ts'
import { protests as words } from '../../text/protests.ts'
import { NewProtest } from './NewProtest.tsx'

type Props = { match: MatchRow; className?: string | undefined; isBusy?: boolean }

/** Only what was played can be disputed, and one dispute is open at a time. */
export function ProtestButton({ match, className, isBusy = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isPlayed =
    match.isComplete || match.activeCabinet !== null || match.blueScore + match.goldScore > 0
  if (!isPlayed || match.protest?.state === 'open') return null
  return (
    <>
      <Button
        variant="default"
        className={className ?? ''}
        disabled={isBusy}
        onClick={() => setOpen(true)}
      >
        {words.lodge.open}
      </Button>
      {isOpen && <NewProtest match={match} onClose={() => setOpen(false)} />}
    </>
  )
}
