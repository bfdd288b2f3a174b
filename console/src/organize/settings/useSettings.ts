import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { tournamentAt } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import { settings as words } from '../../core/text/settings.ts'
import { changesIn, conflicts, draftOf, fields, followed, settingsOf } from './settings-form.ts'
import type { SettingsForm, Errors, Field, Settings } from './settings-form.ts'

/** The settings as they are on the server: what is live there, and the rest as it was last told. */
function useServer() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const [told, setTold] = useState({ since: tournament, description: tournament.description })
  const row = useLiveState((shown) => shown.live.rows.tournament[tournament.id])
  const { description } = told.since === tournament ? told : tournament
  const server = useMemo(
    () => settingsOf({ ...tournament, description, ...row }),
    [tournament, description, row],
  )
  const tell = (settings: Settings) => {
    setTold({ since: tournament, description: settings.description })
  }
  return { id: tournament.id, server, tell }
}

/** What is typed over the settings; nothing of it is lost when somebody else saves. */
export function useSettings() {
  const { id, server, tell } = useServer()
  const router = useRouter()
  const saving = useSaving()
  const [draft, setDraft] = useState<SettingsForm>(() => draftOf(server))
  const [known, setKnown] = useState(server)
  const [errors, setErrors] = useState<Errors>({})
  const [asked, setAsked] = useState<{ fields: Field[]; server: Settings } | null>(null)
  if (known !== server) {
    setKnown(server)
    setDraft(followed(draft, server))
  }

  async function save(): Promise<void> {
    const missing = missingIn(draft.values)
    setErrors(missing)
    const [first] = fields.filter((field) => missing[field])
    if (first) return document.getElementById(idOf(first))?.focus()
    const now = await tournamentAt(id).catch(() => null)
    const latest = now ? settingsOf(now.tournament) : server
    const twice = conflicts(draft, latest)
    if (twice.length > 0) setAsked({ fields: twice, server: latest })
    else await send()
  }

  async function send(): Promise<void> {
    const body = changesIn(draft)
    const path = `/api/tournament/tournament/${id}/`
    const saved = await saving.save<Settings>({ method: 'PATCH', path, body })
    if (!saved.ok) return setErrors(saved.problem.fields)
    const settings = settingsOf(saved.answer)
    tell(settings)
    setDraft((before) => followed(before, settings))
    toast(text.saving.saved)
    await router.invalidate()
  }

  return {
    ...saving,
    draft,
    server,
    errors,
    asked,
    hasChanges: Object.keys(changesIn(draft)).length > 0,
    type: (change: (before: SettingsForm) => SettingsForm) => setDraft(change),
    save,
    overwrite: send,
    lookAgain: () => setAsked(null),
  }
}

export function idOf(field: Field): string {
  return `settings-${field}`
}

function missingIn({ name, date }: Settings): Errors {
  return {
    ...(name.trim() === '' && { name: words.nameMissing }),
    ...(date === '' && { date: words.dateMissing }),
  }
}
