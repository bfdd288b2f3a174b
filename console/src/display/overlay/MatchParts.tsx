import { useCallback } from 'react'
import { comingOn, roundOf } from '../../core/live/select.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { overlayText as text } from '../../core/text/display/overlay.ts'
import { Name } from '../board/Name.tsx'
import { Team } from '../board/Team.tsx'
import { pairOf } from '../board/teams.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import styles from './Overlay.module.css'
import type { PartProps } from './part-props.ts'
import { readAnonymously, readRowsAnonymously } from './read-anonymously.ts'

const pollMs = 20_000
const maxPlayers = 10

/** The next match of the cabinet, by the same rule by which it is started. */
export function NextMatch({ cabinet, rows, order, held }: PartProps) {
  const match = held === null ? comingOn(rows, cabinet)[0] : rows.match[held]
  if (!match) return null
  return (
    <section className={styles.card}>
      <h2>
        {text.next} <small>{roundOf(rows, match)}</small>
      </h2>
      {pairOf(rows, match, order).map((team) => (
        <Team key={team.colour} team={team} hasSign={false} />
      ))}
    </section>
  )
}

/** The players of both teams who allow it to be shown. */
export function Rosters({ rows, last, order, held }: PartProps) {
  const match = rows.match[held ?? last.match ?? 0]
  if (!match) return null
  return (
    <section className={styles.panel}>
      {pairOf(rows, match, order).map((team) => (
        <div key={team.colour} className={styles.roster} data-colour={team.colour}>
          <Roster id={match[`${team.colour}Team`]} name={team.name} />
        </div>
      ))}
    </section>
  )
}

function Roster({ id, name }: { id: number | null; name: string }) {
  const load = useCallback(async () => {
    if (id === null) return null
    const [team, players] = await Promise.all([
      readAnonymously(rest.get('/api/tournament/team/:id/', { id })),
      readRowsAnonymously(rest.get('/api/tournament/player/', { teamId: id, rowsPerPage })),
    ])
    return { image: team.image, players: players.slice(0, maxPlayers) }
  }, [id])
  const { answer } = usePolled(load, { everyMs: pollMs })
  return (
    <>
      <h2>
        {answer?.image && <img src={answer.image} alt="" />}
        <Name name={name} />
      </h2>
      <ul>
        {answer?.players.map((player) => (
          <li key={player.id}>
            {player.image ? (
              <img src={player.image} alt="" />
            ) : (
              <span className={styles.initial}>{/^./u.exec(player.name)?.[0]}</span>
            )}
            <span className={styles.player}>
              {player.name} {player.pronouns && <small>{player.pronouns}</small>}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
