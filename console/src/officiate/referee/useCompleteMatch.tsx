import type { ReactNode } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { complete, notePlace } from '../../core/presses/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import type { LiveState } from '../../core/live/live-session.ts'
import { untilAnyChanges, untilMatchChanges } from '../../core/live/match-change.ts'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { hasLeft, matchName } from '../../core/live/select.ts'
import { isOverdue } from '../../core/presses/pending-command.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useEvent } from '../../hooks/useEvent.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { officiate } from '../../core/text/officiate/first-screen.ts'
import { useMatchSheet } from '../match/useMatchSheet.ts'
import { ending, doubt as words } from '../../core/text/officiate/referee.ts'
import { reasonsToConfirmIn, isDecided, mayEnd } from './reasons-to-confirm.ts'
import type { ReasonToConfirm } from './reasons-to-confirm.ts'

const MatchSheet = preloadedPart(() => import('../match/MatchSheet.tsx'))

type Question = { match: MatchRow; name: string; found: ReasonToConfirm[]; isPossible: boolean }

/** Completes a match with one press, unless something is unusual (R-ST-6). */
export function useCompleteMatch(cabinet: CabinetBody, match: MatchRow | undefined) {
  const { press, store, own } = useLiveSession()
  const dialog = useAutoClosingDialog<Question>(notePlace.matchAt(cabinet.id))
  // A level match cannot be completed; its score can be set.
  const sheet = useMatchSheet(cabinet)
  const begin = useEvent(() => {
    if (!match) return
    const now = store.getState()
    const found = reasonsToConfirm(now, cabinet.id, match)
    if (found.length === 0) return void press(complete(match, false))
    const stays = untilMatchChanges(now, match.id, {
      own,
      aspects: ['end', 'cabinet', 'teams', 'score'],
    })
    const name = matchName(now.live.rows, match)
    const isPossible = mayEnd(now.live.rows, match)
    dialog.open(
      { match, name, found, isPossible },
      untilAnyChanges(stays, noOtherReason(cabinet.id, match, found)),
    )
  })
  const question = dialog.subject
  const confirmDialog: ReactNode = question && (
    <Confirm
      title={words.title(question.name)}
      reasons={[
        ...question.found.map((reason) => words[reason]),
        ...(question.isPossible ? [] : [words.level]),
      ]}
      yes={question.isPossible ? words.anyway : officiate.setScore}
      no={words.keep}
      onYes={() =>
        question.isPossible ? press(complete(question.match, true)) : sheet.open(question.match.id)
      }
      onClose={dialog.close}
    />
  )
  const scoreSheet: ReactNode = sheet.subject !== null && (
    <MatchSheet match={sheet.subject} cabinet={cabinet} onClose={sheet.close} />
  )
  return {
    begin,
    confirmDialog: (
      <>
        {confirmDialog}
        {scoreSheet}
      </>
    ),
  }
}

/** Ends the question if another reason arises: consent to one reason does not cover another. */
function noOtherReason(
  cabinet: number,
  match: MatchRow,
  confirmed: ReasonToConfirm[],
): CloseCondition {
  return (state) => {
    const other = reasonsToConfirm(state, cabinet, match).find(
      (reason) => !confirmed.includes(reason),
    )
    if (!other) return null
    return { reason: ending.doubt(matchName(state.live.rows, match), words[other]) }
  }
}

function reasonsToConfirm(state: LiveState, cabinet: number, match: MatchRow): ReasonToConfirm[] {
  const { rows } = state.live
  const live = state.cabinets[cabinet]
  const games = Object.values(rows.played).filter((game) => game.match === match.id)
  return reasonsToConfirmIn({
    isDecided: isDecided(rows, match),
    isRunning: Boolean(live?.game) || games.some(({ status }) => status === 'running'),
    hasUncounted: games.some(({ status }) => status === 'proposed'),
    isOffline: hasLeft(live),
    hasUnsent: state.presses.some(isOverdue),
  })
}
