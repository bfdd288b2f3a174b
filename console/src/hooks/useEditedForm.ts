import { useForm } from '@mantine/form'
import { useLayoutEffect, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { changesIn, followed, rivalsIn, settled, taken } from './edited-fields.ts'
import type { Edited, Field } from './edited-fields.ts'
import { useEvent } from './useEvent.ts'

type Texts = Record<string, string>
/** What is known of the sending: whether it is under way, and why it was refused. */
export type Saving = {
  isSaving: boolean
  problem: { detail: string; fields: Texts } | null
  dismiss: () => void
}
/** Sends the changes; what the server then has, if the form stays open. */
export type Save<V> = (changes: Partial<V>, values: V) => Promise<V | void> | V | void
type Options<V extends object> = {
  /** what is saved; of something new, what its form begins with */
  server: V
  saving: Saving
  /** texts by field: what can be said before the server is asked */
  check?: (values: V) => Texts
  /** reads what no frame tells of, before it is written over */
  latest?: () => Promise<V | null>
}
type Asked<V> = { fields: Field<V>[]; server: V; send: () => Promise<void> }

/**
 * What is typed over what is saved. A field that nobody typed in follows the server; one that two
 * have changed is asked about. Only what was changed is sent (docs/decisions/forms-send-only-what-changed.md).
 */
export function useEditedForm<V extends object>(options: Options<V>) {
  const { server, saving, check, latest } = options
  const { form, edited, put, newest, setNewest } = useFollowing(server)
  const [isTried, setTried] = useState(false)
  const [asked, setAsked] = useState<Asked<V> | null>(null)
  const { values } = form
  const errors: Texts = { ...saving.problem?.fields, ...(isTried && check?.(values)) }
  const changes = changesIn(edited())

  async function send(save: Save<V>, element: Element): Promise<void> {
    const { values } = edited()
    const sent = changesIn(edited())
    const answer = await save(sent, values)
    if (!answer) return showFirst(element)
    setNewest(answer)
    put(settled(edited(), sent, answer))
  }

  async function submit(save: Save<V>, element: Element): Promise<void> {
    setTried(true)
    if (Object.keys(check?.(values) ?? {}).length > 0) return showFirst(element)
    const now = (await latest?.()) ?? newest
    const fields = rivalsIn(edited(), now)
    if (fields.length === 0) return send(save, element)
    setAsked({ fields, server: now, send: () => send(save, element) })
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
    onSubmit: (save: Save<V>) => (event: SyntheticEvent) => {
      event.preventDefault()
      if (!saving.isSaving) void submit(save, event.currentTarget)
    },
    /** as nobody had typed in it */
    reset() {
      form.reset()
      setTried(false)
    },
    /** as the server has it, whatever was typed */
    show: (server: V) => put({ values: server, base: server }),
    /** fields that somebody else has changed meanwhile, and to what */
    rivals: rivalsIn(edited(), newest),
    theirs: newest,
    take: (name: Field<V>) => put(taken(edited(), name, newest)),
    /** before something is written over that somebody else has changed */
    asked,
    lookAgain: () => setAsked(null),
    overwrite: () => void asked?.send(),
  }
}
export type EditedForm<V extends object> = ReturnType<typeof useEditedForm<V>>

/** The fields, of which those that nobody typed in follow the server. */
function useFollowing<V extends object>(server: V) {
  const form = useForm<V>({ initialValues: server })
  const [newest, setNewest] = useState(server)
  const known = useRef(server)
  const edited = (): Edited<V> => ({ values: form.getValues(), base: form.getInitialValues() })

  function put({ values, base }: Edited<V>): void {
    form.setInitialValues(base)
    form.setValues(values)
  }
  const follow = useEvent(() => {
    const moved = changesIn({ values: server, base: known.current })
    if (Object.keys(moved).length === 0) return
    known.current = server
    const next = { ...newest, ...moved }
    setNewest(next)
    put(followed(edited(), next))
  })
  useLayoutEffect(follow, [server, follow])
  return { form, edited, put, newest, setNewest }
}

/** The first field that is wrong, once it is drawn as such. */
function showFirst(element: Element): void {
  requestAnimationFrame(() => {
    const wrong = element.querySelector<HTMLElement>('[data-wrong], [aria-invalid="true"]')
    wrong?.scrollIntoView({ block: 'nearest' })
    wrong?.focus({ preventScroll: true })
  })
}
