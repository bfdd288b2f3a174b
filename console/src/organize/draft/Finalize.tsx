import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { placeOf } from '../../core/outbox/actions.ts'
import { useSession } from '../../core/live/LiveTournament.tsx'
import type { Tie } from '../../core/live/match-change.ts'
import type { LiveState } from '../../core/live/session.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useEnding } from '../../hooks/useTiedDialog.ts'
import { ending } from '../../core/text/ending.ts'
import { draft as words } from './text.ts'
import styles from './Draft.module.css'
import type { useDraft } from './useDraft.ts'

type Props = {
  drafting: ReturnType<typeof useDraft>
  /** all have picked: it is what is left to do */
  isMain?: boolean
}

/** Teams may play short in some scenes: that is asked for, not assumed (R-DR-4). */
export function Finalize({ drafting, isMain }: Props) {
  const { problem } = drafting
  const { store, tell } = useSession()
  const isAsked = problem?.code === 'DRAFT_OPEN'
  const tournament = drafting.draft?.tournament ?? 0
  const tie = useMemo(
    () => (isAsked ? picksStay(store.getState(), tournament) : null),
    [isAsked, store, tournament],
  )
  useEnding(tie, () => {
    drafting.dismiss()
    tell(placeOf.draft, ending.draft)
  })
  return (
    <>
      <CommandNotes places={[placeOf.draft]} />
      <Button
        variant={isMain ? undefined : 'default'}
        size={isMain ? 'lg' : 'md'}
        className={isMain ? styles.main : undefined}
        loading={drafting.isSaving}
        onClick={() => void drafting.finalize(false)}
      >
        {words.finalize}
      </Button>
      {isAsked && (
        <Confirm
          title={words.askShort}
          reasons={[problem.detail]}
          yes={words.allowShort}
          no={words.keepPicking}
          onYes={() => void drafting.finalize(true)}
          onClose={drafting.dismiss}
        />
      )}
    </>
  )
}

/** How short the teams would be was said of the picks as they were. */
function picksStay(shown: LiveState, tournament: number): Tie {
  const picks = ({ live }: LiveState) => JSON.stringify(live.rows.draft[tournament]?.picks)
  const before = picks(shown)
  return (now) => (picks(now) === before ? null : { reason: ending.draft })
}
