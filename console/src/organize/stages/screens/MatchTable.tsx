import { Link } from '@tanstack/react-router'
import type { MatchRow } from '../../../../../events/schema/rows.ts'
import { useLiveState } from '../../../core/live/LiveTournament.tsx'
import { sideName } from '../../../core/live/select.ts'
import { text } from '../../../core/text/text.ts'
import type { Colour } from '../../../../../events/game/map/colour.ts'
import styles from './MatchTable.module.css'

export function MatchTable({ name, matches }: { name: string; matches: MatchRow[] }) {
  return (
    <section className={styles.section}>
      <h2>{name}</h2>
      <ul className={styles.list}>
        {matches.map((match) => (
          <li key={match.id}>
            <Link
              to="/tournament-match/$id"
              params={{ id: String(match.id) }}
              className={styles.match}
            >
              <span className="hint">
                {text.match.short(match.matchNum)} · {match.roundName}
              </span>
              <Team match={match} colour="blue" />
              <Team match={match} colour="gold" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Team({ match, colour }: { match: MatchRow; colour: Colour }) {
  const team = colour === 'blue' ? match.blueTeam : match.goldTeam
  const name = useLiveState(({ live }) => sideName(live.rows, match, colour))
  const isShown = match.isComplete || match.startedAt !== null
  const isWinner = match.isComplete && team !== null && match.winner === team
  return (
    <span className={styles.team} data-winner={isWinner || undefined}>
      <span>{name}</span>
      {isShown && <span>{colour === 'blue' ? match.blueScore : match.goldScore}</span>}
    </span>
  )
}
