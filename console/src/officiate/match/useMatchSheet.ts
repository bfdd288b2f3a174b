import type { CabinetBody } from '../../core/rest.ts'
import { placeOf } from '../../core/outbox/actions.ts'
import { useSession } from '../../core/live/LiveTournament.tsx'
import { matchStays } from '../../core/live/match-change.ts'
import type { Aspect } from '../../core/live/match-change.ts'
import { useTiedDialog } from '../../hooks/useTiedDialog.ts'

/** A change of the score is shown in the sheet; with these it is about something else. */
const aspects: Aspect[] = ['end', 'cabinet', 'teams']

/** The sheet of one match: it stays with that match, whatever is played at the cabinet meanwhile. */
export function useMatchSheet(cabinet: CabinetBody) {
  const { store, own } = useSession()
  const sheet = useTiedDialog<number>(placeOf.table(cabinet.id))
  return {
    ...sheet,
    open: (match: number) =>
      sheet.open(match, matchStays(store.getState(), match, { own, aspects })),
  }
}
