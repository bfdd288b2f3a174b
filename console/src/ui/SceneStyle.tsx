import type { TournamentBody } from '../core/rest.ts'

type Scene = Pick<TournamentBody['scene'], 'logo' | 'faceStyle'>

/** Applies the colours of the scene to the page while it is mounted. */
export function SceneStyle({ scene }: { scene: Scene }) {
  return <style>{scene.faceStyle}</style>
}

/** Has an empty `alt`, because the name of the scene is next to it. */
export function SceneLogo({
  scene,
  className,
}: {
  scene: Pick<Scene, 'logo'>
  className?: string | undefined
}) {
  return scene.logo === null ? null : <img src={scene.logo} alt="" className={className} />
}
