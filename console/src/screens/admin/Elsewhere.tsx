import { useShallow } from 'zustand/react/shallow'
import { useShown } from '../../live/LiveTournament.tsx'
import { PressNote } from '../../parts/PressNotes.tsx'
import { useDialog } from '../useDialog.ts'
import styles from './Admin.module.css'

/** Presses of a closed dialog that were refused, or that ask whether they still apply. */
export function Elsewhere() {
  const { isOpen } = useDialog()
  const presses = useShown(
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
        <PressNote key={press.id} press={press} />
      ))}
    </div>
  )
}
