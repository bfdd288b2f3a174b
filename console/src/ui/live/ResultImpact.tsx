import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { rest } from '../../core/rest.ts'
import { impact as words } from '../../core/text/officiate/protests.ts'
import { useLatest } from '../../query/useVersioned.ts'
import { impactOf } from './result-impact.ts'

type Props = { match: MatchRow; blueScore: number; goldScore: number }

/** The effects of the entered score. Shown below the save button, so that nothing moves. */
export function ResultImpact({ match, ...score }: Props) {
  const rows = useLiveState((shown) => shown.live.rows)
  const isSame = score.blueScore === match.blueScore && score.goldScore === match.goldScore
  const needsPreview = !isSame && match.isComplete
  const preview = useLatest(
    needsPreview
      ? rest.get('/api/tournament/match/:id/preview/', { id: match.id, ...score })
      : null,
  )
  return (
    <div role="status" aria-label={words.title}>
      {!isSame && (
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {impactOf(rows, match, { score, preview }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
