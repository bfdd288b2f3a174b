import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import type { CloseCondition } from '../../core/live/match-change.ts'
import type { LiveState } from '../../core/live/live-session.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useAutoClose } from '../../hooks/useAutoClosingDialog.ts'
import { ending } from '../../core/text/officiate/referee.ts'
import { draft as words } from '../../core/text/organize/teams.ts'
import styles from './Draft.module.css'
import type { useDraft } from './useDraft.ts'

type Props = {
  drafting: ReturnType<typeof useDraft>
  /** Every pick is made, so this is the main action. */
  isMain?: boolean
}

/** Creates the teams. Short teams need a confirmation, as only some scenes allow them (R-DR-4). */
export function Finalize({ drafting, isMain }: Props) {
  const { problem } = drafting
  const { store, showNote } = useLiveSession()
  const needsConfirmation = problem?.code === 'DRAFT_OPEN'
  const tournament = drafting.draft?.tournament ?? 0
  const closeCondition = useMemo(
    () => (needsConfirmation ? closedByNewPicks(store.getState(), tournament) : null),
    [needsConfirmation, store, tournament],
  )
  useAutoClose(closeCondition, () => {
    drafting.dismiss()
    showNote(notePlace.draft, ending.draft)
  })
  return (
    <>
      <CommandNotes places={[notePlace.draft]} />
      <Button
        variant={isMain ? undefined : 'default'}
        size={isMain ? 'lg' : 'md'}
        className={isMain ? styles.main : undefined}
        loading={drafting.isSaving}
        onClick={() => void drafting.finalize(false)}
      >
        {words.finalize}
      </Button>
      {needsConfirmation && (
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

/** Closes the confirmation when the picks change, since its reason no longer applies. */
function closedByNewPicks(shown: LiveState, tournament: number): CloseCondition {
  const picks = ({ live }: LiveState) => JSON.stringify(live.rows.draft[tournament]?.picks)
  const original = picks(shown)
  return (now) => (picks(now) === original ? null : { reason: ending.draft })
}
