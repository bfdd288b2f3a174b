import { changedIn } from '../../../../events/describe/changed-parts.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'
import type { Event } from '../../../../events/schema/event.ts'
import { sameValue } from '../../../../events/same-value.ts'
import { evolve, recordOf } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { isRefusal, refuse } from '../decision.ts'
import type { Accepted, Circumstances, Decision, PastStep, Refusal } from '../decision.ts'
import { dependentsIn, unqueuing } from '../commit-dependencies.ts'
import type { ByParts, Step } from '../commit-dependencies.ts'
import { undo } from './undo.ts'

/**
 * An undo, or with `cascade` one commit that takes back a step and all that came later and rests on
 * it, the latest first; so one undo brings all of it back (R-UN-1, R-ED-4).
 */
export function undoWithCascade(
  t: Tournament,
  { version, cascade, reason = '' }: CommandOf<'Undo'>,
  { past, now }: Circumstances,
): Decision {
  if (!past) return noSuchVersion(version)
  const alone = undoAlone(t, past, now)
  if (!isRefusal(alone) || !cascade) return alone
  const chain = finish(findChain(t, past, now))
  if (isRefusal(chain)) return chain
  if (chain.isPlayedOn && reason === '') {
    return refuse('REASON_MISSING', 'Say why: matches that were played are taken back with it.')
  }
  return { events: chain.events, answer: { undone: chain.versions } }
}

export function undoAlone(t: Tournament, past: PastStep, now: string): Accepted | Refusal {
  const later = dependentsIn(past.later).touching(partsToKnow(past), past)
  return undo(t, { ...stepOf(past), later }, now)
}

export function noSuchVersion(version: number): Refusal {
  return refuse('NO_SUCH_VERSION', `This tournament has no version ${version}.`)
}

/** Steps that can only be taken back together, in the order in which they are. */
type Chain = {
  versions: number[]
  events: Event[]
  /** a match that was played would lose what it was played on */
  isPlayedOn: boolean
}

/** So many steps go back with one; whoever wants more goes back in several presses. */
export const maxChain = 500

/**
 * Begins with the step alone, and takes with it what stands in the way, until nothing does. Yields
 * after every step that was tried, so that who only asks can let others have a turn (P15).
 */
export function* findChain(
  t: Tournament,
  past: PastStep,
  now: string,
): Generator<undefined, Chain | Refusal> {
  const { stood, touching } = dependentsIn(past.later)
  const steps = [stepOf(past), ...stood]
  const members = new Set(steps.slice(0, 1))
  const undone: Undone[] = []
  for (let isPlayedOn = false; ;) {
    const order = steps.filter((step) => members.has(step)).toReversed()
    const hindered = yield* inTurn(t, order, { undone, touching, now })
    if (!hindered) {
      const versions = order.map((step) => step.commit.version)
      const all = undone.flatMap((one) => one.events)
      const events = withoutRepeats(all).filter((event) => !isSo(t, event))
      if (events.length > 0) return { versions, events, isPlayedOn }
      return refuse('NOTHING_TO_UNDO')
    }
    const { step, refusal } = hindered
    const more = restingOn(step, refusal, touching).filter((one) => !members.has(one))
    if (more.length === 0) return refusal
    if (refusal.refused === 'RESULT_IN_USE') isPlayedOn = true
    for (const one of more) members.add(one)
    if (members.size > maxChain) {
      return refuse(
        'TOO_MANY_STEPS',
        `More than ${maxChain} later steps rest on it. Undo one of those first.`,
      )
    }
  }
}

/** Later steps that changed the same things, or what the refusal names, of those that stand. */
export function restingOn(step: Step, refusal: Refusal, touching: ByParts): Step[] {
  return touching([...changedIn(step), ...playedOn(refusal)], step)
}

/** What the refusal itself names. */
function playedOn({ more }: Refusal): string[] {
  const matches = more?.['matches']
  if (!Array.isArray(matches)) return []
  return matches.map((match) => {
    const isPreview = typeof match === 'object' && match !== null && 'id' in match
    return `matches ${Number(isPreview ? match['id'] : match)}`
  })
}

/** The parts that an undo of a step has to know later changes of: in a long evening few of all. */
function partsToKnow(step: Step): string[] {
  const parts = changedIn(step)
  const inQueues = parts.flatMap((part) => {
    const [kind, id = ''] = part.split(' ')
    return kind === 'queues' ? (step.before.queues[Number(id)]?.matches ?? []) : []
  })
  return [...parts, ...inQueues.map(unqueuing)]
}

/** A step that was taken back in its turn: with what, and what is left then. */
type Undone = { step: Step; events: Event[]; state: Tournament }

/** One undo after the other, as if each were a commit of its own; or the step that one refuses. */
function* inTurn(
  t: Tournament,
  order: Step[],
  { undone, touching, now }: { undone: Undone[]; touching: ByParts; now: string },
): Generator<undefined, { step: Step; refusal: Refusal } | null> {
  // A turn that was taken before is the same again, up to where it goes another way.
  const other = order.findIndex((step, index) => undone[index]?.step !== step)
  undone.length = other === -1 ? order.length : other
  const gone = new Set(undone.map(({ step }) => step))
  for (const step of order.slice(undone.length)) {
    const state = undone.at(-1)?.state ?? t
    const later = touching(partsToKnow(step), step).filter((one) => !gone.has(one))
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

/** Of a record that was put back several times the last is what stays. */
function withoutRepeats(events: Event[]): Event[] {
  const last = new Map(events.map((event, index) => [placeOf(event, index), index]))
  return events.filter((event, index) => last.get(placeOf(event, index)) === index)
}

/** Done and undone in turn, a record is as it was. */
function isSo(t: Tournament, event: Event): boolean {
  if (event.type !== 'Restored' || event.kind === 'timers') return false
  return sameValue(recordOf(t, event.kind, event.id) ?? null, event.record)
}

function placeOf(event: Event, index: number): string {
  return event.type === 'Restored' ? `${event.kind} ${event.id}` : `${index}`
}

function stepOf({ commit, before, after }: Step): Step {
  return { commit, before, after }
}

/** Goes through work at once that can also be done in slices. */
export function finish<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
