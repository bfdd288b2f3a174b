import { Button, Switch } from '@mantine/core'
import { memo, useState } from 'react'
import type { CabinetPaper } from '../../api.ts'
import { complete, placeOf, swap, warmup } from '../../live/actions.ts'
import type { Drawn } from '../../live/drawn.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { isOverdue, isUnsent } from '../../live/press.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { hasLeft } from '../../live/select.ts'
import { PressNotes } from '../../parts/PressNotes.tsx'
import { useOnce } from '../../parts/useOnce.ts'
import { useStable } from '../../parts/useStable.ts'
import { text } from '../../text.ts'
import { doubts, isDecided } from './doubts.ts'
import type { Doubt } from './doubts.ts'
import styles from './MatchControls.module.css'

type Props = { cabinet: CabinetPaper; drawn: Drawn | undefined }

/** Warm-up, sides and the end of the match being played. */
export function MatchControls({ cabinet, drawn }: Props) {
  const { press } = useSession()
  const match = drawn?.match
  const isWarming = useBusy(match?.id, 'SetWarmup')
  const isSwapping = useBusy(match?.id, 'SetSides')
  const isUnconfirmed = (part: string) => drawn?.unconfirmed.some((one) => one === part) ?? false
  const setWarmup = useStable((isOn: boolean) => {
    if (match && !isWarming) press(warmup(match, isOn))
  })
  const swapSides = useStable(() => {
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
      <PressNotes places={[placeOf.table(cabinet.id)]} lines={2} />
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
        size="lg"
        color="gray.6"
        withThumbIndicator={false}
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
  return useShown(({ presses }) =>
    presses.some((press) => {
      const { command } = press
      return command.type === type && command.match === match && isUnsent(press)
    }),
  )
}

/** One press, unless something is unusual (R-ST-6). */
function Complete({ cabinet, drawn }: Props) {
  const { press } = useSession()
  const once = useOnce()
  const found = useDoubts(cabinet.id, drawn)
  const [isAsking, setAsking] = useState(false)
  const match = drawn?.match
  const name = match ? text.match.short(match.matchNum) : ''
  const begin = useStable(() =>
    once(() => match && (found.length ? setAsking(true) : press(complete(match, false)))),
  )
  return (
    <>
      <CompleteButton isDisabled={!match} onPress={begin} />
      {isAsking && match && (
        <Confirm
          title={text.doubt.title(name)}
          reasons={found.map((doubt) => text.doubt[doubt])}
          yes={text.doubt.anyway}
          no={text.doubt.keep}
          onYes={() => press(complete(match, true))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function useDoubts(cabinet: number, drawn: Drawn | undefined): Doubt[] {
  const live = useShown((shown) => shown.cabinets[cabinet])
  const played = useShown((shown) => shown.live.rows.played)
  const brackets = useShown((shown) => shown.live.rows.bracket)
  const hasUnsent = useShown((shown) => shown.presses.some(isOverdue))
  const match = drawn?.match
  if (!match) return []
  const games = Object.values(played).filter((game) => game.match === match.id)
  return doubts({
    isDecided: isDecided(match, brackets[match.bracket]),
    isRunning: Boolean(live?.game) || games.some(({ status }) => status === 'running'),
    hasUncounted: games.some(({ status }) => status === 'proposed'),
    isOffline: hasLeft(live),
    hasUnsent,
  })
}
