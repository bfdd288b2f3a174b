import { useLoaderData } from '@tanstack/react-router'
import type { Command } from '../../../../events/schema/command.ts'
import { isDone, useVersioned } from '../../query/useVersioned.ts'
import { steps } from '../../core/text/sheets.ts'
import { text } from '../../core/text/text.ts'

/** A commit as officials read it. */
export type Step = {
  version: number
  at: string
  text: string
  byName: string | null
  device: string | null
  by?: { kind: string; id?: number }
}
export type WholeStep = Step & {
  command: Command
  events: ({ type: string } & Record<string, unknown>)[]
  undoable: boolean
  refusal: { detail: string } | null
  /** what rests on it, the latest first */
  dependents: Step[]
  /** all of that can be undone with it, in one commit */
  together: { isPlayedOn: boolean } | null
  /** the team that won the game it counts, as it stands now */
  wonBy: number | null
}
export const pageOf = 30

/** What was done, the latest first, going on as more is done. */
export function useSteps(search: string, pages: number) {
  const url = useHistoryUrl()
  const of = `order=newest&rowsPerPage=${pages * pageOf}&search=${encodeURIComponent(search)}`
  const path = `${url}?${of}`
  const { answer, hasFailed } = useVersioned<{ results: Step[]; count: number }>(path, isDone)
  return { steps: answer?.results ?? null, count: answer?.count ?? 0, hasFailed }
}

/** One of them with what an undo of it would be answered now; null until it is known. */
export function useStep(version: number): { step: WholeStep | null; hasFailed: boolean } {
  const { answer, hasFailed } = useVersioned<WholeStep>(`${useHistoryUrl()}${version}/`, isDone)
  return { step: answer, hasFailed }
}

function useHistoryUrl(): string {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  return `/api/tournament/tournament/${tournament.id}/history/`
}

type Made = Pick<Step, 'at' | 'byName' | 'device' | 'by'>

/** The server's own services are not at a device. */
export function madeBy({ at, byName, device, by }: Made): string {
  const from = by?.kind === 'service' ? null : device
  return `${text.time(new Date(at))} · ${steps.by(byName ?? steps.somebody, from)}`
}
