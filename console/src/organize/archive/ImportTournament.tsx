import { useRef } from 'react'
import { to } from '../../core/addresses.ts'
import { rest } from '../../core/rest.ts'
import type { Scene } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import { archive as words } from './text.ts'

/** A tournament that was exported as a ZIP, made one of this scene. Plain, as the page on which it stands. */
export default function ImportTournament({ scene }: { scene: Scene }) {
  const input = useRef<HTMLInputElement>(null)
  const { save, isSaving, problem } = useSaving()

  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    const path = '/api/game/scene/:id/import-tournament/'
    const saved = await save({ ...rest.post(path, { id: scene.id }), body: file })
    if (saved.ok) location.assign(to.admin(saved.answer.id, 'edit-match-results'))
  }

  return (
    <>
      <button
        type="button"
        className="secondary"
        disabled={isSaving}
        onClick={() => input.current?.click()}
      >
        {isSaving ? words.importing : words.import}
      </button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      {problem && (
        <p role="alert">
          <strong>{words.failed}</strong> {problem.detail}
        </p>
      )}
    </>
  )
}
