import { useRef, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { newId } from '../../core/device.ts'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { rest } from '../../core/rest.ts'
import type { Scene } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import { archive as words } from './text.ts'

const uploadLimitMs = 10 * 60_000

/** A tournament that was exported as a ZIP, made one of this scene. Plain, as the page on which it stands. */
export default function ImportTournament({ scene }: { scene: Scene }) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** A file is no form: it goes as it is, and is chosen again where the line broke. */
  async function take(body: File | undefined): Promise<void> {
    if (!body) return
    setSending(true)
    setProblem(null)
    const headers = { 'Content-Type': 'application/zip', 'Idempotency-Key': newId() }
    const { path } = rest.post('/api/game/scene/:id/import-tournament/', { id: scene.id })
    const answer = await fetchInTime(path, { method: 'POST', headers, body }, uploadLimitMs)
      .then((response) => response.json() as Promise<{ id?: number; detail?: string }>)
      .catch(() => ({ id: undefined, detail: text.saving.noAnswer }))
    if (answer.id !== undefined) return location.assign(to.admin(answer.id, 'edit-match-results'))
    setSending(false)
    setProblem(answer.detail ?? text.apiFailed)
  }

  return (
    <>
      <button
        type="button"
        className="secondary"
        disabled={isSending}
        onClick={() => input.current?.click()}
      >
        {isSending ? words.importing : words.import}
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
      {problem !== null && (
        <p role="alert">
          <strong>{words.failed}</strong> {problem}
        </p>
      )}
    </>
  )
}
