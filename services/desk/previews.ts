// What commands would do now, without storing anything.
import type { CommandOf } from '#events/schema/command.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { finishInSlices } from '../states/index.ts'
import type { CommitHistory, States } from '../states/index.ts'
import { decisionInputsOf } from './decision-inputs.ts'
import { decide } from './decide.ts'
import { decideAcross } from './decide-across.ts'
import { previewChange } from './decide/change-preview.ts'
import type { ChangePreview } from './decide/change-preview.ts'
import { isRefusal, lacksIds } from './decide/decision.ts'
import type { Refusal } from './decide/decision.ts'
import { previewUndo } from './decide/undo/undo-preview.ts'
import type { UndoPreview } from './decide/undo/undo-preview.ts'
import type { OtherActiveMatches } from './other-active-matches.ts'
import { pastStepIn } from './past-step.ts'
import type { Request } from './request.ts'
import { undoRights } from './undo-rights.ts'

export function previewScore(
  state: Tournament,
  score: Omit<CommandOf<'SetScore'>, 'type'>,
  now: string,
): ChangePreview {
  const inputs = { now, ids: [], secret: '', offline: [] }
  return previewChange(state, (cascade) =>
    decide(state, { type: 'SetScore', ...score, cascade, reason: 'asked' }, inputs),
  )
}

export async function previewUndoOf(
  history: CommitHistory,
  version: number,
  { now, ...sender }: { now: string } & Pick<Request, 'undoes'>,
): Promise<UndoPreview | null> {
  const past = pastStepIn(history, version)
  const rights = undoRights(sender, history.commits)
  return past && finishInSlices(previewUndo(history.state, past, { now, ...rights }))
}

/** The index of a refused request, and its refusal. */
export type FirstRefused = { index: number; refusal: Refusal }

/**
 * The first of several requests that would be refused if they were sent one after another now; null
 * if none would be, or if it cannot be known: one was sent before, or needs new ids.
 */
export async function findFirstRefused(
  states: States,
  requests: readonly Request[],
  {
    now,
    findOtherActiveMatches,
  }: { now: string; findOtherActiveMatches: (cabinets: number[]) => Promise<OtherActiveMatches> },
): Promise<FirstRefused | null> {
  const [first] = requests
  if (!first) return null
  let { state } = await states.now(first.tournament)
  const { expectedVersion = state.version } = first
  if (state.version === 0 || state.version !== expectedVersion) return null
  for (const { tournament, id } of requests) if (await states.commitOf(tournament, id)) return null
  for (const [index, request] of requests.entries()) {
    const inputs = await decisionInputsOf(states, request, { now, ids: [] })
    const context = { inputs, displaced: new Map(), findOtherActiveMatches }
    const { decision } = await decideAcross(state, request, context)
    if (isRefusal(decision)) {
      return lacksIds(decision) ? null : { index, refusal: decision }
    }
    state = decision.events.reduce(evolve, state)
  }
  return null
}
