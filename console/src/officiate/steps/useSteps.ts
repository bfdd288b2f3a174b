import { useLoaderData } from '@tanstack/react-router'
import type { Command } from '#events/schema/command.ts'
import { hasNewVersion, useVersioned } from '../../query/useVersioned.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { steps } from '../../core/text/officiate/dialogs.ts'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'

const stepPath = '/api/tournament/tournament/:id/history/:version/'
type StepBody = Answer<typeof stepPath>
/** A commit as officials look back on it. */
export type HistoryStep = Pick<StepBody, 'version' | 'at' | 'text' | 'byName'> &
  Partial<Pick<StepBody, 'by'>> & { device?: string | null | undefined }
/** A step with its command and events. */
export type StepWithEvents = Omit<StepBody, 'command' | 'events'> & {
  command: Command
  events: ({ type: string } & Record<string, unknown>)[]
}
export const pageSize = 30

/** The steps, newest first, updated when new ones arrive. */
export function useSteps(search: string, pages: number) {
  const { id } = useLoaderData({ from: '/tournament/$id/admin' }).tournament
  const query = { id, order: 'newest', rowsPerPage: pages * pageSize, search } as const
  const path = rest.get('/api/tournament/tournament/:id/history/', query)
  const { answer, error } = useVersioned(path, hasNewVersion)
  return { steps: answer?.results ?? null, count: answer?.count ?? 0, hasFailed: error !== null }
}

/** One step, with the answer that undoing it now would get; null until it is loaded. */
export function useStep(version: number): { step: StepWithEvents | null; hasFailed: boolean } {
  const { id } = useLoaderData({ from: '/tournament/$id/admin' }).tournament
  const { answer, error } = useVersioned(rest.get(stepPath, { id, version }), hasNewVersion)
  // The log's schemas checked command and events when they were written: no second check here.
  return { step: answer as StepWithEvents | null, hasFailed: error !== null }
}

type Authorship = Pick<HistoryStep, 'at' | 'byName' | 'device' | 'by'>

/** Time, author and device of a step. A service of the server has no device. */
export function useAuthorText(): (step: Authorship) => string {
  const { timeWithSeconds } = timesInFull(useZone())
  return ({ at, byName, device, by }) => {
    const from = by?.kind === 'service' ? null : device
    return `${timeWithSeconds(at)} · ${steps.by(byName ?? steps.somebody, from ?? null)}`
  }
}
