import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import { sameValue } from '../../../events/same.ts'
import { evolve } from '../../../events/tournament.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { isRefusal, refuse } from './decision.ts'
import type { Circumstances, Decision, Past, Refusal } from './decision.ts'
import { changedIn, standing } from './steps.ts'
import type { Step } from './steps.ts'
import { undo } from './undo.ts'

/**
 * An undo, or with `cascade` one commit that takes back a step and all that came later and rests on
 * it, the latest first; so one undo brings all of it back (R-UN-1, R-ED-4).
 */
export function takeBack(
  t: Tournament,
  { version, cascade, reason = '' }: CommandOf<'Undo'>,
  { past, now }: Circumstances,
): Decision {
  if (!past) return noSuchVersion(version)
  const alone = undo(t, past, now)
  if (!isRefusal(alone) || !cascade) return alone
  const chain = chainOf(t, past, now)
  if (isRefusal(chain)) return chain
  if (chain.isPlayedOn && reason === '') {
    return refuse('REASON_MISSING', 'Say why: matches that were played are taken back with it.')
  }
  return { events: chain.events, answer: { undone: chain.versions } }
}

export function noSuchVersion(version: number): Refusal {
  return refuse('NO_SUCH_VERSION', `This tournament has no version ${version}.`)
}

/** Steps that can only be taken back together, in the order in which they are. */
export type Chain = {
  versions: number[]
  events: Event[]
  /** a match that was played would lose what it was played on */
  isPlayedOn: boolean
}

/** Begins with the step alone, and takes with it what stands in the way, until nothing does. */
export function chainOf(t: Tournament, past: Past, now: string): Chain | Refusal {
  const stood = standing(past.later)
  const steps = [stepOf(past), ...stood]
  const touching = openTouching(stood)
  const members = new Set(steps.slice(0, 1))
  for (let isPlayedOn = false; ;) {
    const order = steps.filter((step) => members.has(step)).toReversed()
    const tried = inTurn(t, order, { touching, now })
    if ('events' in tried) {
      const versions = order.map((step) => step.commit.version)
      const events = withoutRepeats(tried.events).filter((event) => !isSo(t, event))
      if (events.length > 0) return { versions, events, isPlayedOn }
      return refuse('NOTHING_TO_UNDO', 'There is nothing left to undo in that.')
    }
    const more = restingOn(tried.step, tried.refusal, stood).filter((one) => !members.has(one))
    if (more.length === 0) return tried.refusal
    if (tried.refusal.refused === 'RESULT_IN_USE') isPlayedOn = true
    for (const step of more) members.add(step)
  }
}

/** Later steps that changed the same things, or what the refusal names, of those that stand. */
export function restingOn(step: Step, refusal: Refusal, stood: Step[]): Step[] {
  const touched = new Set([...changedIn(step), ...playedOn(refusal)])
  const later = stood.filter((one) => one.commit.version > step.commit.version)
  return later.filter((one) => changedIn(one).some((part) => touched.has(part)))
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

type Touching = (step: Step) => Step[]

/** The later steps that an undo of one has to know of: in a long evening few of all. */
function openTouching(stood: Step[]): Touching {
  const byPart = new Map<string, Step[]>()
  for (const step of stood) {
    for (const part of changedIn(step)) (byPart.get(part) ?? newIn(byPart, part)).push(step)
  }
  return (step) => {
    const parts = changedIn(step)
    // Whether a match left its queue since, any step may tell.
    const isQueued = parts.some((part) => part.startsWith('queues '))
    const found = isQueued ? stood : parts.flatMap((part) => byPart.get(part) ?? [])
    const later = new Set(found.filter((one) => one.commit.version > step.commit.version))
    return [...later].toSorted((a, b) => a.commit.version - b.commit.version)
  }
}

function newIn(byPart: Map<string, Step[]>, part: string): Step[] {
  const made: Step[] = []
  byPart.set(part, made)
  return made
}

/** One undo after the other, as if each were a commit of its own; or the step that one refuses. */
function inTurn(
  t: Tournament,
  order: Step[],
  { touching, now }: { touching: Touching; now: string },
): { events: Event[] } | { step: Step; refusal: Refusal } {
  const undone = new Set<Step>()
  const events: Event[] = []
  let state = t
  for (const step of order) {
    const later = touching(step).filter((one) => !undone.has(one))
    const decision = undo(state, { ...step, later }, now)
    const isDone = isRefusal(decision) && decision.refused === 'NOTHING_TO_UNDO'
    if (isRefusal(decision) && !isDone) return { step, refusal: decision }
    const own = isRefusal(decision) ? [] : decision.events
    undone.add(step)
    events.push(...own)
    state = own.reduce(evolve, state)
  }
  return { events }
}

/** Of a record that was put back several times the last is what stays. */
function withoutRepeats(events: Event[]): Event[] {
  const last = new Map(events.map((event, index) => [placeOf(event, index), index]))
  return events.filter((event, index) => last.get(placeOf(event, index)) === index)
}

/** Done and undone in turn, a record is as it was. */
function isSo(t: Tournament, event: Event): boolean {
  if (event.type !== 'Restored' || event.kind === 'timers') return false
  return sameValue(t[event.kind][event.id] ?? null, event.record)
}

function placeOf(event: Event, index: number): string {
  return event.type === 'Restored' ? `${event.kind} ${event.id}` : `${index}`
}

function stepOf({ commit, before, after }: Past): Step {
  return { commit, before, after }
}
