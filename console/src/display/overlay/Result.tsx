import { gameWordOf } from '../../core/text/server-words.ts'
import { useCallback, useRef } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { disputed } from '../../core/text/text.ts'
import { overlayText as text } from '../../core/text/display/overlay.ts'
import { Team } from '../board/Team.tsx'
import { roundOf } from '../../core/live/select.ts'
import { pairOf } from '../board/teams.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import styles from './Overlay.module.css'
import type { PartProps } from './part-props.ts'
import { readAnonymously, readRowsAnonymously } from './read-anonymously.ts'
import { totalsOf } from './totals.ts'
import type { CountedGame } from './totals.ts'

const pollMs = 5_000

/** A finished match with its games and the totals of both teams. */
export function Result({ rows, last, order, held }: PartProps) {
  const match = rows.match[held ?? last.result ?? 0]
  return match ? <MatchResult key={match.id} {...{ match, rows, order }} /> : null
}

type ResultProps = { match: MatchRow } & Pick<PartProps, 'rows' | 'order'>

function MatchResult({ match, rows, order }: ResultProps) {
  const games = useGames(match.id)
  const pair = pairOf(rows, match, order)
  const totals = totalsOf(games, [match[`${order[0]}Team`], match[`${order[1]}Team`]])
  const words = match.isComplete ? text.final : text.soFar
  const isDisputed = match.protest?.state === 'open'
  const facts = [words, roundOf(rows, match), isDisputed && disputed.open].filter(Boolean)
  return (
    <section className={styles.result}>
      <h2>{facts.join(' · ')}</h2>
      <div className={styles.teams}>
        {pair.map((team) => (
          <Team key={team.colour} team={team} hasSign={false} hasScore />
        ))}
      </div>
      {games.length > 0 && (
        <div className={styles.halves}>
          <ol>
            {games.map(({ id, winner, mapName, winCondition }, index) => (
              <li key={id}>
                <span>{text.game(index + 1)}</span>
                <strong>{rows.team[winner ?? 0]?.name ?? '–'}</strong>
                <small>
                  {[gameWordOf(mapName), winCondition && gameWordOf(winCondition)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </li>
            ))}
          </ol>
          <table>
            <tbody>
              {Object.entries(text.stats).map(([name, label]) => (
                <tr key={name}>
                  <td>{totals[0][name as keyof typeof text.stats]}</td>
                  <th scope="row">{label}</th>
                  <td>{totals[1][name as keyof typeof text.stats]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** The games that count. Each finished one is read only once. */
function useGames(match: number): CountedGame[] {
  const cache = useRef(new Map<number, CountedGame>())
  const load = useCallback(async () => {
    const path = rest.get('/api/game/game/', { tournamentMatchId: match, rowsPerPage })
    const all = await readRowsAnonymously(path)
    const counted = all.filter(({ winningTeam, isWarmup }) => winningTeam !== null && !isWarmup)
    const games = counted.map(async (game) => {
      const counted = cache.current.get(game.id) ?? (await readCounted(game))
      cache.current.set(game.id, counted)
      return counted
    })
    return (await Promise.all(games)).toSorted((a, b) => a.id - b.id)
  }, [match])
  return usePolled(load, { everyMs: pollMs }).answer ?? []
}

type Game = Answer<'/api/game/game/'>['results'][number]

async function readCounted({ id, mapName, winCondition, winningTeam }: Game): Promise<CountedGame> {
  const [stats, played] = await Promise.all([
    readAnonymously(rest.get('/api/game/game/:id/stats/', { id })),
    readAnonymously(rest.get('/api/game/game/:id/match/', { id })),
  ])
  const seats = { blue: played.match?.blue?.id ?? null, gold: played.match?.gold?.id ?? null }
  const winner = winningTeam === 'blue' || winningTeam === 'gold' ? seats[winningTeam] : null
  return { id, mapName, winCondition, winner, seats, stats }
}
