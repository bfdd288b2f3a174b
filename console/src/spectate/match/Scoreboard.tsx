import { to } from '../../core/addresses.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { matchText } from '../../core/text/spectate/match.ts'
import styles from './Scoreboard.module.css'
import { hasBegun, sidesOf } from '../page/matches.ts'
import type { Side } from '../page/matches.ts'

/** Both teams with their scores, always in the same order; a sign shows each team's colour. */
export function Scoreboard({ match }: { match: MatchRow }) {
  const rows = useLiveState((state) => state.live.rows)
  return (
    <div className={styles.board}>
      {sidesOf(rows, match).map((side, index) => (
        <Team key={index} side={side} match={match} isBlue={(index === 0) !== match.isFlipped} />
      ))}
    </div>
  )
}

function Team({ side, match, isBlue }: { side: Side; match: MatchRow; isBlue: boolean }) {
  const { team, name, score, isWinner, isLoser } = side
  const colour = isBlue ? 'blue' : 'gold'
  const verdict = isWinner ? text.match.won : isLoser ? matchText.lost : null
  return (
    <div className={styles.team} data-colour={colour} data-open={team === null || undefined}>
      <TeamSign colour={colour} />
      <div className={styles.name}>
        {team === null ? name : <a href={to.team(team)}>{name}</a>}
        {verdict && <span className={styles.verdict}>{verdict}</span>}
      </div>
      <span className={styles.score}>{hasBegun(match) ? score : '–'}</span>
    </div>
  )
}
