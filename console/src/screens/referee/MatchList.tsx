import { Button } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import type { CabinetPaper } from '../../api.ts'
import type { MatchRow } from '../../../../events/view/rows.ts'
import { start, stop } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { available, hasLeft, linkTypeOf, spoken, versus } from '../../live/select.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { useSteady } from '../../parts/useSteady.ts'
import { useOnce } from '../../parts/useOnce.ts'
import { officiate } from '../../text/officiate.ts'
import { text } from '../../text.ts'
import styles from './MatchList.module.css'
import { useBusyName } from './useBusyNames.ts'

type Props = { cabinet: CabinetPaper; active: MatchRow | undefined }

/** What can be played here, and `Inactive`. Choosing one puts it on the cabinet. */
export function MatchList({ cabinet, active }: Props) {
  const rows = useShown((shown) => shown.live.rows)
  const isOutside = linkTypeOf(rows) === 'challonge'
  const { reload } = useSession()
  const { shown: matches, hold } = useSteady(useMemo(() => available(rows), [rows]))
  return (
    <section
      className={styles.section}
      aria-label={text.referee.matches}
      onPointerDownCapture={hold}
    >
      <header className={styles.head}>
        <h2>{text.referee.matches}</h2>
        <Button
          variant="subtle"
          className={styles.reload}
          leftSection={<Icon name="reload" />}
          onClick={reload}
        >
          {text.referee.reload}
        </Button>
      </header>
      <ul className={styles.list}>
        <Inactive cabinet={cabinet} active={active} />
        {active && (
          <li>
            <div className={styles.card} data-chosen aria-current="true">
              <Words match={active} />
              <span className={styles.state}>{text.referee.here}</span>
            </div>
          </li>
        )}
        {matches.map((match) => (
          <MatchCard key={match.id} match={match} cabinet={cabinet} active={active} />
        ))}
      </ul>
      {matches.length === 0 && !active && (
        <p className={styles.empty}>{isOutside ? officiate.emptyOutside : text.referee.empty}</p>
      )}
    </section>
  )
}

/** Drawn anew for its own match alone: there may be many, and a frame comes several times a second. */
const MatchCard = memo(function MatchCard(props: Props & { match: MatchRow }) {
  const { match, cabinet, active } = props
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const isOffline = useShown(({ cabinets }) => hasLeft(cabinets[cabinet.id]))
  const { press, store } = useSession()
  const once = useOnce()
  const [asked, setAsked] = useState<string[] | null>(null)
  const busy = useBusyName(cabinet.id, match)
  const why = busy ?? (isLost ? text.referee.needsLine : null)
  const begin = () => press(start(match, cabinet.id, isOffline))
  function choose(): void {
    const { rows } = store.getState().live
    const reasons = [
      ...(active && hasBegun(active) ? [text.referee.displaces(spoken(rows, active))] : []),
      ...(isOffline ? [text.referee.startOffline(cabinet.displayName)] : []),
    ]
    if (reasons.length > 0) setAsked([spoken(rows, match), ...reasons])
    else begin()
  }
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        disabled={why !== null}
        onClick={() => once(choose)}
      >
        <Words match={match} />
        {why && <span className={styles.state}>{why}</span>}
      </button>
      {asked && (
        <Confirm
          title={text.referee.startAsk}
          reasons={asked}
          yes={text.referee.start(text.match.short(match.matchNum))}
          onYes={begin}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
})

/** A pause of what is being played would most likely be a slip. */
function hasBegun(match: MatchRow): boolean {
  return match.blueScore + match.goldScore > 0
}

function Words({ match }: { match: MatchRow }) {
  const hasStages = useShown(({ live }) => Object.keys(live.rows.bracket).length > 1)
  const teams = useShown(({ live }) => versus(live.rows, match))
  const stage = hasStages ? match.stageName : ''
  return (
    <>
      <span className={styles.round}>
        {[text.match.short(match.matchNum), stage, match.roundName].filter(Boolean).join(' · ')}
      </span>
      <span className={styles.teams}>{teams}</span>
    </>
  )
}

function Inactive({ cabinet, active }: Props) {
  const { press } = useSession()
  const [isAsking, setAsking] = useState(false)
  const isLost = useShown((shown) => shown.link.light === 'lost')
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        data-chosen={!active || undefined}
        aria-current={!active || undefined}
        disabled={!active || isLost}
        onClick={() => setAsking(true)}
      >
        <span className={styles.teams}>{text.referee.inactive}</span>
        <span className={styles.round}>{text.referee.inactiveHint}</span>
      </button>
      {isAsking && active && (
        <Confirm
          title={text.referee.pause}
          yes={text.referee.paused(text.match.short(active.matchNum))}
          onYes={() => press(stop(active, cabinet.id))}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
