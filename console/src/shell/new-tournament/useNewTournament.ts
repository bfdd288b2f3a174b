import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { Scene, TournamentBody } from '../../core/rest.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { missingIn } from '../../organize/settings/settings-form.ts'
import { useSaving } from '../../query/useSaving.ts'

/** `template` is an id, or empty for none */
type NewTournamentForm = Pick<TournamentBody, 'name' | 'date' | 'linkType'> & { template: string }

/**
 * Creates a tournament, then loads its template in a second request, which may be refused on its
 * own. Without a template the tournament gets all cabinets of its scene.
 */
export function useNewTournament(scene: Scene, cabinets: number[]) {
  const saving = useSaving()
  const navigate = useNavigate()
  const [created, setCreated] = useState<TournamentBody | null>(null)
  const [empty] = useState<NewTournamentForm>(() => {
    return { name: '', date: today(), linkType: 'hivemind', template: '' }
  })
  const form = useEditedForm({ server: empty, saving, check: missingIn })
  const template = Number(form.values.template)

  async function create(): Promise<void> {
    const { template: _, name, ...fields } = form.values
    const assignedCabinets = template === 0 ? { assignedCabinets: cabinets } : {}
    const body = { scene: scene.id, ...fields, name: name.trim(), ...assignedCabinets }
    const saved = await saving.save(rest.post('/api/tournament/tournament/', {}, body))
    if (!saved.ok) return
    if (template === 0) return open(saved.answer)
    setCreated(saved.answer)
    await load(saved.answer, false)
  }

  async function load(tournament: TournamentBody, force: boolean): Promise<void> {
    const path = '/api/tournament/tournament/:id/load-template/'
    const saved = await saving.save(rest.put(path, { id: tournament.id }, { template, force }))
    if (saved.ok) await open(tournament)
  }

  function open({ id }: TournamentBody): Promise<void> {
    return navigate({ to: '/tournament/$id/admin', params: { id: String(id) } })
  }

  return { ...saving, form, created, create, load, open }
}

/** Today's date in local time, not in UTC. */
function today(): string {
  const now = new Date()
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}
