import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { rest, tournamentAt } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { savingText } from '../../core/text/ui/saving.ts'
import { missingIn, settingsOf } from './settings-form.ts'
import type { Settings } from './settings-form.ts'

/** The form of the basic settings. Unsaved changes survive when somebody else saves. */
export function useSettings() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const row = useLiveState((shown) => shown.live.rows.tournament[tournament.id])
  const server = useMemo(() => settingsOf({ ...tournament, ...row }), [tournament, row])
  const router = useRouter()
  const form = useSavedForm<Settings>({
    server,
    check: missingIn,
    // No frame contains the description, so the tournament is fetched.
    latest: () =>
      tournamentAt(tournament.id).then(
        (now) => settingsOf(now.tournament),
        () => null,
      ),
  })

  async function save(body: Partial<Settings>): Promise<Settings | void> {
    const { id } = tournament
    const saved = await form.save(rest.patch('/api/tournament/tournament/:id/', { id }, body))
    if (!saved.ok) return
    toast(savingText.saved)
    void router.invalidate()
    return settingsOf(saved.answer)
  }
  return { form, save }
}
