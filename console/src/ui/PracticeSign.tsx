import type { Scene } from '../core/rest.ts'
import { text } from '../core/text/text.ts'

/** Marks every screen of a practice, so that nobody mistakes it for a real tournament. */
export function PracticeSign({ scene }: { scene: Scene }) {
  if ((scene.practiceOf ?? null) === null) return null
  return (
    <p className="needs-you" role="note">
      {text.practice}
    </p>
  )
}
