import { Button } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import type { CabinetPaper } from '../../api.ts'
import type { MatchRow } from '../../../../events/view/rows.ts'
import { start, stop } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import type { Tables } from '../../live/rows.ts'
import { available, hasLeft, linkTypeOf, spoken, versus } from '../../live/select.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { useStable } from '../../parts/useStable.ts'
import { useSteady } from '../../parts/useSteady.ts'
import { useOnce } from '../../parts/useOnce.ts'
import { officiate } from '../../text/officiate.ts'
import { text } from '../../text.ts'
import { useAssigned } from '../useAssigned.ts'
import styles from './MatchList.module.css'
import { busyName } from './busy-name.ts'

type Props = { cabinet: CabinetPaper; active: MatchRow | undefined }

/** What can be played here, and `Inactive`. Choosing one puts it on the cabinet. */
export function MatchList({ cabinet, active }: Props) {
  const rows = useShown((shown) => shown.live.rows)
  const isOutside = linkTypeOf(rows) === 'challonge'
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const isOffline = useShown(({ cabinets }) => hasLeft(cabinets[cabinet.id]))
  const assigned = useAssigned()
  const { press, reload } = useSession()
  const pause = useStable(() => {
    if (active) press(stop(active, cabinet.id))
  })
  const { shown: matches, hold } = useSteady(useMemo(() => available(rows), [rows]))
  return (
    <section
      className={styles.section}
      aria-label={text.referee.matches}
      onPointerDownCapture={hold}
    >
      <header className={styles.head}>
        <h2>{text.referee.matches}</h2>
        <Reload onPress={reload} />
      </header>
      <ul className={styles.list}>
        <Inactive match={active?.matchNum} onPause={pause} />
        {active && (
          <li>
            <div className={styles.card} data-chosen aria-current="true">
              <Words {...wordsOf(rows, active)} />
              <span className={styles.state}>{text.referee.here}</span>
            </div>
          </li>
        )}
        {matches.map((match) => (
          <MatchCard
            key={match.id}
            match={match}
            cabinet={cabinet}
            {...wordsOf(rows, match)}
            why={
              busyName(rows, match, { cabinet: cabinet.id, assigned }) ??
              (isLost ? text.referee.needsLine : null)
            }
            isOffline={isOffline}
            displaces={active && hasBegun(active) ? spoken(rows, active) : null}
          />
        ))}
      </ul>
      {matches.length === 0 && !active && (
        <p className={styles.empty}>{isOutside ? officiate.emptyOutside : text.referee.empty}</p>
      )}
    </section>
  )
}

const Reload = memo(function Reload({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="subtle"
      className={styles.reload}
      leftSection={<Icon name="reload" />}
      onClick={onPress}
    >
      {text.referee.reload}
    </Button>
  )
})

type Words = { round: string; teams: string }
type CardProps = Words & {
  match: MatchRow
  cabinet: CabinetPaper
  /** why it cannot be played now */
  why: string | null
  isOffline: boolean
  /** the match it would send away, where that has begun */
  displaces: string | null
}

/** Drawn anew for its own match alone: there may be many, and a frame comes several times a second. */
const MatchCard = memo(function MatchCard(props: CardProps) {
  const { match, cabinet, round, teams, why, isOffline, displaces } = props
  const { press, store } = useSession()
  const once = useOnce()
  const [asked, setAsked] = useState<string[] | null>(null)
  const begin = () => press(start(match, cabinet.id, isOffline))
  function choose(): void {
    const { rows } = store.getState().live
    const reasons = [
      ...(displaces === null ? [] : [text.referee.displaces(displaces)]),
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
        <Words round={round} teams={teams} />
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

function wordsOf(rows: Tables, match: MatchRow): Words {
  const stage = Object.keys(rows.bracket).length > 1 ? match.stageName : ''
  return {
    round: [text.match.short(match.matchNum), stage, match.roundName].filter(Boolean).join(' · '),
    teams: versus(rows, match),
  }
}

const Words = memo(function Words({ round, teams }: Words) {
  return (
    <>
      <span className={styles.round}>{round}</span>
      <span className={styles.teams}>{teams}</span>
    </>
  )
})

type InactiveProps = {
  /** the number of what is on the cabinet */
  match: number | undefined
  onPause: () => void
}

const Inactive = memo(function Inactive({ match, onPause }: InactiveProps) {
  const [isAsking, setAsking] = useState(false)
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const isEmpty = match === undefined
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        data-chosen={isEmpty || undefined}
        aria-current={isEmpty || undefined}
        disabled={isEmpty || isLost}
        onClick={() => setAsking(true)}
      >
        <span className={styles.teams}>{text.referee.inactive}</span>
        <span className={styles.round}>{text.referee.inactiveHint}</span>
      </button>
      {isAsking && !isEmpty && (
        <Confirm
          title={text.referee.pause}
          yes={text.referee.paused(text.match.short(match))}
          onYes={onPause}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
})
