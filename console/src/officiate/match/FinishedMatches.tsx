import { Button } from '@mantine/core'
import type { MatchRow } from '#events/schema/rows.ts'
import { rest } from '../../core/rest.ts'
import type { BodyOf, CabinetBody } from '../../core/rest.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { untilMatchChanges } from '../../core/live/match-change.ts'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { matchName, matchTitle } from '../../core/live/select.ts'
import { linkTypeOf } from '../../core/live/select-for-officials.ts'
import { Disputed } from '../../ui/live/Disputed.tsx'
import { Impact } from '../../ui/live/Impact.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { finished as words, finished } from '../../core/text/officiate/dialogs.ts'
import { text } from '../../core/text/text.ts'
import MatchSheet from './MatchSheet.tsx'
import styles from '../../ui/Sheet.module.css'
import { useMatchSheet } from './useMatchSheet.ts'
import { useEffect, useRef } from 'react'
import type { Tables } from '../../core/live/rows.ts'
import { toast } from '../../hooks/toast.ts'

const maxMatches = 5
type Props = { cabinet: CabinetBody; active: MatchRow | undefined }

/** The last finished matches, to correct results, with the state of their reports (R-CMD-5). */
export default function Finished({ cabinet, active }: Props) {
  const matches = useLiveState((state) => state.live.rows.match)
  const isExternal = useLiveState(({ live }) => linkTypeOf(live.rows) === 'challonge')
  const sheet = useMatchSheet(cabinet)
  const expectReport = useResultToasts(cabinet.id)
  const last = Object.values(matches)
    .filter((match) => match.isComplete && match.completedAt !== null)
    .toSorted((a, b) => ((a.completedAt ?? '') < (b.completedAt ?? '') ? 1 : -1))
    .slice(0, maxMatches)
  return (
    <section aria-label={words.title}>
      {active?.link?.markFailed && (
        <p className={styles.badge} data-state="mark">
          {words.markFailed}
        </p>
      )}
      <h2 className={styles.head}>{words.title}</h2>
      {last.length === 0 && <p className="dim">{words.none}</p>}
      <ul className={styles.list}>
        {last.map((match) => (
          <li key={match.id}>
            <Line match={match} onEdit={() => sheet.open(match.id)} />
            {match.link && (
              <Report
                match={match}
                cabinet={cabinet.id}
                onSend={() => expectReport(match.id, 'sent')}
              />
            )}
          </li>
        ))}
      </ul>
      {sheet.subject !== null && (
        <MatchSheet
          match={sheet.subject}
          cabinet={cabinet}
          onSwap={(match) => isExternal && expectReport(match, 'swapped')}
          onClose={sheet.close}
        />
      )}
    </section>
  )
}

function Line({ match, onEdit }: { match: MatchRow; onEdit: () => void }) {
  const rows = useLiveState((state) => state.live.rows)
  const { timeWithSeconds } = timesInFull(useZone())
  return (
    <button type="button" className={styles.item} onClick={onEdit}>
      <strong>
        <span className="unseen">{words.edit(matchName(rows, match))}</span>
        {matchTitle(rows, match)} {text.match.score(match.blueScore, match.goldScore)}
        <Disputed match={match} />
      </strong>
      <span className="hint">{words.at(timeWithSeconds(match.completedAt ?? ''))}</span>
    </button>
  )
}

/** The state of a result's report to the external bracket. The match never waits for it. */
type ReportProps = { match: MatchRow; cabinet: number; onSend: () => void }

function Report({ match, cabinet, onSend }: ReportProps) {
  const { isSaving, problem, dismiss, send } = useConfirmedMutation([])
  const { own, store } = useLiveSession()
  const dialog = useAutoClosingDialog<MatchRow>(notePlace.matchAt(cabinet))
  const { link } = match
  if (!link) return null
  const short = text.match.short(match.matchNum)
  const sendReport = (body: BodyOf<'PUT /api/tournament/match/:id/report/'>) => {
    onSend()
    void send(rest.put('/api/tournament/match/:id/report/', { id: match.id }, body))
  }
  const resultStays = (): CloseCondition =>
    untilMatchChanges(store.getState(), match.id, { own, aspects: ['end', 'teams', 'score'] })
  const stateText = link.report && words.report[link.report]
  return (
    <div className={styles.report}>
      {stateText && (
        <span className={styles.badge} data-state={link.report}>
          <span className="unseen">{words.reportLabel(stateText)}</span>
          <span aria-hidden="true">{stateText}</span>
        </span>
      )}
      {link.differs && (
        <span className={styles.badge} data-state="differs">
          {words.differs}
        </span>
      )}
      {link.reason && <span className="hint">{link.reason}</span>}
      <Button
        variant="default"
        className={styles.again}
        aria-label={words.sendOf(short)}
        loading={isSaving}
        onClick={() => (link.differs ? dialog.open(match, resultStays()) : sendReport({}))}
      >
        {words.send}
      </Button>
      <ProblemNote problem={problem} title={words.sendFailed} onDismiss={dismiss} />
      {dialog.subject && (
        <Impact
          asking={overwriting(match)}
          title={words.sendOf(short)}
          yes={words.insist}
          onYes={(reason) => {
            dialog.close()
            sendReport({ cascade: true, reason })
          }}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** If the external bracket has another winner, sending ours resets what follows theirs (R-CL-6). */
function overwriting(match: MatchRow) {
  const detail = match.link?.reason ?? words.differs
  return {
    write: rest.put('/api/tournament/match/:id/report/', { id: match.id }, {}),
    problem: { detail, fields: {}, code: null, answer: {} },
    by: 'cascade' as const,
    onSaved: () => {},
  }
}

type Kind = 'sent' | 'swapped'

/**
 * Shows a toast when a result has reached the external bracket, and not before (P11): for matches
 * that end on this cabinet, and for those passed to the returned function.
 */
function useResultToasts(cabinet: number): (match: number, kind: Kind) => void {
  const { store } = useLiveSession()
  const expected = useRef(new Map<number, Kind>())
  useEffect(
    () =>
      store.subscribe(({ live }, before) => {
        if (live.rows.match === before.live.rows.match) return
        for (const match of endedMatches(before.live.rows, live.rows, cabinet)) {
          expected.current.set(match, 'sent')
        }
        for (const [match, kind] of expected.current) {
          const previous = before.live.rows.match[match]?.link?.report
          if (previous === 'sent' || live.rows.match[match]?.link?.report !== 'sent') continue
          expected.current.delete(match)
          toast(finished[kind])
        }
      }),
    [store, cabinet],
  )
  return (match, kind) => void expected.current.set(match, kind)
}

function endedMatches(before: Tables, rows: Tables, cabinet: number): number[] {
  const active = Object.values(before.match).filter((match) => match.activeCabinet === cabinet)
  return active.map(({ id }) => id).filter((id) => rows.match[id]?.isComplete)
}
