import { Group } from '@mantine/core'
import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchName } from '../../core/live/select.ts'
import { Icon } from '../../ui/Icon.tsx'
import { results } from '../../core/text/officiate/results.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { text } from '../../core/text/text.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { otherActiveMatches } from './results.ts'
import styles from './Results.module.css'

const words = results.frame

/** Names the edited match, so that nobody mistakes it for the one being played (R-ED-5, ux 37). */
export function EditorBanner({ match }: { match: MatchRow }) {
  const rows = useLiveState((state) => state.live.rows)
  const cabinets = useTournamentCabinets()
  const { timeWithSeconds } = timesInFull(useZone())
  const short = text.match.short(match.matchNum)
  const others = otherActiveMatches(rows, match).map((other) => matchName(rows, other))
  const [first = ''] = others
  const cabinet = cabinets.find(({ id }) => id === match.activeCabinet)
  const sentence =
    match.activeCabinet !== null
      ? words.active(short, cabinet?.displayName ?? '')
      : others.length > 0
        ? words.other(short, others.length > 1 ? words.many(others.join(', ')) : words.one(first))
        : match.completedAt
          ? words.past(short, timeWithSeconds(match.completedAt))
          : words.only(short)
  return (
    <>
      <Group component="p" gap="xs" wrap="nowrap" fw={700} className="needs-you" role="status">
        <Icon name="warning" />
        {sentence}
      </Group>
      {match.underReview && <p className={styles.needsYou}>{words.review}</p>}
      {match.attempts.map(({ attempt, blueScore, goldScore, reason }) => (
        <p key={attempt} className={styles.round}>
          {results.state.attempt(attempt, `${blueScore}-${goldScore}`, reason)}
        </p>
      ))}
    </>
  )
}
