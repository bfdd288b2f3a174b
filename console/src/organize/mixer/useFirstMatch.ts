import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import type { MixerFormat } from './formats.ts'
import { mixer as words } from '../../core/text/organize/plan.ts'

const tournamentPath = '/api/tournament/tournament/:id'
class SaveFailed extends Error {}

/** Starts a match on each cabinet. After a failure, starting again resumes at the failed step. */
export function useFirstMatch(id: number) {
  const { store } = useLiveSession()
  const { save, isSaving, problem, dismiss } = useSaving()

  async function saveOrStop<A>(write: Write<A>): Promise<A> {
    const saved = await save(write)
    if (!saved.ok) throw new SaveFailed()
    return saved.answer
  }

  async function ensureStage({ kind: stageType, ...games }: MixerFormat): Promise<number> {
    const { bracket, team } = store.getState().live.rows
    const [existing] = Object.values(bracket)
    if (existing?.isCreated) return existing.id
    const body = { tournament: id, name: words.title, stageType, ...games }
    const stage = existing ?? (await saveOrStop(rest.post('/api/tournament/bracket/', {}, body)))
    const params = { id: stage.id }
    const teams = Object.values(team).map(({ id }) => id)
    await saveOrStop(rest.put('/api/tournament/bracket/:id/set-teams/', params, { teams }))
    await saveOrStop(rest.put('/api/tournament/bracket/:id/create-matches/', params, {}))
    return stage.id
  }

  /** One queue for all cabinets: the next match goes to the first free cabinet. */
  async function ensureQueue(stage: number, cabinets: number[]): Promise<void> {
    const queues = Object.values(store.getState().live.rows.queue)
    const existing = queues.find((queue) =>
      cabinets.every((cabinet) => queue.cabinets.includes(cabinet)),
    )
    const create = () =>
      saveOrStop(
        rest.put(`${tournamentPath}/create-queue/`, { id }, { name: words.title, cabinets }),
      )
    const queue = existing ?? (await create())
    if (existing && existing.matches.length > 0) return
    const path = '/api/tournament/queue/:id/assign-all/'
    await saveOrStop(rest.put(path, { id: queue.id }, { brackets: [stage] }))
  }

  async function run(format: MixerFormat): Promise<void> {
    const stage = await ensureStage(format)
    const { live, cabinets } = store.getState()
    const assigned = live.rows.tournament[id]?.assignedCabinets ?? []
    await ensureQueue(stage, assigned)
    const online = assigned.filter((cabinet) => cabinets[cabinet]?.clientStatus === 'online')
    const [first = 0, ...others] = online.length > 0 ? online : assigned
    await saveOrStop(rest.put(`${tournamentPath}/select-next/`, { id }, { cabinet: first }))
    // A cabinet for which no match is ready yet is not a failure.
    for (const cabinet of others) {
      await save(rest.put(`${tournamentPath}/select-next/`, { id }, { cabinet }))
    }
    dismiss()
  }

  return {
    isSaving,
    problem,
    dismiss,
    start: (format: MixerFormat) =>
      run(format).catch((error: unknown) => {
        if (!(error instanceof SaveFailed)) throw error
      }),
  }
}
