import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import { text } from '../../core/text/text.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { AdminLink } from '../../ui/AdminLink.tsx'
import NewProtest from './NewProtest.tsx'
import styles from './Protests.module.css'

type Props = { match: MatchRow; className?: string | undefined; isBusy?: boolean }

/** Only a match with play can be under protest, and only one protest of it is open at a time. */
export function ProtestButton({ match, className, isBusy = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const paired = useUser(pairedOf)
  const isPlayed =
    match.isComplete || match.activeCabinet !== null || match.blueScore + match.goldScore > 0
  if (!isPlayed) return null
  if (match.protest?.state === 'open') {
    return (
      <p className={styles.stands} role="status">
        {words.lodge.stands(text.match.short(match.matchNum))}{' '}
        {!paired && (
          <AdminLink to={`protests/${match.protest.id}`} className={styles.link}>
            {words.see}
          </AdminLink>
        )}
      </p>
    )
  }
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
