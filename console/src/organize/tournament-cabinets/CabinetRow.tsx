import { Button } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { SceneCabinet } from '../../core/rest.ts'
import { Icon } from '../../ui/Icon.tsx'
import { NameDialog } from '../../ui/form/NameDialog.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButton } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { useActions } from '../../query/useActions.ts'
import { assigned as words, newCabinet } from '../../core/text/organize/venue.ts'
import { CabinetStatus } from '../../ui/live/CabinetCard.tsx'
import { atCabinet } from '../../core/text/play.ts'
import { SignInDialog } from './SignInDialog.tsx'
import styles from './TournamentCabinets.module.css'
import type { CabinetToken } from './TokenDialog.tsx'

const signIn = atCabinet.admin

type Props = {
  cabinet: SceneCabinet
  isAssigned: boolean
  onAssign: () => void
  onRenamed: () => Promise<void>
  onToken: (created: CabinetToken) => void
}

/** A cabinet of the scene, with controls to assign and rename it and to renew its token. */
export function CabinetRow({ cabinet, isAssigned, onAssign, onRenamed, onToken }: Props) {
  const { id, name, displayName, clientStatus } = cabinet
  const [isRenaming, setRenaming] = useState(false)
  const [isSignInOpen, setSignInOpen] = useState(false)
  const saving = useActions()
  const { isSaving, problem, failed, act, dismiss } = saving

  const rename = (displayName: string) =>
    act(rest.patch('/api/game/cabinet/:id/', { id }, { displayName }), {
      failed: words.renameFailed,
      done: words.renamed,
      onSaved: () => (setRenaming(false), onRenamed()),
    })
  const renew = () =>
    act(rest.post('/api/game/cabinet/:id/token/', { id }), {
      failed: words.renewFailed,
      onSaved: onToken,
    })

  return (
    <li aria-label={displayName}>
      <RowLine
        name={displayName}
        detail={name}
        state={isAssigned ? <CabinetStatus id={id} /> : <Status status={clientStatus} />}
      >
        {isAssigned ? (
          <span className={styles.mark}>
            <Icon name="check" size={18} />
            {words.isAssigned}
          </span>
        ) : (
          <Button size="md" aria-label={`${words.assign}: ${displayName}`} onClick={onAssign}>
            {words.assign}
          </Button>
        )}
        <RowButton
          name={displayName}
          label={words.rename}
          onPress={() => (dismiss(), setRenaming(true))}
        />
        <RowButton name={displayName} label={signIn.open} onPress={() => setSignInOpen(true)} />
        <PressAgain
          label={words.renew}
          again={words.renewAgain}
          name={displayName}
          loading={isSaving && !isRenaming}
          onSure={() => void renew()}
        />
      </RowLine>
      {isSignInOpen && <SignInDialog cabinet={cabinet} onClose={() => setSignInOpen(false)} />}
      {!isRenaming && <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />}
      {isRenaming && (
        <NameDialog
          title={words.renameTitle(displayName)}
          label={newCabinet.displayName}
          missing={newCabinet.displayNameMissing}
          name={displayName}
          field="displayName"
          saving={saving}
          onName={(next) => void rename(next)}
          onClose={() => (dismiss(), setRenaming(false))}
        />
      )}
    </li>
  )
}

/** The status when the page was loaded. Frames cover only assigned cabinets. */
function Status({ status }: { status: SceneCabinet['clientStatus'] }) {
  return (
    <span className={styles.status}>
      <Icon name={status} size={20} />
      {words[status]}
    </span>
  )
}
