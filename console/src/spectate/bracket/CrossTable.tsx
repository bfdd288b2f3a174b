import { to } from '../../core/addresses.ts'
import { useMemo } from 'react'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { text as all } from '../../core/text/text.ts'
import { bracketText } from '../../core/text/spectate/brackets.ts'
import { useFollowed } from '../page/follow.ts'
import { hasBegun, hasTeam, screenReaderText } from '../page/matches.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import styles from './Bracket.module.css'

type Props = { stage: BracketRow; matches: MatchRow[] }

/** Every team against every other, the best first; a cell links to the match. */
export function CrossTable({ stage, matches }: Props) {
  const standings = useLiveState((state) => state.live.rows.standing)
  const rows = useLiveState((state) => state.live.rows)
  const followed = useFollowed(useTournamentPage().tournament.id)
  const teams = useMemo(() => {
    const own = Object.values(standings).filter(({ bracket }) => bracket === stage.id)
    const ranked = inRankOrder(own).map(({ team }) => team)
    return ranked.length > 0 ? ranked : stage.teams
  }, [standings, stage])
  if (matches.length === 0) return null
  return (
    <div className={styles.scroll} role="region" aria-label={bracketText.cross} tabIndex={0}>
      <table className={styles.cross}>
        <caption>{bracketText.cross}</caption>
        <thead>
          <tr>
            <th scope="col">{bracketText.team}</th>
            {teams.map((team, index) => (
              <th key={team} scope="col" title={rows.team[team]?.name}>
                <abbr title={rows.team[team]?.name}>{index + 1}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.map((team, index) => (
            <tr key={team} data-mine={team === followed || undefined}>
              <th scope="row" title={rows.team[team]?.name}>
                <span className={styles.ranked}>
                  {index + 1}.{' '}
                  <span className="cut" dir="auto">
                    {rows.team[team]?.name}
                  </span>
                </span>
              </th>
              {teams.map((opponent) =>
                opponent === team ? (
                  <td key={opponent} data-self aria-label={bracketText.itself} />
                ) : (
                  <td key={opponent}>
                    {meetings(matches, team, opponent).map((match) => (
                      <Cell
                        key={match.id}
                        match={match}
                        team={team}
                        spoken={screenReaderText(rows, match)}
                      />
                    ))}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ match, team, spoken }: { match: MatchRow; team: number; spoken: string }) {
  const isBlue = match.blueTeam === team
  const own = isBlue ? match.blueScore : match.goldScore
  const other = isBlue ? match.goldScore : match.blueScore
  return (
    <a
      href={to.match(match.id)}
      data-won={(match.isComplete && match.winner === team) || undefined}
      data-lost={(match.winner !== null && match.winner !== team) || undefined}
      data-open={!match.isComplete || undefined}
    >
      {hasBegun(match) ? all.dashed(own, other) : text.match.short(match.matchNum)}
      <span className="unseen">{spoken}</span>
    </a>
  )
}

function meetings(matches: MatchRow[], team: number, opponent: number): MatchRow[] {
  return matches.filter((match) => hasTeam(match, team) && hasTeam(match, opponent))
}
