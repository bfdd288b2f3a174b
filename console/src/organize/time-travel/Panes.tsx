import { useLoaderData } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { matchRow } from '../../../../events/view/tournament-rows.ts'
import { useSession, useLiveState } from '../../core/live/context.ts'
import type { Past } from '../../core/live/context.ts'
import type { Session } from '../../core/live/session.ts'
import { clockOf } from '../../core/history/replay-clock.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { stillOf } from '../../core/history/past-session.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'
import { stagesOf } from '../../spectate/frame/matches.ts'
import { PlaceContext } from '../../spectate/frame/tournament-context.ts'
import type { Place } from './address.ts'
import styles from './TimeTravel.module.css'
import { Changes } from './Changes.tsx'
import { OfficialContext } from './official-rows.ts'
import { Pane } from './Pane.tsx'
import { PastScreen } from './Screens.tsx'
import type { ScreenPlace } from './Screens.tsx'
import { DifferencesContext, SignNow, SignThen } from './ChangeSign.tsx'
import { useDifferences } from './useDifferences.ts'
import type { PastState } from './usePastState.ts'

type Props = {
  seen: PastState
  session: Session
  evening: CommitHistory
  zone: string
  place: ScreenPlace
  onGo: (to: Partial<Place>) => void
}
type Side = 'then' | 'now'

const present: Past = { at: null, Sign: SignNow }

/** The moment and the present beside one another; where there is no room for both, one of them. */
export const Panes = memo(function Panes({ seen, session, evening, zone, place, onGo }: Props) {
  const { moment, rows, state } = seen
  const { screen, match } = place
  const admin = useLoaderData({ from: '/tournament/$id/admin' })
  const live = useSession()
  const still = useMemo(() => stillOf(live), [live])
  const now = useLiveState((shown) => shown.live.rows)
  const version = useLiveState((shown) => shown.live.version)
  const [side, setSide] = useState<Side>('then')
  const { changes, isStale, partsOf } = useDifferences(rows, now)
  const past = useMemo<Past>(() => ({ at: moment.at, Sign: SignThen }), [moment.at])
  const officialThen = useOfficial(state)
  const officialNow = useOfficial(useMemo(() => evening.at(version), [evening, version]))
  const stage = place.stage ?? played(rows.bracket)
  const at = useMemo(() => ({ screen, match, stage }), [screen, match, stage])
  const open = useCallback((id: number) => onGo({ screen: 'match', match: id }), [onGo])
  return (
    <PlaceContext value={admin}>
      <Changes changes={changes} isStale={isStale} onMatch={open} />
      <Sides side={side} onChange={setSide} />
      <DifferencesContext value={partsOf}>
        <div className={styles.panes} data-shown={side}>
          <OfficialContext value={officialThen}>
            <Pane
              side="then"
              title={words.thenAt(clockOf(zone, moment.at), moment.version)}
              {...{ screen, session, past, onGo }}
            >
              <PastScreen place={at} />
            </Pane>
          </OfficialContext>
          <OfficialContext value={officialNow}>
            <Pane side="now" title={words.now} session={still} past={present} {...{ screen, onGo }}>
              <PastScreen place={at} />
            </Pane>
          </OfficialContext>
        </div>
      </DifferencesContext>
    </PlaceContext>
  )
})

function Sides({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  return (
    <div className={styles.toggle} role="group" aria-label={words.show}>
      {(['then', 'now'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={side === one} onClick={() => onChange(one)}>
          {one === 'then' ? words.past : words.now}
        </button>
      ))}
    </div>
  )
}

/** Both sides show the stage that was being played then. */
function played(bracket: Parameters<typeof stagesOf>[0]['bracket']): number | null {
  const all = stagesOf({ bracket })
  const playing = all.find(({ isCreated, isComplete }) => isCreated && !isComplete)
  return (playing ?? all.at(-1))?.id ?? null
}

function useOfficial(state: Tournament) {
  return useCallback(
    (id: number) => {
      const match = state.matches[id]
      return match ? matchRow(state, match) : null
    },
    [state],
  )
}
