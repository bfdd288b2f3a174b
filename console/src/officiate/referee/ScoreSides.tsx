import { roundNameOf } from '../../core/text/server-words.ts'
import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import type { OptimisticMatch } from '../../core/presses/optimistic.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { proposedOn } from '../../core/live/select-for-officials.ts'
import { Disputed } from '../../ui/live/Disputed.tsx'
import { lastMatchOn, finalText } from '../../ui/live/idle.ts'
import { MatchLength } from '../../ui/live/MatchLength.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { useEvent } from '../../hooks/useEvent.ts'
import { timeOfDay } from '../../core/time/time.ts'
import { officiate } from '../../core/text/officiate/first-screen.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import { text } from '../../core/text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { useMatchSheet } from '../match/useMatchSheet.ts'
import { QuickProtest } from '../protests/QuickProtest.tsx'
import { ScoreSide } from './ScoreSide.tsx'
import { useStoredFlag } from '../../hooks/useStoredFlag.ts'
import styles from './ScoreSides.module.css'

const UncountedGames = preloadedPart(() => import('../match/UncountedGames.tsx'))
const MatchSheet = preloadedPart(() => import('../match/MatchSheet.tsx'))

const sides: Colour[] = ['blue', 'gold']

/** Both teams as the referee sees the cabinet; each device can swap left and right (ux 24). */
export function ScoreSides({
  cabinet,
  drawn,
}: {
  cabinet: CabinetBody
  drawn: OptimisticMatch | undefined
}) {
  const [isTurned, setTurned] = useStoredFlag(`waggle:gold-left:${cabinet.id}`)
  const turn = useEvent(() => setTurned(!isTurned))
  const match = drawn?.match
  const last = useLiveState((state) => lastMatchOn(state.live, cabinet.id))
  const title = match ? text.match.short(match.matchNum) : words.noMatch
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h2>
            {title}{' '}
            {match && (
              <span className={styles.round}>
                {[...new Set([roundNameOf(match) || match.stageName, match.stageName])].join(' · ')}
              </span>
            )}
          </h2>
          <p>
            {match?.underReview && <span className="needs-you">{officiate.frozen}</span>}
            {match && <Disputed match={match} />}
            <AsOf />
          </p>
        </div>
        <div className={styles.tools}>
          <UncountedGamesButton cabinet={cabinet} />
          <QuickProtest variant="subtle" className={styles.flip} match={match ?? last} />
          <SetScore match={match?.id} cabinet={cabinet} />
          <Flip onPress={turn} />
        </div>
      </header>
      <Strip match={match} last={last} />
      <div className={styles.sides} dir="ltr" data-turned={isTurned || undefined}>
        {(isTurned ? sides.toReversed() : sides).map((colour) => (
          <ScoreSide key={colour} colour={colour} drawn={drawn} last={last} />
        ))}
      </div>
    </section>
  )
}

type StripProps = { match: MatchRow | undefined; last: MatchRow | undefined }

/** Above the scores: the match length, the warm-up notice, or how the last match ended. */
function Strip({ match, last }: StripProps) {
  const final = useLiveState(({ live }) => last && finalText(live.rows, last))
  if (match?.isWarmup)
    return (
      <p className={styles.strip} data-state="warmup" role="status">
        {words.warmupBand}
      </p>
    )
  return (
    <p className={styles.strip} data-state={!match && final ? 'final' : undefined} role="status">
      {match ? <MatchLength match={match} /> : final}
    </p>
  )
}

// Memoized, so that a point does not re-render them.

const Flip = memo(function Flip({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="subtle"
      className={styles.flip}
      leftSection={<Icon name="flip" />}
      title={words.flipHint}
      onClick={onPress}
    >
      {words.flip}
    </Button>
  )
})

/** Shows how many games wait for an official, where the referee looks (R-GE-5). */
const UncountedGamesButton = memo(function UncountedGamesButton({
  cabinet,
}: {
  cabinet: CabinetBody
}) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useLiveState(({ live }) => proposedOn(live.rows, cabinet.id).length)
  return (
    <>
      {waiting > 0 && (
        <Button
          variant="default"
          className={styles.late}
          leftSection={<Icon name="warning" />}
          onClick={() => setOpen(true)}
        >
          {officiate.wait(waiting)}
        </Button>
      )}
      {isOpen && <UncountedGames cabinet={cabinet} onClose={() => setOpen(false)} />}
    </>
  )
})

type SetScoreProps = { match: number | undefined; cabinet: CabinetBody }

const SetScore = memo(function SetScore({ match, cabinet }: SetScoreProps) {
  const sheet = useMatchSheet(cabinet)
  return (
    <>
      <Button
        variant="subtle"
        className={styles.flip}
        disabled={match === undefined}
        onClick={() => match !== undefined && sheet.open(match)}
      >
        {officiate.setScore}
      </Button>
      {sheet.subject !== null && (
        <MatchSheet match={sheet.subject} cabinet={cabinet} onClose={sheet.close} />
      )}
    </>
  )
})

/** While the connection is lost: the time at which the scores were last known (ux 17). */
function AsOf() {
  const connection = useLiveState((state) => state.connection)
  if (connection.health !== 'lost' || connection.heardAt === null) return null
  return <span className="dim">{text.link.asOf(timeOfDay(new Date(connection.heardAt)))}</span>
}
