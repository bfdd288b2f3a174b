import { useRef, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { newId } from '../../core/device.ts'
import { rest } from '../../core/rest.ts'
import type { Scene } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { archive as words } from './text.ts'
import { upload } from './upload.ts'

const largest = 32 * 1024 * 1024

/** A tournament that was exported as a ZIP, made one of this scene. Plain, as the page on which it stands. */
export default function ImportTournament({ scene }: { scene: Scene }) {
  const lost = useRef<{ name: string; size: number; key: string }>(undefined)
  /** what part of the file has gone */
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** A file is no form: it goes as it is, and is chosen again where the line broke. */
  async function take(body: File): Promise<void> {
    if (body.size > largest) return setProblem(words.tooLarge)
    setSent(0)
    setProblem(null)
    // The same file is imported once, however often it is chosen until there is an answer.
    const { name, size } = body
    const isSame = lost.current?.name === name && lost.current.size === size
    const key = isSame && lost.current ? lost.current.key : newId()
    const { path } = rest.post('/api/game/scene/:id/import-tournament/', { id: scene.id })
    const answer = await upload({ path, key, body, onSent: setSent })
    lost.current = answer === 'lost' ? { name, size, key } : undefined
    if (answer !== 'lost' && answer.id !== undefined) {
      return location.assign(to.admin(answer.id, 'edit-match-results'))
    }
    setSent(null)
    setProblem(answer === 'lost' ? words.lost : (answer.detail ?? text.apiFailed))
  }

  return (
    <>
      <FileButton
        label={sent === null ? words.import : words.importing}
        accept=".zip,application/zip"
        isOff={sent !== null}
        onChoose={(file) => void take(file)}
      />
      {sent !== null && <p role="status">{sent < 1 ? words.sent(sent) : words.reading}</p>}
      {problem !== null && (
        <p role="alert">
          <strong>{words.failed}</strong> {problem}
        </p>
      )}
    </>
  )
}
