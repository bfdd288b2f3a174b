import type { TournamentBody } from '../core/rest.ts'

type Face = Pick<TournamentBody['scene'], 'logo' | 'faceStyle'>

/** Applies the colours of the scene to the page while it is mounted. */
export function SceneFace({ face }: { face: Face }) {
  return <style>{face.faceStyle}</style>
}

/** Has an empty `alt`, because the name of the scene is next to it. */
export function SceneLogo({
  face,
  className,
}: {
  face: Pick<Face, 'logo'>
  className?: string | undefined
}) {
  return face.logo === null ? null : <img src={face.logo} alt="" className={className} />
}
