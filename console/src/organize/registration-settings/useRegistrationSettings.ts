import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from '../../hooks/toast.ts'
import { reasonOf, useResource } from '../../query/useResource.ts'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import type {
  RegistrationBody,
  RegistrationSettings,
} from '../../spectate/registration/registration-body.ts'
import { rivals, settingsOf, typed, untouched, without } from './changed-settings.ts'
import type { Field, Touched } from './changed-settings.ts'

/** The settings as they are kept, and what is typed over them until it is saved. */
export function useRegistrationSettings() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const path = `/api/tournament/tournament/${tournament.id}/`
  const { answer: paper, error, reload, show } = useResource<RegistrationBody>(path)
  const [touched, setTouched] = useState<Touched>(untouched)
  const [asked, setAsked] = useState<Field[] | null>(null)
  const saving = useSaving()
  const server = paper && settingsOf(paper)

  async function save(): Promise<void> {
    // What another organiser saved meanwhile is seen before it is written over.
    const latest = await reload()
    const twice = latest ? rivals(touched, settingsOf(latest)) : []
    if (twice.length > 0) setAsked(twice)
    else await send(touched)
  }

  async function send({ values }: Touched): Promise<void> {
    setAsked(null)
    const saved = await saving.save<RegistrationBody>({ method: 'PATCH', path, body: values })
    if (!saved.ok) return
    show(saved.answer)
    setTouched((now) => without(now, sameIn(now.values, values)))
    toast(text.saving.saved)
  }

  return {
    ...saving,
    id: tournament.id,
    paper,
    server,
    failure: error === null ? null : reasonOf(error),
    reload,
    values: server && { ...server, ...touched.values },
    touched: Object.keys(touched.values) as Field[],
    asked,
    type(change: Partial<RegistrationSettings>) {
      saving.dismiss()
      if (server) setTouched((before) => typed(before, change, server))
    },
    save,
    overwrite: () => void send(touched),
    lookAgain: () => setAsked(null),
  }
}

/** Those that were not typed in again while they were being saved. */
function sameIn(now: Partial<RegistrationSettings>, sent: Partial<RegistrationSettings>): Field[] {
  return (Object.keys(sent) as Field[]).filter((field) => now[field] === sent[field])
}
