import { Button, Switch } from '@mantine/core'
import { memo } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { swap, warmup } from '../../core/presses/actions.ts'
import { linkTypeOf } from '../../core/live/select-for-officials.ts'
import type { OptimisticMatch } from '../../core/presses/optimistic.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { isUnsent } from '../../core/presses/pending-command.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useEvent } from '../../hooks/useEvent.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import styles from './MatchControls.module.css'
import { useCompleteMatch } from './useCompleteMatch.tsx'

type Props = { cabinet: CabinetBody; drawn: OptimisticMatch | undefined }

/** The controls of the current match: warm-up, sides and completion. */
export function MatchControls({ cabinet, drawn }: Props) {
  const { press } = useLiveSession()
  const match = drawn?.match
  const isWarming = useBusy(match?.id, 'SetWarmup')
  const isSwapping = useBusy(match?.id, 'SetSides')
  const isUnconfirmed = (part: string) => drawn?.unconfirmed.some((name) => name === part) ?? false
  const setWarmup = useEvent((isOn: boolean) => {
    if (match && !isWarming) press(warmup(match, isOn))
  })
  const swapSides = useEvent(() => {
    if (match && !isSwapping) press(swap(match))
  })
  const once = useDoubleTapGuard()
  const completing = useCompleteMatch(cabinet, match)
  const end = useEvent(() => once(completing.begin))
  return (
    <div className={styles.row}>
      <Warmup
        isOn={match?.isWarmup ?? false}
        isUnconfirmed={isUnconfirmed('warmup')}
        isDisabled={!match}
        onChange={setWarmup}
      />
      <SwapSides isUnconfirmed={isUnconfirmed('sides')} isDisabled={!match} onPress={swapSides} />
      <CompleteButton isDisabled={!match} onPress={end} />
      {completing.confirmDialog}
    </div>
  )
}

// Memoized, so that a point does not re-render them.

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
        label={referee.warmup}
        aria-keyshortcuts="5"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  )
})

const SwapSides = memo(function SwapSides({
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
      {referee.swap}
    </Button>
  )
})

type CompleteProps = { isDisabled: boolean; onPress: () => void }

const CompleteButton = memo(function CompleteButton({ isDisabled, onPress }: CompleteProps) {
  const isExternal = useLiveState(({ live }) => linkTypeOf(live.rows) === 'challonge')
  return (
    <Button
      variant="default"
      className={styles.complete}
      leftSection={<Icon name="check" />}
      aria-keyshortcuts="4"
      disabled={isDisabled}
      onClick={onPress}
    >
      {isExternal ? referee.completeOutside : referee.complete}
    </Button>
  )
})

/** Whether a press of a control is in progress; until then it ignores a second one. */
function useBusy(match: number | undefined, type: 'SetWarmup' | 'SetSides'): boolean {
  return useLiveState(({ presses }) =>
    presses.some((press) => {
      const { command } = press
      return command.type === type && command.match === match && isUnsent(press)
    }),
  )
}
