import type { CabinetBody } from '../../core/rest.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { untilMatchChanges } from '../../core/live/match-change.ts'
import type { Aspect } from '../../core/live/match-change.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'

/** A change of these closes the sheet. A change of the score is shown in it instead. */
const aspects: Aspect[] = ['end', 'cabinet', 'teams']

/** The sheet of one match. It stays at that match, even if the cabinet gets another one. */
export function useMatchSheet(cabinet: CabinetBody) {
  const { store, own } = useLiveSession()
  const sheet = useAutoClosingDialog<number>(notePlace.matchAt(cabinet.id))
  return {
    ...sheet,
    open: (match: number) =>
      sheet.open(match, untilMatchChanges(store.getState(), match, { own, aspects })),
  }
}
