import { useMemo } from 'react'
import { colours } from '#events/game/map/colour.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { sideName } from '../../core/live/select.ts'
import { text } from '../../core/text/text.ts'
import { pointsOf } from './score-points.ts'
import { matchText } from '../../core/text/spectate/match.ts'
import styles from './ScorePoints.module.css'

/** How the score came about: a cell for each point, and the points that no game gave. */
export default function ScorePoints({
  match,
  games,
}: {
  match: MatchRow
  games: readonly string[]
}) {
  const rows = useLiveState((state) => state.live.rows)
  const points = useMemo(() => pointsOf(match, Object.values(rows.played)), [match, rows.played])
  const hasHand = match.blueByHand !== 0 || match.goldByHand !== 0
  // The score of a forfeit is not made of points.
  if (match.forfeit || (points.length === 0 && !hasHand)) return null
  const ordered = points.toSorted((a, b) => orderIn(games, a.game) - orderIn(games, b.game))
  return (
    <figure className={styles.points}>
      <table aria-label={matchText.points}>
        <tbody>
          {colours.map((colour) => (
            <tr key={colour} data-colour={colour}>
              <th scope="row">{sideName(rows, match, colour)}</th>
              {ordered.map((point, index) => (
                <td
                  key={index}
                  data-by={point.colour === colour ? kindOf(point.game) : undefined}
                  aria-label={point.colour === colour ? labelOf(point.game, games) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasHand && <figcaption>{wordsOf(match, rows)}</figcaption>}
    </figure>
  )
}

function labelOf(game: string | null, games: readonly string[]): string {
  return game === null ? matchText.pointByHand : matchText.pointOfGame(orderIn(games, game) + 1)
}

function kindOf(game: string | null): 'game' | 'hand' {
  return game === null ? 'hand' : 'game'
}

/** Points by hand come last: nobody knows between which games they belong. */
function orderIn(games: readonly string[], game: string | null): number {
  if (game === null) return Infinity
  const index = games.indexOf(game)
  return index < 0 ? games.length : index
}

/** `by games 1–2; by hand +2 Bees` */
function wordsOf(match: MatchRow, rows: Parameters<typeof sideName>[0]): string {
  const { blueScore, goldScore, blueByHand, goldByHand } = match
  const byGames = text.dashed(blueScore - blueByHand, goldScore - goldByHand)
  const hand = colours.flatMap((colour) => {
    const by = match[`${colour}ByHand`]
    if (by === 0) return []
    return matchText.byHand(by > 0 ? `+${by}` : `−${-by}`, sideName(rows, match, colour))
  })
  return [matchText.byGames(byGames), ...hand].join('; ')
}
