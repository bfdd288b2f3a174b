import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../../core/live/context.ts'
import type { LiveState } from '../../core/live/store.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { Icon } from '../../ui/Icon.tsx'
import { nextOf, tasksOf } from './tasks.ts'
import type { SetupTask } from './tasks.ts'
import styles from './Setup.module.css'
import { setup as words } from './text.ts'

export type TaskLinkProps = { to: string; className: string; children: ReactNode }
type TaskLink = ComponentType<TaskLinkProps>

type ListProps = { tasks: SetupTask[]; path: string; Link: TaskLink }

/** What leads to the first match, ticked as it is done; the next of it is the one big button. */
export function SetupList({ tasks, path, Link }: ListProps) {
  const next = nextOf(tasks)
  const done = tasks.filter(({ isDone }) => isDone).length
  return (
    <section className={styles.setup} aria-labelledby="setup">
      <div className={styles.head}>
        <h2 id="setup">{words.title}</h2>
        <span role="status">{words.done(done, tasks.length)}</span>
      </div>
      <ol className={styles.tasks}>
        {tasks.map(({ name, to, isDone }) => (
          <li key={name} data-done={isDone || undefined} data-next={name === next?.name}>
            <Link to={to} className={styles.task ?? ''}>
              {isDone ? (
                <span role="img" aria-label={words.ticked}>
                  <Icon name="check" size={18} />
                </span>
              ) : (
                <span className={styles.open} />
              )}
              {words[name]}
            </Link>
          </li>
        ))}
      </ol>
      {next && next.to !== path ? (
        <Link to={next.to} className={styles.go ?? ''}>
          {next.press}
        </Link>
      ) : (
        <p className={styles.here}>{next && words.here[next.name]}</p>
      )}
    </section>
  )
}

type Props = {
  of: Pick<TournamentBody, 'id' | 'scene' | 'linkType'>
  /** the address that is open */
  path: string
  Link: TaskLink
}

/** Of a tournament until its first match is complete; it goes when the screen is left, not under a finger. */
export default function Setup({ of, path, Link }: Props) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const played = useLiveState(({ live }) => Object.values(live.rows.match).some(isComplete))
  const [openAt, setOpenAt] = useState<string | null>(null)
  if (isLoaded && !played && openAt !== path) setOpenAt(path)
  if (openAt !== path) return null
  return <LiveTasks of={of} path={path} Link={Link} />
}

const isComplete = (match: { isComplete: boolean }) => match.isComplete

function LiveTasks({ of: { id, scene, linkType }, ...shown }: Props) {
  const now = useLiveState(useShallow(progress))
  const stages = useLiveState(
    useShallow(({ live }) => Object.values(live.rows.bracket).toSorted((a, b) => a.id - b.id)),
  )
  const of = { scene: scene.name, tournament: id, isOutside: linkType === 'challonge' }
  return <SetupList tasks={tasksOf({ ...of, ...now, stages })} {...shown} />
}

function progress({ live, cabinets }: LiveState) {
  const { tournament, team, match, queue } = live.rows
  const assigned = Object.values(tournament)[0]?.assignedCabinets ?? []
  const matches = Object.values(match)
  return {
    cabinets: assigned.length,
    isOnline: assigned.some((id) => cabinets[id]?.clientStatus === 'online'),
    teams: Object.keys(team).length,
    isQueued: Object.values(queue).some(({ matches }) => matches.length > 0),
    isStarted: matches.some((one) => one.activeCabinet !== null || one.isComplete),
    isPlayed: matches.some(isComplete),
  }
}
