import { to } from '../../core/addresses.ts'
import { useEffect, useState } from 'react'
import { readAll, rest, rowsPerPage } from '../../core/rest.ts'
import type { Scene } from '../../core/rest.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { NewTournamentLink } from './NewTournamentLink.tsx'

/** Scenes without a tournament, for who may make the first one. */
export function EmptyScenes({ having }: { having: ReadonlySet<number> }) {
  const user = useUser()
  const scenes = useScenes(user.state === 'in')
  return scenes
    .filter((scene) => !having.has(scene.id) && mayOrganize(user, scene))
    .map((scene) => (
      <section key={scene.id}>
        <h2>
          <a href={to.scene(scene)}>{scene.displayName}</a>
        </h2>
        <NewTournamentLink scene={scene} />
      </section>
    ))
}

function useScenes(isWanted: boolean): Scene[] {
  const [scenes, setScenes] = useState<Scene[]>([])
  useEffect(() => {
    if (!isWanted) return
    readAll(rest.get('/api/game/scene/', { rowsPerPage })).then(setScenes, () => {})
  }, [isWanted])
  return scenes
}
