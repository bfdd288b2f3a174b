import { useForm } from '@mantine/form'
import { useLayoutEffect, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { changesIn, followed, rivalsIn, settled, taken } from './edited-fields.ts'
import type { Edited, Field } from './edited-fields.ts'
import { useEvent } from '../useEvent.ts'

type Texts = Record<string, string>
/** What is known of the sending: whether it is under way, and why it was refused. */
export type Saving = {
  isSaving: boolean
  problem: { detail: string; fields: Texts; retry?: () => void } | null
  dismiss: () => void
}
/** Of a form whose screen does the sending. */
export const idle: Saving = { isSaving: false, problem: null, dismiss: () => {} }
/** Sends the changes; what the server then has, if the form stays open. */
export type Save<V> = (changes: Partial<V>, values: V, server: V) => Promise<V | void> | V | void
type Options<V extends object> = {
  /** what is saved; of something new, what its form begins with */
  server: V
  saving: Saving
  /** texts by field: what can be said before the server is asked */
  check?: (values: V) => Texts
  /** reads what no frame tells of, before it is written over; null where it cannot be read */
  latest?: () => Promise<V | null>
}
type FormOptions<V> = { fields: Field<V>[]; server: V; send: () => Promise<void> }

/**
 * What is typed over what is saved. A field that nobody typed in follows the server; one that two
 * have changed is asked about. Only what was changed is sent (docs/decisions/forms-send-only-what-changed.md).
 */
export function useEditedForm<V extends object>(options: Options<V>) {
  const { saving, check, latest } = options
  const { form, server, edited, put } = useFollowing(options.server)
  const [isTried, setTried] = useState(false)
  const [asked, setAsked] = useState<FormOptions<V> | null>(null)
  const isReading = useRef(false)
  const { values } = form
  const errors: Texts = { ...saving.problem?.fields, ...(isTried && check?.(values)) }
  const changes = changesIn(values, server)

  async function send(save: Save<V>, element: Element | null): Promise<void> {
    const { values, server } = edited()
    const sent = changesIn(values, server)
    const answer = await save(sent, values, server)
    if (answer) put(settled(edited(), sent, answer))
    else showFirst(element)
  }

  async function submit(save: Save<V>, element: Element | null = null): Promise<void> {
    if (saving.isSaving || isReading.current) return
    setTried(true)
    if (Object.keys(check?.(values) ?? {}).length > 0) return showFirst(element)
    isReading.current = true
    const now = await latest?.()
    isReading.current = false
    if (now) put(followed(edited(), now))
    const fields = rivalsIn(edited())
    if (fields.length === 0) return send(save, element)
    setAsked({ fields, server: edited().server, send: () => send(save, element) })
  }

  return {
    values,
    errors,
    changes,
    saving,
    isTried,
    isChanged: Object.keys(changes).length > 0,
    set: (part: Partial<V>) => form.setValues(part),
    /** what an input with a text is given */
    field(name: Field<V>) {
      const props = form.getInputProps(name)
      return { ...props, value: props.value ?? '', error: errors[name] }
    },
    /** what an input with two states is given */
    tick(name: Field<V>) {
      return { ...form.getInputProps(name, { type: 'checkbox' }), error: errors[name] }
    },
    submit: (save: Save<V>) => submit(save),
    onSubmit: (save: Save<V>) => (event: SyntheticEvent) => {
      event.preventDefault()
      void submit(save, event.currentTarget)
    },
    /** as it is saved, whatever was typed */
    reset(saved = edited().server) {
      put({ values: saved, base: saved, server: saved })
      setTried(false)
    },
    /** fields that somebody else has changed meanwhile, and to what */
    rivals: rivalsIn({ values, base: form.getInitialValues(), server }),
    theirs: server,
    take: (name: Field<V>) => put(taken(edited(), name)),
    /** before something is written over that somebody else has changed */
    asked,
    lookAgain: () => setAsked(null),
    overwrite: () => void asked?.send(),
  }
}
export type EditedForm<V extends object> = ReturnType<typeof useEditedForm<V>>

/** The fields, of which those that nobody typed in follow what is saved. */
function useFollowing<V extends object>(saved: V) {
  const form = useForm<V>({ initialValues: saved })
  const [server, setServer] = useState(saved)
  const newest = useRef(server)
  const known = useRef(saved)
  const edited = (): Edited<V> => ({
    values: form.getValues(),
    base: form.getInitialValues(),
    server: newest.current,
  })

  function put({ values, base, server }: Edited<V>): void {
    newest.current = server
    setServer(server)
    form.setInitialValues(base)
    form.setValues(values)
  }
  const follow = useEvent(() => {
    const moved = changesIn(saved, known.current)
    if (Object.keys(moved).length === 0) return
    known.current = saved
    put(followed(edited(), { ...newest.current, ...moved }))
  })
  useLayoutEffect(follow, [saved, follow])
  return { form, server, edited, put }
}

/** The first field that is wrong, once it is drawn as such. */
function showFirst(element: Element | null): void {
  requestAnimationFrame(() => {
    const wrong = element?.querySelector<HTMLElement>('[data-wrong], [aria-invalid="true"]')
    wrong?.scrollIntoView({ block: 'nearest' })
    wrong?.focus({ preventScroll: true })
  })
}
