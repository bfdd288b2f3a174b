import { useSession } from '../../core/live/LiveTournament.tsx'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import type { MixerFormat } from './formats.ts'
import { mixer as words } from './text.ts'

const of = '/api/tournament/tournament/:id'
class Stopped extends Error {}

/** From the teams to a match on each cabinet; pressed again, it goes on where it was stopped. */
export function useFirstMatch(id: number) {
  const { store } = useSession()
  const { save, isSaving, problem, dismiss } = useSaving()

  async function done<A>(write: Write<A>): Promise<A> {
    const saved = await save(write)
    if (!saved.ok) throw new Stopped()
    return saved.answer
  }

  async function stageOf({ kind: stageType, ...games }: MixerFormat): Promise<number> {
    const { bracket, team } = store.getState().live.rows
    const [made] = Object.values(bracket)
    if (made?.isCreated) return made.id
    const body = { tournament: id, name: words.title, stageType, ...games }
    const stage = made ?? (await done(rest.post('/api/tournament/bracket/', {}, body)))
    const own = { id: stage.id }
    const teams = Object.values(team).map((one) => one.id)
    await done(rest.put('/api/tournament/bracket/:id/set-teams/', own, { teams }))
    await done(rest.put('/api/tournament/bracket/:id/create-matches/', own, {}))
    return stage.id
  }

  /** All cabinets take from one: whichever is free has the next match. */
  async function queueFor(stage: number, cabinets: number[]): Promise<void> {
    const queues = Object.values(store.getState().live.rows.queue)
    const whole = queues.find((queue) => cabinets.every((one) => queue.cabinets.includes(one)))
    const make = () =>
      done(rest.put(`${of}/create-queue/`, { id }, { name: words.title, cabinets }))
    const queue = whole ?? (await make())
    if (whole && whole.matches.length > 0) return
    const path = '/api/tournament/queue/:id/assign-all/'
    await done(rest.put(path, { id: queue.id }, { brackets: [stage] }))
  }

  async function run(format: MixerFormat): Promise<void> {
    const stage = await stageOf(format)
    const { live, cabinets } = store.getState()
    const assigned = live.rows.tournament[id]?.assignedCabinets ?? []
    await queueFor(stage, assigned)
    const online = assigned.filter((one) => cabinets[one]?.clientStatus === 'online')
    const [first = 0, ...others] = online.length > 0 ? online : assigned
    await done(rest.put(`${of}/select-next/`, { id }, { cabinet: first }))
    // That two teams have nothing to play yet stops nothing.
    for (const cabinet of others) {
      await save(rest.put(`${of}/select-next/`, { id }, { cabinet }))
    }
    dismiss()
  }

  return {
    isSaving,
    problem,
    dismiss,
    start: (format: MixerFormat) =>
      run(format).catch((error: unknown) => {
        if (!(error instanceof Stopped)) throw error
      }),
  }
}
