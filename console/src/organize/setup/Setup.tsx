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
import { setup as words } from '../../core/text/organize/first-steps.ts'

export type TaskLinkProps = { to: string; className: string; children: ReactNode }
type TaskLink = ComponentType<TaskLinkProps>

type ListProps = { tasks: SetupTask[]; path: string; Link: TaskLink }

/** The tasks up to the first match. The next open task is the large button. */
export function SetupList({ tasks, path, Link }: ListProps) {
  const next = nextOf(tasks)
  const doneCount = tasks.filter(({ isDone }) => isDone).length
  return (
    <section className={styles.setup} aria-labelledby="setup" data-screen-only>
      <div className={styles.head}>
        <h2 id="setup">{words.title}</h2>
        <span role="status">{words.done(doneCount, tasks.length)}</span>
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
          {next.label}
        </Link>
      ) : (
        <p className={styles.here}>{next && words.here[next.name]}</p>
      )}
    </section>
  )
}

type Props = {
  of: Pick<TournamentBody, 'id' | 'scene' | 'linkType'>
  /** the address of the current screen */
  path: string
  Link: TaskLink
}

/**
 * The tasks of a tournament until its first match is complete. They disappear when the user leaves
 * the screen, so that nothing moves while they are pressing a button.
 */
export default function Setup({ of, path, Link }: Props) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const hasCompleteMatch = useLiveState(({ live }) =>
    Object.values(live.rows.match).some(isComplete),
  )
  const [shownOnPath, setShownOnPath] = useState<string | null>(null)
  if (isLoaded && !hasCompleteMatch && shownOnPath !== path) setShownOnPath(path)
  if (shownOnPath !== path) return null
  return <LiveTasks of={of} path={path} Link={Link} />
}

const isComplete = (match: { isComplete: boolean }) => match.isComplete

function LiveTasks({ of: { id, scene, linkType }, ...listProps }: Props) {
  const progress = useLiveState(useShallow(liveProgress))
  const stages = useLiveState(
    useShallow(({ live }) => Object.values(live.rows.bracket).toSorted((a, b) => a.id - b.id)),
  )
  const base = { scene: scene.name, tournament: id, isExternal: linkType === 'challonge' }
  return <SetupList tasks={tasksOf({ ...base, ...progress, stages })} {...listProps} />
}

function liveProgress({ live, cabinets }: LiveState) {
  const { tournament, team, match, queue } = live.rows
  const assigned = Object.values(tournament)[0]?.assignedCabinets ?? []
  const matches = Object.values(match)
  return {
    cabinets: assigned.length,
    isOnline: assigned.some((id) => cabinets[id]?.clientStatus === 'online'),
    teams: Object.keys(team).length,
    isQueued: Object.values(queue).some(({ matches }) => matches.length > 0),
    isStarted: matches.some((match) => match.activeCabinet !== null || match.isComplete),
    isPlayed: matches.some(isComplete),
  }
}
