import { gameWordOf } from '../core/text/server-words.ts'
import type { Answer } from '../core/rest.ts'
import { totalsText as words } from '../core/text/spectate/later.ts'
import styles from './Totals.module.css'

type Body = Answer<'/api/user/user/:id/totals/'>
type Group = { name: string; games: number; won: number }

/** The totals over a person's or a team's games. Uses plain elements, for public pages. */
export function Totals({ totals, of }: { totals: Body; of: 'person' | 'team' }) {
  if (totals.games === 0) return <p>{words.none}</p>
  const allGames = { name: words.all, games: totals.games, won: totals.won }
  const stats = Object.entries(words.stats).map(([name, label]) => ({
    label,
    value: Math.round(totals.stats[name] ?? 0),
  }))
  return (
    <section className={styles.groups}>
      <div>
        <Groups title={words.title} groups={[allGames]} />
        <table className={styles.totals} aria-label={words.counts}>
          <tbody>
            {stats.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Groups title={words.byPosition} groups={totals.byPosition.map(translated)} />
      <Groups title={words.byMap} groups={totals.byMap} />
      <Groups
        title={words.byWinCondition}
        groups={totals.byWinCondition.map(capital).map(translated)}
      />
      <Groups title={words.opponents[of]} groups={totals.opponents} />
    </section>
  )
}

/** The server sends win conditions in lower case. */
function capital({ name, ...counted }: Group): Group {
  return { ...counted, name: name.charAt(0).toUpperCase() + name.slice(1) }
}

function translated({ name, ...counted }: Group): Group {
  return { ...counted, name: gameWordOf(name) }
}

function Groups({ title, groups }: { title: string; groups: Group[] }) {
  if (groups.length === 0) return null
  return (
    <table className={styles.totals}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.games}</th>
          <th scope="col">{words.won}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, games, won }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{games}</td>
            <td>{won}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
