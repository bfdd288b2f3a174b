import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Scene, TournamentBody } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import { settings } from '../../core/text/settings.ts'

const tournamentUrl = '/api/tournament/tournament/'
export type Wanted = Pick<TournamentBody, 'name' | 'date' | 'linkType'> & {
  template: number | null
}
export type Errors = Partial<Record<keyof Wanted, string>>

/** A tournament is made first, then set up from its template: the latter may be refused alone. */
export function useNewTournament(scene: Scene) {
  const saving = useSaving()
  const navigate = useNavigate()
  const [made, setMade] = useState<TournamentBody | null>(null)
  const [missing, setMissing] = useState<Errors>({})

  async function create({ template, ...fields }: Wanted): Promise<void> {
    const left = missingIn(fields)
    setMissing(left)
    if (Object.keys(left).length > 0 || saving.isSaving) return
    const body = { scene: scene.id, ...fields, name: fields.name.trim() }
    const saved = await saving.save<TournamentBody>({ method: 'POST', path: tournamentUrl, body })
    if (!saved.ok) return
    if (template === null) return open(saved.answer)
    setMade(saved.answer)
    await load(saved.answer, template, false)
  }

  async function load(into: TournamentBody, template: number, force: boolean): Promise<void> {
    const path = `${tournamentUrl}${into.id}/load-template/`
    const saved = await saving.save({ method: 'PUT', path, body: { template, force } })
    if (saved.ok) await open(into)
  }

  function open({ id }: TournamentBody): Promise<void> {
    return navigate({ to: '/tournament/$id/admin', params: { id: String(id) } })
  }

  const errors: Errors = { ...saving.problem?.fields, ...missing }
  return { ...saving, made, errors, create, load, open }
}

function missingIn({ name, date }: { name: string; date: string }): Errors {
  return {
    ...(name.trim() === '' && { name: settings.nameMissing }),
    ...(date === '' && { date: settings.dateMissing }),
  }
}
