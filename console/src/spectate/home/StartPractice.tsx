import { to } from '../../core/addresses.ts'
import { rest } from '../../core/rest.ts'
import type { Scene } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import { creation as words } from '../../core/text/spectate/home.ts'

/** Creates a practice with one press: made-up teams at a simulated cabinet. */
export default function StartPractice({ scene }: { scene: Scene }) {
  const { save, isSaving, problem } = useSaving()

  async function start(): Promise<void> {
    const write = rest.post('/api/tournament/scene/:id/practice/', { id: scene.id })
    const saved = await save(write)
    if (saved.ok) location.assign(to.admin(saved.answer.id, 'current-matches'))
  }

  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-label={words.practiseIn(scene.displayName)}
        disabled={isSaving}
        onClick={() => void start()}
      >
        {isSaving ? words.practising : words.practise}
      </button>
      {problem && <p role="alert">{problem.detail}</p>}
    </>
  )
}
