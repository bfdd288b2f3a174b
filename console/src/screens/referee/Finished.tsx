import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MatchRow } from '../../../../events/view/rows.ts'
import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { linkTypeOf, spoken } from '../../live/select.ts'
import { Disputed } from '../../parts/Disputed.tsx'
import { Impact } from '../../parts/Impact.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import Toasts from '../../parts/Toasts.tsx'
import { useInsisting } from '../../parts/useInsisting.ts'
import { finished as words } from '../../text/sheets.ts'
import { text } from '../../text.ts'
import MatchSheet from './MatchSheet.tsx'
import styles from './Sheet.module.css'
import { useReports } from './useReports.ts'

const latest = 5
type Props = { cabinet: CabinetPaper; active: MatchRow | undefined }

/** The matches that ended last, to be corrected, with what became of their reports (R-CMD-5). */
export default function Finished({ cabinet, active }: Props) {
  const matches = useShown((shown) => shown.live.rows.match)
  const isOutside = useShown(({ live }) => linkTypeOf(live.rows) === 'challonge')
  const [edited, setEdited] = useState<number | null>(null)
  const asked = useReports(cabinet.id)
  const last = Object.values(matches)
    .filter((match) => match.isComplete && match.completedAt !== null)
    .toSorted((a, b) => ((a.completedAt ?? '') < (b.completedAt ?? '') ? 1 : -1))
    .slice(0, latest)
  return (
    <section aria-label={words.title}>
      {isOutside && <Toasts />}
      {active?.link?.markFailed && (
        <p className={styles.badge} data-state="mark">
          {words.markFailed}
        </p>
      )}
      <h2 className={styles.head}>{words.title}</h2>
      {last.length === 0 && <p className={styles.none}>{words.none}</p>}
      <ul className={styles.list}>
        {last.map((match) => (
          <li key={match.id}>
            <Line match={match} onEdit={() => setEdited(match.id)} />
            {match.link && <Report match={match} onAsked={() => asked(match.id, 'sent')} />}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <MatchSheet
          match={edited}
          cabinet={cabinet}
          onSwap={(match) => isOutside && asked(match, 'swapped')}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

function Line({ match, onEdit }: { match: MatchRow; onEdit: () => void }) {
  const rows = useShown((shown) => shown.live.rows)
  return (
    <button type="button" className={styles.item} onClick={onEdit}>
      <strong>
        <span className={styles.hidden}>{words.edit(text.match.short(match.matchNum))}</span>
        {spoken(rows, match)} {text.match.score(match.blueScore, match.goldScore)}
        <Disputed match={match} />
      </strong>
      <span className={styles.small}>{words.at(text.time(new Date(match.completedAt ?? '')))}</span>
    </button>
  )
}

/** How far the result has come outside; the match itself never waits for that. */
function Report({ match, onAsked }: { match: MatchRow; onAsked: () => void }) {
  const { isSaving, problem, dismiss, send } = useInsisting([])
  const [isInsisting, setInsisting] = useState(false)
  const { link } = match
  if (!link) return null
  const short = text.match.short(match.matchNum)
  const path = `/api/tournament/match/${match.id}/report/`
  const ask = (body: Record<string, unknown>) => {
    onAsked()
    void send({ method: 'PUT', path, body })
  }
  const word = link.report && words.report[link.report]
  return (
    <div className={styles.report}>
      {word && (
        <span className={styles.badge} data-state={link.report}>
          <span className={styles.hidden}>{words.reportLabel(word)}</span>
          <span aria-hidden="true">{word}</span>
        </span>
      )}
      {link.differs && (
        <span className={styles.badge} data-state="differs">
          {words.differs}
        </span>
      )}
      {link.reason && <span className={styles.small}>{link.reason}</span>}
      <Button
        variant="default"
        className={styles.again}
        aria-label={words.sendOf(short)}
        loading={isSaving}
        onClick={() => (link.differs ? setInsisting(true) : ask({}))}
      >
        {words.send}
      </Button>
      <ProblemNote problem={problem} title={words.sendFailed} onDismiss={dismiss} />
      {isInsisting && (
        <Impact
          asking={overwriting(match, path)}
          title={words.sendOf(short)}
          yes={words.insist}
          onYes={(reason) => {
            setInsisting(false)
            ask({ cascade: true, reason })
          }}
          onClose={() => setInsisting(false)}
        />
      )}
    </div>
  )
}

/** Another winner there: sending ours resets what was played on theirs (R-CL-6). */
function overwriting(match: MatchRow, path: string) {
  const detail = match.link?.reason ?? words.differs
  return {
    write: { method: 'PUT', path } as const,
    problem: { detail, fields: {}, code: null, answer: {} },
    by: 'cascade' as const,
    onSaved: () => {},
  }
}
