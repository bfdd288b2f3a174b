import type { Scene } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'

const Sign = lazyPart(() => import('./PracticeWords.tsx'))

/** Marks every screen of a practice, so that nobody mistakes it for a real tournament. */
export function PracticeSign({ scene }: { scene: Scene }) {
  return (scene.practiceOf ?? null) === null ? null : <Sign />
}
