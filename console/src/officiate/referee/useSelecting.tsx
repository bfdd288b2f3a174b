import type { ReactNode } from 'react'
import type { InUse } from '../../../../events/view/frames.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { placeOf, selectNext } from '../../core/outbox/actions.ts'
import { useSession } from '../../core/live/LiveTournament.tsx'
import { nextOn } from '../../core/live/select.ts'
import { inUseOn } from '../../ui/live/idle.ts'
import type { LiveState } from '../../core/live/session.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useEvent } from '../../hooks/useEvent.ts'
import { useTiedDialog } from '../../hooks/useTiedDialog.ts'
import { ending } from '../../core/text/ending.ts'
import { referee as words } from '../../core/text/referee.ts'
import { pressText } from '../../core/text/pressed.ts'
import { useNext } from './useNext.ts'

/** The start of the next match; it asks where that stops the match of another tournament. */
export function useSelecting(cabinet: CabinetBody) {
  const { press, store } = useSession()
  const next = useNext(cabinet)
  const dialog = useTiedDialog<{ label: string; other: InUse }>(placeOf.cabinet(cabinet.id))
  const begin = useEvent(() => {
    const other = inUseOn(store.getState(), cabinet.id)
    if (!other) return void press(selectNext(cabinet))
    const before = choiceOf(store.getState(), cabinet.id)
    dialog.open({ label: next.label, other }, (shown) =>
      choiceOf(shown, cabinet.id) === before
        ? null
        : { reason: ending.cabinet(cabinet.displayName) },
    )
  })
  const asked = dialog.subject
  const question: ReactNode = asked && (
    <Confirm
      title={words.startAsk}
      reasons={[asked.label, words.stops(asked.other.matchName, asked.other.tournamentName)]}
      yes={pressText.displace}
      onYes={() => press(selectNext(cabinet, true))}
      onClose={dialog.close}
    />
  )
  return { ...next, begin, question }
}

/** What would be started, and what stopped for it. */
function choiceOf(shown: LiveState, cabinet: number): string {
  return `${nextOn(shown.live.rows, cabinet).match?.id} ${inUseOn(shown, cabinet)?.match}`
}
