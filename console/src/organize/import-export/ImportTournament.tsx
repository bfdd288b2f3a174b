import { useRef, useState } from 'react'
import { maxZipBytes } from '#events/rules/limits.ts'
import { to } from '../../core/addresses.ts'
import { newId } from '../../core/device.ts'
import { rest } from '../../core/rest.ts'
import type { AnswerOf, Scene } from '../../core/rest.ts'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { importing as words } from '../../core/text/organize/settings.ts'
import { upload } from './upload.ts'

type Preview = AnswerOf<'POST /api/game/scene/:id/preview-tournament/'>
type Action = 'preview' | 'import'
const mebibyte = 1024 * 1024
const paths = {
  preview: '/api/game/scene/:id/preview-tournament/',
  import: '/api/game/scene/:id/import-tournament/',
} as const

/**
 * Imports a tournament that was exported as a ZIP into this scene, after a preview. It does not use
 * Mantine, like the public page that shows it.
 */
export default function ImportTournament({ scene }: { scene: Scene }) {
  const lastAttempt = useRef<{ name: string; size: number; key: string }>(undefined)
  const [previewed, setPreviewed] = useState<{ file: File; preview: Preview } | null>(null)
  /** `part` is the share of the file that has been uploaded, from 0 to 1 */
  const [progress, setProgress] = useState<{ action: Action; part: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** Uploads the raw file. After a lost connection the user chooses the file again. */
  async function send<A extends object>(
    action: Action,
    body: File,
    key: string,
  ): Promise<A | null> {
    setProgress({ action, part: 0 })
    setProblem(null)
    const { path } = rest.post(paths[action], { id: scene.id })
    const onSent = (part: number) => setProgress({ action, part })
    const answer = await upload<A>({ path, key, body, onSent })
    setProgress(null)
    if (answer === 'lost') setProblem(words.lost)
    else if (answer.detail !== undefined) setProblem(answer.detail)
    else return answer as A
    return null
  }

  async function loadPreview(file: File): Promise<void> {
    setPreviewed(null)
    if (file.size > maxZipBytes) return setProblem(words.tooLarge(maxZipBytes / mebibyte))
    const preview = await send<Preview>('preview', file, newId())
    if (preview) setPreviewed({ file, preview })
  }

  async function importFile(file: File): Promise<void> {
    // The same idempotency key until there is an answer: choosing the file again imports it once.
    const { name, size } = file
    const isSame = lastAttempt.current?.name === name && lastAttempt.current.size === size
    const key = isSame && lastAttempt.current ? lastAttempt.current.key : newId()
    lastAttempt.current = { name, size, key }
    const imported = await send<{ id: number }>('import', file, key)
    if (imported) return location.assign(to.admin(imported.id, 'edit-match-results'))
    setPreviewed(null)
  }

  return (
    <>
      <FileButton
        label={progress === null ? words.import : words.importing}
        accept=".zip,application/zip"
        isOff={progress !== null}
        onChoose={(file) => void loadPreview(file)}
      />
      {progress !== null && (
        <p role="status">
          {progress.part < 1 ? words.sent(progress.part) : words.reading[progress.action]}
        </p>
      )}
      {problem !== null && (
        <p role="alert">
          <strong>{words.failed}</strong> {problem}
        </p>
      )}
      {previewed && progress === null && (
        <section aria-label={words.preview}>
          <strong>{words.heading(previewed.preview.name, previewed.preview.date)}</strong>
          <ul>
            {words.understood(previewed.preview).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <button type="button" className="primary" onClick={() => void importFile(previewed.file)}>
            {words.take}
          </button>
        </section>
      )}
    </>
  )
}
