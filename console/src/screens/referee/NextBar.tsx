import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { CabinetPaper } from '../../api.ts'
import { hold, placeOf, selectNext } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { isUnsent } from '../../live/press.ts'
import type { Tables } from '../../live/rows.ts'
import { nextOn, teamName } from '../../live/select.ts'
import { Countdown } from '../../parts/Countdown.tsx'
import { useAway } from '../../parts/GameClock.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { PressNotes } from '../../parts/PressNotes.tsx'
import { useOnce } from '../../parts/useOnce.ts'
import { text } from '../../text.ts'
import { useBusyNames } from './useBusyNames.ts'
import styles from './NextBar.module.css'

/** The one main action of a cabinet, named by what it will do, or saying why it cannot (ux 4, 5). */
export function NextBar({ cabinet }: { cabinet: CabinetPaper }) {
  const { press } = useSession()
  const once = useOnce()
  const { label, why } = useNext(cabinet)
  return (
    <div className={styles.bar}>
      <div className={styles.buttons}>
        <Button
          className={styles.next}
          aria-disabled={why !== null || undefined}
          data-disabled={why !== null || undefined}
          onClick={() => why === null && once(() => press(selectNext(cabinet)))}
        >
          <span className={styles.words}>
            <span>{label}</span>
            {why !== null && <small>{why}</small>}
            <Countdown cabinet={cabinet.id} />
          </span>
        </Button>
        <Hold cabinet={cabinet} />
      </div>
      <div className={styles.notes}>
        <PressNotes places={[placeOf.cabinet(cabinet.id)]} />
      </div>
    </div>
  )
}

export function useNext(cabinet: CabinetPaper): { label: string; why: string | null } {
  const rows = useShown((shown) => shown.live.rows)
  const live = useShown((shown) => shown.cabinets[cabinet.id])
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const place = placeOf.cabinet(cabinet.id)
  const isAsking = useShown(({ presses }) => presses.some((p) => p.place === place && isUnsent(p)))
  const away = useAway(live)
  const names = useBusyNames(cabinet.id)
  const next = useMemo(() => nextOn(rows, cabinet.id), [rows, cabinet.id])
  if (next.state === 'blocked') {
    const short = next.match ? text.match.short(next.match.matchNum) : ''
    if (next.why === 'busy') return { label: text.next.nothing, why: text.next.busy(short) }
    if (next.why !== 'waits') return { label: text.next.nothing, why: text.next[next.why] }
    const reason = (next.match && names(next.match)) ?? text.next.unknownTeam
    return { label: text.next.nothing, why: text.next.waits(short, reason) }
  }
  const label = text.next.start(text.match.short(next.match.matchNum), brief(rows, next.match))
  if (isLost) return { label, why: text.referee.needsLine }
  // A cabinet that never had a client is scored by hand; one whose client left says since when.
  if (away !== null) return { label, why: text.cabinet.offlineFor(away) }
  return { label, why: isAsking ? text.referee.asking : null }
}

function brief(rows: Tables, match: { blueTeam: number | null; goldTeam: number | null }): string {
  return text.match.brief(teamName(rows, match.blueTeam), teamName(rows, match.goldTeam))
}

function Hold({ cabinet }: { cabinet: CabinetPaper }) {
  const { press } = useSession()
  const once = useOnce()
  const hasTimer = useShown((shown) => shown.live.rows.timer[cabinet.id] !== undefined)
  return (
    <Button
      variant="default"
      className={styles.hold}
      disabled={!hasTimer}
      leftSection={<Icon name="hold" />}
      onClick={() => once(() => press(hold(cabinet)))}
    >
      {text.next.hold}
    </Button>
  )
}
