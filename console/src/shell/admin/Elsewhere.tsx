import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { CommandNote } from '../../ui/live/CommandNotes.tsx'
import { useDialog } from '../../hooks/useDialog.ts'
import styles from './Admin.module.css'

/** Presses of a closed dialog that were refused, or that ask whether they still apply. */
export function Elsewhere() {
  const { isOpen } = useDialog()
  const presses = useLiveState(
    useShallow((shown) =>
      shown.presses.filter(({ place, state }) => {
        return place.startsWith('table:') && (state === 'refused' || state === 'asking')
      }),
    ),
  )
  if (isOpen) return null
  return (
    <div className={styles.elsewhere}>
      {presses.map((press) => (
        <CommandNote key={press.id} press={press} />
      ))}
    </div>
  )
}
