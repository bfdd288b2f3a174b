import type { ReactNode } from 'react'
import type { ActiveMatch } from '../../../../events/view/frames.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { notePlace, selectNext } from '../../core/outbox/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { otherActiveMatchOn, nextOn } from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/live-session.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useEvent } from '../../hooks/useEvent.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { ending } from '../../core/text/officiate/ending.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import { pressText } from '../../core/text/officiate/pressed.ts'
import { useNextMatch } from './useNextMatch.ts'

/** Starts the next match; asks for confirmation if that stops a match of another tournament. */
export function useSelectNext(cabinet: CabinetBody) {
  const { press, store } = useLiveSession()
  const next = useNextMatch(cabinet)
  const dialog = useAutoClosingDialog<{ label: string; other: ActiveMatch }>(
    notePlace.cabinet(cabinet.id),
  )
  const begin = useEvent(() => {
    const other = otherActiveMatchOn(store.getState(), cabinet.id)
    if (!other) return void press(selectNext(cabinet))
    const before = choiceOf(store.getState(), cabinet.id)
    dialog.open({ label: next.label, other }, (state) =>
      choiceOf(state, cabinet.id) === before
        ? null
        : { reason: ending.cabinet(cabinet.displayName) },
    )
  })
  const question = dialog.subject
  const confirmDialog: ReactNode = question && (
    <Confirm
      title={words.startAsk}
      reasons={[
        question.label,
        words.stops(question.other.matchName, question.other.tournamentName),
      ]}
      yes={pressText.displace}
      onYes={() => press(selectNext(cabinet, true))}
      onClose={dialog.close}
    />
  )
  return { ...next, begin, confirmDialog }
}

/** Identifies the match that would be started and the one that would be stopped. */
function choiceOf(state: LiveState, cabinet: number): string {
  return `${nextOn(state.live.rows, cabinet).match?.id} ${otherActiveMatchOn(state, cabinet)?.match}`
}
