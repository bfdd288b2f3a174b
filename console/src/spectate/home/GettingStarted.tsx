import { useEffect, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { WatchedTournament } from '../../core/live/WatchedTournament.tsx'
import { readAll, rest, rowsPerPage } from '../../core/rest.ts'
import type { Scene, TournamentBody } from '../../core/rest.ts'
import { mayOrganize, organizesAny, useUser } from '../../core/session-user.ts'
import type { Person } from '../../core/session-user.ts'
import { completeLanguage } from '../../core/text/catalogue.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import Setup, { SetupList } from '../../organize/setup/Setup.tsx'
import type { TaskLinkProps } from '../../organize/setup/Setup.tsx'
import { noProgress, tasksOf } from '../../organize/setup/tasks.ts'
import { NewTournamentLink } from './NewTournamentLink.tsx'

const Newcomer = lazyPart(async () => {
  await completeLanguage()
  return import('./Newcomer.tsx')
})

type Props = { tournaments: TournamentBody[] }

/** What a signed-in person can do from here. */
export default function GettingStarted({ person, tournaments }: Props & { person: Person }) {
  if (organizesAny(person)) return <FirstMatch tournaments={tournaments} />
  if (person.roles.length > 0) return null
  return <Newcomer person={person} hasTournaments={tournaments.length > 0} />
}

/** For organisers: the open tasks of the newest tournament, and the scenes without one. */
function FirstMatch({ tournaments }: Props) {
  const user = useUser()
  const scenes = useScenes()?.filter((scene) => mayOrganize(user, scene))
  const [newest] = tournaments
    .filter(({ scene, isActive }) => isActive && mayOrganize(user, scene))
    .toSorted((a, b) => b.id - a.id)
  if (!scenes) return null
  const empty = scenes.filter(({ id }) => !tournaments.some(({ scene }) => scene.id === id))
  const isFirst = empty.length === scenes.length
  const [first, ...others] = empty
  return (
    <>
      {newest ? (
        <WatchedTournament id={newest.id} key={newest.id} isPublic>
          <Setup of={newest} path={to.home()} Link={PlainLink} />
        </WatchedTournament>
      ) : (
        isFirst && (
          <SetupList
            tasks={tasksOf({ ...noProgress, scene: first?.name ?? null })}
            path={to.home()}
            Link={PlainLink}
          />
        )
      )}
      {(isFirst ? others : empty).map((scene) => (
        <section key={scene.id}>
          <h2>
            <a href={to.scene(scene)} className="touch">
              {scene.displayName}
            </a>
          </h2>
          <NewTournamentLink scene={scene} />
        </section>
      ))}
    </>
  )
}

function PlainLink({ to, ...props }: TaskLinkProps) {
  return <a href={to} {...props} />
}

function useScenes(): Scene[] | null {
  const [scenes, setScenes] = useState<Scene[] | null>(null)
  useEffect(() => {
    readAll(rest.get('/api/game/scene/', { rowsPerPage })).then(setScenes, () => {})
  }, [])
  return scenes
}
