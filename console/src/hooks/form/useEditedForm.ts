import { useForm } from '@mantine/form'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import {
  changesIn,
  withServerValues,
  conflictsIn,
  afterSave,
  withServerField,
} from './edited-fields.ts'
import type { Edited, Field } from './edited-fields.ts'
import { useEvent } from '../useEvent.ts'
import { useWarnBeforeLeaving } from './useWarnBeforeLeaving.ts'

type Texts = Record<string, string>
/** The state of a save: whether it is in progress, and why it was refused. */
export type Saving = {
  isSaving: boolean
  problem: { detail: string; fields: Texts; retry?: () => void } | null
  dismiss: () => void
}
/** For a form whose screen sends the values itself. */
export const notSaving: Saving = { isSaving: false, problem: null, dismiss: () => {} }
/** Sends the changes. Returns the saved values if the form stays open. */
export type Save<V> = (changes: Partial<V>, values: V, server: V) => Promise<V | void> | V | void
export type Options<V extends object> = {
  /** the saved values, or the initial ones of something new */
  server: V
  saving: Saving
  /** validates before the request; returns error texts by field */
  check?: (values: V) => Texts
  /** reads the current values before they are overwritten, if no frame has them; null on failure */
  latest?: () => Promise<V | null>
  /** false for passwords and codes, which browsers fill in by themselves: leaving never asks */
  isKept?: boolean
}
type EditConflict<V> = { fields: Field<V>[]; server: V; send: () => Promise<void> }

/**
 * A form over saved values. Fields that the user has not changed follow the server; before a field
 * that somebody else has changed too is overwritten, the user is asked. Only changed fields are
 * sent (docs/decisions/forms-save-only-changed-fields.md).
 */
export function useEditedForm<V extends object>(options: Options<V>) {
  const { saving, check, latest, isKept = true } = options
  const { form, values, server, edited, put } = useFollowing(options.server)
  const [isTried, setTried] = useState(false)
  const [conflict, setConflict] = useState<EditConflict<V> | null>(null)
  const isReading = useRef(false)
  const { isMarked, showFirstError } = useFirstError()
  const errors: Texts = { ...saving.problem?.fields, ...(isTried && check?.(values)) }
  const changes = changesIn(values, server)
  const isChanged = Object.keys(changes).length > 0
  const markSent = useUnsentWarning(values, isKept && isChanged, saving)

  async function send(save: Save<V>, element: Element | null): Promise<void> {
    const { values, server } = edited()
    const sent = changesIn(values, server)
    markSent(values)
    const answer = await save(sent, values, server)
    if (answer) put(afterSave(edited(), sent, answer))
    else showFirstError(element)
  }

  async function submit(save: Save<V>, element: Element | null = null): Promise<void> {
    if (saving.isSaving || isReading.current) return
    setTried(true)
    if (Object.keys(check?.(values) ?? {}).length > 0) return showFirstError(element)
    isReading.current = true
    const now = await latest?.()
    isReading.current = false
    if (now) put(withServerValues(edited(), now))
    const fields = conflictsIn(edited())
    if (fields.length === 0) return send(save, element)
    setConflict({ fields, server: edited().server, send: () => send(save, element) })
  }

  return {
    values,
    errors,
    changes,
    saving,
    isTried,
    isChanged,
    /** false: no input shows what was refused */
    isMarked,
    set: (part: Partial<V>) => form.setValues(part),
    ...inputsOf(form, errors),
    submit: (save: Save<V>) => submit(save),
    onSubmit: (save: Save<V>) => (event: SyntheticEvent) => {
      event.preventDefault()
      void submit(save, event.currentTarget)
    },
    /** discards what was typed */
    reset(saved = edited().server) {
      put({ values: saved, base: saved, server: saved })
      setTried(false)
    },
    /** fields that somebody else has changed in the meantime; `theirs` has the values */
    conflicts: conflictsIn({ values, base: form.getInitialValues(), server }),
    theirs: server,
    take: (name: Field<V>) => put(withServerField(edited(), name)),
    /** the open question whether to overwrite somebody else's changes */
    conflict,
    lookAgain: () => setConflict(null),
    overwrite: () => void conflict?.send(),
  }
}
export type EditedForm<V extends object> = ReturnType<typeof useEditedForm<V>>

function inputsOf<V extends object>(form: ReturnType<typeof useForm<V>>, errors: Texts) {
  return {
    /** props of a text input */
    field(name: Field<V>) {
      const props = form.getInputProps(name)
      return { ...props, value: props.value ?? '', ...wrong(errors[name]) }
    },
    /** props of a checkbox or switch */
    tick(name: Field<V>) {
      return { ...form.getInputProps(name, { type: 'checkbox' }), ...wrong(errors[name]) }
    },
  }
}

/** The values of the form. Those that the user has not changed follow the saved ones. */
function useFollowing<V extends object>(saved: V) {
  const form = useForm<V>({ initialValues: saved })
  const [server, setServer] = useState(saved)
  const newest = useRef(server)
  const lastSaved = useRef(saved)
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
    const changed = changesIn(saved, lastSaved.current)
    if (Object.keys(changed).length === 0) return
    lastSaved.current = saved
    put(withServerValues(edited(), { ...newest.current, ...changed }))
  })
  useLayoutEffect(follow, [saved, follow])
  return { form, values: form.values, server, edited, put }
}

/**
 * Warns before input is lost that is neither saved nor on its way. Returns the function that notes
 * the values that are sent.
 */
function useUnsentWarning<V extends object>(values: V, isChanged: boolean, saving: Saving) {
  const [sent, setSent] = useState<V | null>(null)
  // A write that has not reached the server is kept by the page, also if its form is closed.
  const isRefused = saving.problem !== null && !saving.problem.retry
  const isSent = !isRefused && sent !== null && Object.keys(changesIn(values, sent)).length === 0
  useWarnBeforeLeaving(isChanged && !isSent && !saving.isSaving)
  return (values: V) => setSent(() => values)
}

/** The attribute marks groups too, which have no `aria-invalid`. */
function wrong(error: string | undefined) {
  return { error, 'data-wrong': error !== undefined || undefined }
}

const wrongFields = '[data-wrong], [aria-invalid="true"]'
const controls = 'input:not([type=hidden]), select, textarea, button'

/**
 * Scrolls to the first invalid field and focuses it, or the first control of a group. `isMarked`:
 * false if there is none. An effect, because the field has to be rendered as invalid first.
 */
function useFirstError() {
  const [isMarked, setMarked] = useState(true)
  const [refused, setRefused] = useState<{ element: Element } | null>(null)
  useEffect(() => {
    if (!refused) return
    const frame = requestAnimationFrame(() => {
      const field = refused.element.querySelector<HTMLElement>(wrongFields)
      field?.scrollIntoView({ block: 'nearest' })
      const control = field?.matches(controls) ? field : field?.querySelector<HTMLElement>(controls)
      control?.focus({ preventScroll: true })
      setMarked(field !== null)
    })
    return () => cancelAnimationFrame(frame)
  }, [refused])
  function showFirstError(element: Element | null): void {
    if (element) setRefused({ element })
  }
  return { isMarked, showFirstError }
}
