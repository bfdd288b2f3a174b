import { Button, Switch } from '@mantine/core'
import { memo } from 'react'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { complete, placeOf, swap, warmup } from '../../core/outbox/actions.ts'
import type { OptimisticMatch } from '../../core/outbox/optimistic.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { LiveState } from '../../core/live/session.ts'
import { allStay, matchStays } from '../../core/live/match-change.ts'
import type { Tie } from '../../core/live/match-change.ts'
import { isOverdue, isUnsent } from '../../core/outbox/pending-command.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { hasLeft } from '../../core/live/select.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useEvent } from '../../hooks/useEvent.ts'
import { useTiedDialog } from '../../hooks/useTiedDialog.ts'
import { ending } from '../../core/text/ending.ts'
import { text } from '../../core/text/text.ts'
import { doubts, isDecided } from './doubts.ts'
import type { Doubt } from './doubts.ts'
import styles from './MatchControls.module.css'

type Props = { cabinet: CabinetBody; drawn: OptimisticMatch | undefined }

/** Warm-up, sides and the end of the match being played. */
export function MatchControls({ cabinet, drawn }: Props) {
  const { press } = useSession()
  const match = drawn?.match
  const isWarming = useBusy(match?.id, 'SetWarmup')
  const isSwapping = useBusy(match?.id, 'SetSides')
  const isUnconfirmed = (part: string) => drawn?.unconfirmed.some((one) => one === part) ?? false
  const setWarmup = useEvent((isOn: boolean) => {
    if (match && !isWarming) press(warmup(match, isOn))
  })
  const swapSides = useEvent(() => {
    if (match && !isSwapping) press(swap(match))
  })
  return (
    <section className={styles.section}>
      <div className={styles.row}>
        <Warmup
          isOn={match?.isWarmup ?? false}
          isUnconfirmed={isUnconfirmed('warmup')}
          isDisabled={!match}
          onChange={setWarmup}
        />
        <Swap isUnconfirmed={isUnconfirmed('sides')} isDisabled={!match} onPress={swapSides} />
        <Complete cabinet={cabinet} drawn={drawn} />
      </div>
      <CommandNotes places={[placeOf.table(cabinet.id)]} lines={2} />
    </section>
  )
}

// A point changes none of these: they stay as they were drawn.

type ControlProps = { isUnconfirmed: boolean; isDisabled: boolean }

const Warmup = memo(function Warmup({
  isOn,
  isUnconfirmed,
  isDisabled,
  onChange,
}: ControlProps & { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className={styles.warmup} data-unconfirmed={isUnconfirmed || undefined}>
      <Switch
        label={text.referee.warmup}
        aria-keyshortcuts="5"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  )
})

const Swap = memo(function Swap({
  isUnconfirmed,
  isDisabled,
  onPress,
}: ControlProps & { onPress: () => void }) {
  return (
    <Button
      variant="default"
      className={styles.button}
      data-unconfirmed={isUnconfirmed || undefined}
      leftSection={<Icon name="swap" />}
      aria-keyshortcuts="6"
      disabled={isDisabled}
      onClick={onPress}
    >
      {text.referee.swap}
    </Button>
  )
})

type CompleteProps = { isDisabled: boolean; onPress: () => void }

const CompleteButton = memo(function CompleteButton({ isDisabled, onPress }: CompleteProps) {
  return (
    <Button
      variant="default"
      className={styles.complete}
      leftSection={<Icon name="check" />}
      aria-keyshortcuts="4"
      disabled={isDisabled}
      onClick={onPress}
    >
      {text.referee.complete}
    </Button>
  )
})

/** A control does not take a second press while its first is under way. */
function useBusy(match: number | undefined, type: 'SetWarmup' | 'SetSides'): boolean {
  return useLiveState(({ presses }) =>
    presses.some((press) => {
      const { command } = press
      return command.type === type && command.match === match && isUnsent(press)
    }),
  )
}

/** One press, unless something is unusual (R-ST-6). */
function Complete({ cabinet, drawn }: Props) {
  const { press, store, own } = useSession()
  const once = useDoubleTapGuard()
  const dialog = useTiedDialog<{ match: MatchRow; found: Doubt[] }>(placeOf.table(cabinet.id))
  const match = drawn?.match
  const begin = useEvent(() =>
    once(() => {
      if (!match) return
      const now = store.getState()
      const found = doubtsIn(now, cabinet.id, match)
      if (found.length === 0) return void press(complete(match, false))
      const stays = matchStays(now, match.id, {
        own,
        aspects: ['end', 'cabinet', 'teams', 'score'],
      })
      dialog.open({ match, found }, allStay(stays, noOtherDoubt(cabinet.id, match, found)))
    }),
  )
  const asked = dialog.subject
  return (
    <>
      <CompleteButton isDisabled={!match} onPress={begin} />
      {asked && (
        <Confirm
          title={text.doubt.title(text.match.short(asked.match.matchNum))}
          reasons={asked.found.map((doubt) => text.doubt[doubt])}
          yes={text.doubt.anyway}
          no={text.doubt.keep}
          onYes={() => press(complete(asked.match, true))}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

/** Who says yes to one doubt has not been asked about another. */
function noOtherDoubt(cabinet: number, match: MatchRow, asked: Doubt[]): Tie {
  return (shown) => {
    const other = doubtsIn(shown, cabinet, match).find((doubt) => !asked.includes(doubt))
    if (!other) return null
    return { reason: ending.doubt(text.match.short(match.matchNum), text.doubt[other]) }
  }
}

function doubtsIn(shown: LiveState, cabinet: number, match: MatchRow): Doubt[] {
  const { played, bracket } = shown.live.rows
  const live = shown.cabinets[cabinet]
  const games = Object.values(played).filter((game) => game.match === match.id)
  return doubts({
    isDecided: isDecided(match, bracket[match.bracket]),
    isRunning: Boolean(live?.game) || games.some(({ status }) => status === 'running'),
    hasUncounted: games.some(({ status }) => status === 'proposed'),
    isOffline: hasLeft(live),
    hasUnsent: shown.presses.some(isOverdue),
  })
}
