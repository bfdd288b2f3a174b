import { changedParts } from '#events/describe/changed-parts.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { sameValue } from '#events/same-value.ts'
import { evolve, recordOf } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal, refuse } from '../decision.ts'
import type { Accepted, DecisionInputs, Decision, PastStep, Refusal } from '../decision.ts'
import { dependentsIn, unqueuing } from '../commit-dependencies.ts'
import type { ByParts, CommitStep } from '../commit-dependencies.ts'
import { score } from '#events/state/match.ts'
import { applyReplacement } from './apply-replacement.ts'
import { insteadOfPoint } from './replace-point.ts'
import { undo } from './undo.ts'

/**
 * An undo; with `cascade` one commit that takes back a step and all later steps that depend on it,
 * the latest first. One undo of that commit restores all of them (R-UN-1, R-ED-4).
 */
export function undoWithCascade(
  t: Tournament,
  { version, cascade, reason = '' }: CommandOf<'Undo'>,
  { past, now, mayUndo = () => true }: DecisionInputs,
): Decision {
  if (!past) return noSuchVersion(version)
  const alone = undoAlone(t, past, now)
  if (isRefusal(alone) && alone.refused === 'NOT_UNDOABLE') return alone
  if (!mayUndo(version)) return refuse('NOT_AUTHORIZED')
  if (!isRefusal(alone) || !cascade) return alone
  const chain = runToEnd(findChain(t, past, now))
  if (isRefusal(chain)) return chain
  if (!chain.versions.every(mayUndo)) return refuse('NOT_AUTHORIZED')
  if (chain.isPlayedOn && reason === '') {
    return refuse('REASON_MISSING', 'Enter a reason: this also undoes matches that were played.')
  }
  return { events: chain.events, answer: { undone: chain.versions } }
}

export function undoAlone(t: Tournament, past: PastStep, now: string): Accepted | Refusal {
  const { inEffect, touching } = dependentsIn(past.later)
  const later = touching(relevantParts(past), past)
  const undone = undo(t, { ...stepOf(past), later }, now)
  if (!isRefusal(undone) || undone.refused !== 'CHANGED_SINCE') return undone
  const taken = pointTaken(t, { ...past, later: inEffect }, now)
  return isRefusal(taken) ? undone : taken
}

/** Points add up in any order, so one can be taken away although later games were counted. */
function pointTaken(t: Tournament, past: PastStep, now: string): Accepted | Refusal {
  const { command } = past.commit
  if (command.type !== 'AddScore') return refuse('CHANGED_SINCE')
  const play = insteadOfPoint(t, past, { nothing: true })
  if (isRefusal(play)) return play
  const isThere = play.events.every(
    (event) =>
      event.type !== 'ScoreAdjusted' || score(t.matches[event.match]!)[event.slot] + event.by >= 0,
  )
  return isThere ? applyReplacement(t, play, { now }) : refuse('CHANGED_SINCE')
}

export function noSuchVersion(version: number): Refusal {
  return refuse('NO_SUCH_VERSION', `This tournament has no version ${version}.`)
}

/** Steps that can only be taken back together, in the order of their undo. */
type Chain = {
  versions: number[]
  events: Event[]
  /** a played match depends on one of them */
  isPlayedOn: boolean
}

/** The most steps that one undo takes back. */
export const maxChain = 500

/**
 * Begins with the step alone and adds the steps that block its undo, until nothing blocks it.
 * Yields after every attempted step, so that a preview can run in slices (P15).
 */
export function* findChain(
  t: Tournament,
  past: PastStep,
  now: string,
): Generator<undefined, Chain | Refusal> {
  const { inEffect, touching } = dependentsIn(past.later)
  const steps = [stepOf(past), ...inEffect]
  const members = new Set(steps.slice(0, 1))
  const undone: Undone[] = []
  for (let isPlayedOn = false; ;) {
    const order = steps.filter((step) => members.has(step)).toReversed()
    const blocked = yield* undoInOrder(t, order, { undone, touching, now })
    if (!blocked) {
      const versions = order.map((step) => step.commit.version)
      const all = undone.flatMap((one) => one.events)
      const events = withoutRepeats(all).filter((event) => !isUnchanged(t, event))
      if (events.length > 0) return { versions, events, isPlayedOn }
      return refuse('NOTHING_TO_UNDO')
    }
    const { step, refusal } = blocked
    const more = dependentSteps(step, refusal, touching).filter((one) => !members.has(one))
    if (more.length === 0) return refusal
    if (refusal.refused === 'RESULT_IN_USE') isPlayedOn = true
    for (const one of more) members.add(one)
    if (members.size > maxChain) {
      return refuse(
        'TOO_MANY_STEPS',
        `More than ${maxChain} later steps depend on it. Undo one of those first.`,
      )
    }
  }
}

/** Later steps in effect that changed the same parts, or the matches that the refusal names. */
export function dependentSteps(
  step: CommitStep,
  refusal: Refusal,
  touching: ByParts,
): CommitStep[] {
  return touching([...changedParts(step), ...playedOn(refusal)], step)
}

/** The matches that the refusal names. */
function playedOn({ more }: Refusal): string[] {
  const matches = more?.['matches']
  if (!Array.isArray(matches)) return []
  return matches.map((match) => {
    const isPreview = typeof match === 'object' && match !== null && 'id' in match
    return `matches ${Number(isPreview ? match['id'] : match)}`
  })
}

/** The parts whose later changes matter for the undo of a step. */
function relevantParts(step: CommitStep): string[] {
  const parts = changedParts(step)
  const inQueues = parts.flatMap((part) => {
    const [kind, id = ''] = part.split(' ')
    return kind === 'queues' ? (step.before.queues[Number(id)]?.matches ?? []) : []
  })
  return [...parts, ...inQueues.map(unqueuing)]
}

/** A step that was undone, its events, and the state after them. */
type Undone = { step: CommitStep; events: Event[]; state: Tournament }

/**
 * Undoes steps one after another, as if each were its own commit; returns the step that is refused.
 */
function* undoInOrder(
  t: Tournament,
  order: CommitStep[],
  { undone, touching, now }: { undone: Undone[]; touching: ByParts; now: string },
): Generator<undefined, { step: CommitStep; refusal: Refusal } | null> {
  // Reuses the undone steps of the previous attempt, up to the first difference.
  const firstDifferent = order.findIndex((step, index) => undone[index]?.step !== step)
  undone.length = firstDifferent === -1 ? order.length : firstDifferent
  const gone = new Set(undone.map(({ step }) => step))
  for (const step of order.slice(undone.length)) {
    const state = undone.at(-1)?.state ?? t
    const later = touching(relevantParts(step), step).filter((one) => !gone.has(one))
    const decision = undo(state, { ...stepOf(step), later }, now)
    const isDone = isRefusal(decision) && decision.refused === 'NOTHING_TO_UNDO'
    if (isRefusal(decision) && !isDone) return { step, refusal: decision }
    const events = isRefusal(decision) ? [] : decision.events
    undone.push({ step, events, state: events.reduce(evolve, state) })
    gone.add(step)
    yield
  }
  return null
}

/** If a record is restored several times, only the last event is kept. */
function withoutRepeats(events: Event[]): Event[] {
  const last = new Map(events.map((event, index) => [recordKeyOf(event, index), index]))
  return events.filter((event, index) => last.get(recordKeyOf(event, index)) === index)
}

/** Whether the event would not change its record. */
function isUnchanged(t: Tournament, event: Event): boolean {
  if (event.type !== 'Restored' || event.kind === 'timers') return false
  return sameValue(recordOf(t, event.kind, event.id) ?? null, event.record)
}

function recordKeyOf(event: Event, index: number): string {
  return event.type === 'Restored' ? `${event.kind} ${event.id}` : `${index}`
}

function stepOf({ commit, before, after }: CommitStep): CommitStep {
  return { commit, before, after }
}

/** Runs a generator to its end without yielding. */
export function runToEnd<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
