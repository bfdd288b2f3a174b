import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from '../../parts/toast.ts'
import { reasonOf, useKeptOne } from '../../parts/useKeptOne.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { text } from '../../text.ts'
import type { RegistrationPaper, RegistrationSettings } from '../register/paper.ts'
import { rivals, settingsOf, typed, untouched, without } from './touched.ts'
import type { Field, Touched } from './touched.ts'

/** The settings as they are kept, and what is typed over them until it is saved. */
export function useRegistrationSettings() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const path = `/api/tournament/tournament/${tournament.id}/`
  const { answer: paper, error, reload, show } = useKeptOne<RegistrationPaper>(path)
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
    const saved = await saving.save<RegistrationPaper>({ method: 'PATCH', path, body: values })
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
