import type { Scene } from '../core/rest.ts'
import { publicText as text } from '../core/text/public.ts'

/** Above every screen of a practice: nobody takes it for the evening. */
export function PracticeMark({ scene }: { scene: Scene }) {
  if ((scene.practiceOf ?? null) === null) return null
  return (
    <p className="needs-you" role="note">
      {text.practice}
    </p>
  )
}
