import type { TournamentBody } from '../core/rest.ts'

type Face = Pick<TournamentBody['scene'], 'logo' | 'faceStyle'>

/** While it is there, the page has the colours of the scene. */
export function SceneFace({ face }: { face: Face }) {
  return <style>{face.faceStyle}</style>
}

/** Decoration: the name of the scene stands beside it. */
export function SceneLogo({
  face,
  className,
}: {
  face: Pick<Face, 'logo'>
  className?: string | undefined
}) {
  return face.logo === null ? null : <img src={face.logo} alt="" className={className} />
}
