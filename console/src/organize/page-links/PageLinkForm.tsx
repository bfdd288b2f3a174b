import '@mantine/core/styles/Input.layer.css'
import { Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useEffect, useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { pickChanged, required } from '../../hooks/form/edited-fields.ts'
import { useEvent } from '../../hooks/useEvent.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { links as words } from '../../core/text/organize/publishing.ts'
import { isWebAddress } from '#events/text/web-address.ts'
import { fillIn, isTypedByHand, newLookup } from './lookup.ts'
import { Picture } from './Picture.tsx'
import styles from './PageLinks.module.css'
import { rest, failureOf, sendOnce } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'
import { deviceName } from '../../core/device.ts'
import { wallClock } from '../../core/time/clock.ts'
import type { LookupResult, Lookup } from './lookup.ts'

export type PageLink = Row<'/api/tournament/links/'>

type Props = {
  tournament: number
  /** undefined: a new link */
  link?: PageLink
  button: string
  onSaved: () => void
  onCancel?: () => void
}
const debounceMs = 500

/** Edits the address, title and picture of a link. */
export function PageLinkForm({ tournament, link, button, onSaved, onCancel }: Props) {
  const server = { url: link?.url ?? '', title: link?.title ?? '', image: link?.image ?? '' }
  const form = useSavedForm({
    server,
    check: required({ url: words.urlMissing }),
    // What the page says becomes a part of what is saved.
    async latest() {
      if (!isTypedByHand({ ...form.values, auto: auto.current })) await finish()
      return null
    },
  })
  const auto = useRef({ title: '', image: '' })
  const { lookup, onTyped, finish } = useLookup(
    useEvent((result) => {
      const next = fillIn({ ...form.values, auto: auto.current }, result)
      auto.current = next.auto
      form.set({ title: next.title, image: next.image })
    }),
  )

  async function submit(changes: object, { url, title, image }: typeof server): Promise<void> {
    const body = { url: url.trim(), title: title.trim(), image: image.trim() || null }
    const write = link
      ? rest.patch('/api/tournament/links/:id/', { id: link.id }, pickChanged(body, changes))
      : rest.post('/api/tournament/links/', {}, { tournament, ...body })
    await form.save<unknown>(write, onSaved)
  }

  return (
    <EditForm form={form} onSave={submit} failed={words.failed} button={button} onCancel={onCancel}>
      <TextInput
        type="url"
        inputMode="url"
        label={words.url}
        description={words.urlHint}
        required
        data-autofocus={link ? true : undefined}
        {...form.field('url')}
        onChange={({ currentTarget }) => {
          form.set({ url: currentTarget.value })
          onTyped(currentTarget.value)
        }}
      />
      <p className={styles.notice} role="status">
        {lookup.state === 'asking' && words.looking}
        {lookup.state === 'found' && (lookup.result.notice ?? words.found)}
      </p>
      <TextInput label={words.name} {...form.field('title')} />
      <Group align="flex-end">
        <TextInput
          type="url"
          inputMode="url"
          className={forms.grow}
          label={words.image}
          {...form.field('image')}
        />
        <Picture src={usePreviewUrl(form.values.image.trim(), link)} />
      </Group>
    </EditForm>
  )
}

/** The URL a picture is shown from. The server fetches it, not the browser (R-OG-4). */
function usePreviewUrl(image: string, link: PageLink | undefined): string | null {
  const [settledImage] = useDebouncedValue(image, debounceMs)
  if (link && image === (link.image ?? '')) return link.imageShown
  if (image !== settledImage || !isWebAddress(image)) return null
  return rest.get('/api/tournament/links/opengraph/image/', { url: image })
}

/** Looks up the preview of the typed address. A failure only shows a notice. */
function useLookup(onFound: (result: LookupResult) => void) {
  const [state, setState] = useState<Lookup>({ state: 'idle' })
  const [lookup] = useState(() =>
    newLookup({
      request,
      clock: wallClock,
      onChange(next) {
        setState(next)
        if (next.state === 'found') onFound(next.result)
      },
    }),
  )
  useEffect(() => () => void lookup.stop(), [lookup])
  return { lookup: state, onTyped: lookup.typed, finish: lookup.finish }
}

async function request(url: string): Promise<LookupResult> {
  try {
    const write = rest.post('/api/tournament/links/opengraph/', {}, { url })
    const response = await sendOnce(write, deviceName())
    if (response.ok) return (await response.json()) as LookupResult
    return nothing((await failureOf(response)).message)
  } catch {
    return nothing(words.notFound)
  }
}

function nothing(notice: string): LookupResult {
  return { ogTitle: '', ogImage: null, imageShown: null, notice }
}
