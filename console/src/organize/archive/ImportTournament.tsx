import { useRef, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { newId } from '../../core/device.ts'
import { rest } from '../../core/rest.ts'
import type { AnswerOf, Scene } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { archive as words } from './text.ts'
import { upload } from './upload.ts'

type Preview = AnswerOf<'POST /api/game/scene/:id/preview-tournament/'>
type Work = 'preview' | 'import'
const paths = {
  preview: '/api/game/scene/:id/preview-tournament/',
  import: '/api/game/scene/:id/import-tournament/',
} as const
const largest = 32 * 1024 * 1024

/**
 * A tournament that was exported as a ZIP, made one of this scene after a look at what is understood of
 * it. Plain, as the page on which it stands.
 */
export default function ImportTournament({ scene }: { scene: Scene }) {
  const lost = useRef<{ name: string; size: number; key: string }>(undefined)
  const [read, setRead] = useState<{ file: File; preview: Preview } | null>(null)
  /** what part of the file has gone */
  const [sent, setSent] = useState<{ work: Work; part: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** A file is no form: it goes as it is, and is chosen again where the line broke. */
  async function send<A extends object>(work: Work, body: File, key: string): Promise<A | null> {
    setSent({ work, part: 0 })
    setProblem(null)
    const { path } = rest.post(paths[work], { id: scene.id })
    const onSent = (part: number) => setSent({ work, part })
    const answer = await upload<A>({ path, key, body, onSent })
    setSent(null)
    if (answer === 'lost') setProblem(words.lost)
    else if (answer.detail !== undefined) setProblem(answer.detail)
    else return answer as A
    return null
  }

  async function look(file: File): Promise<void> {
    setRead(null)
    if (file.size > largest) return setProblem(words.tooLarge)
    const preview = await send<Preview>('preview', file, newId())
    if (preview) setRead({ file, preview })
  }

  async function take(file: File): Promise<void> {
    // The same file is imported once, however often it is chosen until there is an answer.
    const { name, size } = file
    const isSame = lost.current?.name === name && lost.current.size === size
    const key = isSame && lost.current ? lost.current.key : newId()
    lost.current = { name, size, key }
    const made = await send<{ id: number }>('import', file, key)
    if (made) return location.assign(to.admin(made.id, 'edit-match-results'))
    setRead(null)
  }

  return (
    <>
      <FileButton
        label={sent === null ? words.import : words.importing}
        accept=".zip,application/zip"
        isOff={sent !== null}
        onChoose={(file) => void look(file)}
      />
      {sent !== null && (
        <p role="status">{sent.part < 1 ? words.sent(sent.part) : words.reading[sent.work]}</p>
      )}
      {problem !== null && (
        <p role="alert">
          <strong>{words.failed}</strong> {problem || text.apiFailed}
        </p>
      )}
      {read && sent === null && (
        <section aria-label={words.preview}>
          <strong>{words.heading(read.preview.name, read.preview.date)}</strong>
          <ul>
            {words.understood(read.preview).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <button type="button" className="primary" onClick={() => void take(read.file)}>
            {words.take}
          </button>
        </section>
      )}
    </>
  )
}
