import { useLoaderData } from '@tanstack/react-router'
import type { Command } from '../../../../events/schema/command.ts'
import { isDone, useVersioned } from '../../query/useVersioned.ts'
import { timeOfDay } from '../../core/time.ts'
import { steps } from '../../core/text/sheets.ts'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'

const stepPath = '/api/tournament/tournament/:id/history/:version/'
type StepBody = Answer<typeof stepPath>
/** A commit as officials read it. */
export type Step = Pick<StepBody, 'version' | 'at' | 'text' | 'byName'> &
  Partial<Pick<StepBody, 'by'>> & { device?: string | null | undefined }
/** A step with what was commanded and what came of it. */
export type StepWithEvents = Omit<StepBody, 'command' | 'events'> & {
  command: Command
  events: ({ type: string } & Record<string, unknown>)[]
}
export const pageOf = 30

/** What was done, the latest first, going on as more is done. */
export function useSteps(search: string, pages: number) {
  const { id } = useLoaderData({ from: '/tournament/$id/admin' }).tournament
  const of = { id, order: 'newest', rowsPerPage: pages * pageOf, search } as const
  const path = rest.get('/api/tournament/tournament/:id/history/', of)
  const { answer, error } = useVersioned(path, isDone)
  return { steps: answer?.results ?? null, count: answer?.count ?? 0, hasFailed: error !== null }
}

/** One of them with what an undo of it would be answered now; null until it is known. */
export function useStep(version: number): { step: StepWithEvents | null; hasFailed: boolean } {
  const { id } = useLoaderData({ from: '/tournament/$id/admin' }).tournament
  const { answer, error } = useVersioned(rest.get(stepPath, { id, version }), isDone)
  // The log's own schemas say what they are: the answer is not checked by them a second time.
  return { step: answer as StepWithEvents | null, hasFailed: error !== null }
}

type Authorship = Pick<Step, 'at' | 'byName' | 'device' | 'by'>

/** The server's own services are not at a device. */
export function madeBy({ at, byName, device, by }: Authorship): string {
  const from = by?.kind === 'service' ? null : device
  return `${timeOfDay(new Date(at))} · ${steps.by(byName ?? steps.somebody, from ?? null)}`
}
