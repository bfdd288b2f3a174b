import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { FormButtons } from '../../ui/FormButtons.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { links as words } from './text.ts'
import { filled, isAddress } from './lookup.ts'
import type { Draft } from './lookup.ts'
import { Picture } from './Picture.tsx'
import styles from './PageLinks.module.css'
import { useLookup } from './useLookup.ts'

export const linkUrl = '/api/tournament/links/'
export type Link = {
  id: number
  url: string
  title: string
  image: string | null
  imageShown: string | null
}

type Props = {
  tournament: number
  /** undefined: a new one */
  link?: Link
  button: string
  onSaved: () => void
  onCancel?: () => void
}
const pauseMs = 500
const nothing = { title: '', image: '' }

/** Address, title and picture of a link. */
export function PageLinkForm({ tournament, link, button, onSaved, onCancel }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const before = { url: link?.url ?? '', title: link?.title ?? '', image: link?.image ?? '' }
  const [draft, setDraft] = useState<Draft>({ ...before, auto: nothing })
  const [isMissing, setMissing] = useState(false)
  const { shown, typed } = useLookup((looked) => setDraft((now) => filled(now, looked)))
  const { url, title, image } = draft
  const isEmpty = url.trim() === ''
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))

  async function submit(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const fields = { url: url.trim(), title: title.trim(), image: image.trim() || null }
    const saved = link
      ? await save({ method: 'PATCH', path: `${linkUrl}${link.id}/`, body: fields })
      : await save({ method: 'POST', path: linkUrl, body: { tournament, ...fields } })
    if (saved.ok) onSaved()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void submit())}
    >
      <TextInput
        type="url"
        inputMode="url"
        label={words.url}
        description={words.urlHint}
        required
        data-autofocus={link ? true : undefined}
        maxLength={2_000}
        value={url}
        error={isMissing && isEmpty ? words.urlMissing : problem?.fields['url']}
        onChange={({ currentTarget }) => {
          set({ url: currentTarget.value })
          typed(currentTarget.value)
        }}
      />
      <p className={styles.notice} role="status">
        {shown.state === 'asking' && words.looking}
        {shown.state === 'found' && (shown.looked.notice ?? words.found)}
      </p>
      <TextInput
        label={words.name}
        maxLength={200}
        value={title}
        error={problem?.fields['title']}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <div className={styles.image}>
        <TextInput
          type="url"
          inputMode="url"
          className={form.grow}
          label={words.image}
          maxLength={2_000}
          value={image}
          error={problem?.fields['image']}
          onChange={({ currentTarget }) => set({ image: currentTarget.value })}
        />
        <Picture src={useShownAt(image.trim(), link)} />
      </div>
      <ProblemNote
        problem={problem}
        title={words.failed}
        beside={['url', 'title', 'image']}
        onDismiss={dismiss}
      />
      <FormButtons button={button} isSaving={isSaving} onCancel={onCancel} />
    </form>
  )
}

/** Where a picture is shown from: this server fetches it, not the browser (R-OG-4). */
function useShownAt(image: string, link: Link | undefined): string | null {
  const [still] = useDebouncedValue(image, pauseMs)
  if (link && image === (link.image ?? '')) return link.imageShown
  if (image !== still || !isAddress(image)) return null
  return `${linkUrl}opengraph/image/?${new URLSearchParams({ url: image }).toString()}`
}
