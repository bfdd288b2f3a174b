import type { Scene } from '../core/rest.ts'
import { text } from '../core/text/text.ts'

/** Above every screen of a practice: nobody takes it for the evening. */
export function PracticeMark({ scene }: { scene: Scene }) {
  if ((scene.practiceOf ?? null) === null) return null
  return (
    <p className="needs-you" role="note">
      {text.practice}
    </p>
  )
}
