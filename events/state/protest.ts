import type { EventOf } from '../schema/event.ts'
import type { ProtestReason, RuledOn, Ruling } from '../schema/ruling.ts'
import type { MatchId, PersonId, ProtestId, Records, SentenceId } from '../ids.ts'

/** A match that somebody disputes, and what officials made of it. Who they are is ids alone (P19). */
export type Protest = {
  id: ProtestId
  match: MatchId
  reason: ProtestReason
  /** the official who marked the match; null: a key that is nobody's */
  by: PersonId | null
  at: string
  /** marked after its time, by an admin (R-DI-2) */
  isLate: boolean
  /** signed by one official, and waits for another (R-DI-4) */
  proposal: Proposal | null
  ended: Ended | null
}
type Proposal = {
  /** who signs says which one they read; a later one has a higher number */
  num: number
  ruling: Ruling
  by: PersonId
  at: string
  sentence: SentenceId | null
  /** the match that was ruled on; what is older does not say */
  seen?: RuledOn | undefined
}
type Ended =
  | { how: 'withdrawn'; at: string }
  | {
      how: 'ruled'
      ruling: Ruling
      signedBy: PersonId[]
      at: string
      /** what people write is no part of the log */
      sentence: SentenceId | null
    }
export type Protests = Records<ProtestId, Protest>

type ProtestEvent = EventOf<
  'ProtestLodged' | 'ProtestWithdrawn' | 'RulingProposed' | 'ProtestRuled'
>

export function isProtestEvent(event: { type: string }): event is ProtestEvent {
  return kinds.has(event.type)
}
const kinds = new Set<string>([
  'ProtestLodged',
  'ProtestWithdrawn',
  'RulingProposed',
  'ProtestRuled',
] satisfies ProtestEvent['type'][])

export function evolveProtests(protests: Protests, event: ProtestEvent): Protests {
  if (event.type === 'ProtestLodged') {
    const { protest: id, match, reason, by, at, isLate } = event
    const lodged = { id, match, reason, by, at, isLate, proposal: null, ended: null }
    return { ...protests, [id]: lodged }
  }
  const protest = protests[event.protest]
  return protest ? { ...protests, [protest.id]: evolved(protest, event) } : protests
}

function evolved(
  protest: Protest,
  event: Exclude<ProtestEvent, { type: 'ProtestLodged' }>,
): Protest {
  switch (event.type) {
    case 'ProtestWithdrawn':
      return { ...protest, proposal: null, ended: { how: 'withdrawn', at: event.at } }
    case 'RulingProposed': {
      const { num, ruling, by, at, sentence, seen } = event
      const proposal = { num, ruling, by, at, sentence, ...(seen ? { seen } : {}) }
      return { ...protest, proposal }
    }
    case 'ProtestRuled': {
      const { ruling, signedBy, at, sentence } = event
      return { ...protest, ended: { how: 'ruled', ruling, signedBy, at, sentence } }
    }
  }
}

/** Records never change, so that the protests of a match are looked up once. */
const byMatch = new WeakMap<Protests, Map<MatchId, Protest[]>>()

function protestsByMatch(protests: Protests): Map<MatchId, Protest[]> {
  const found = byMatch.get(protests)
  if (found) return found
  const made = Map.groupBy(Object.values(protests), ({ match }) => match)
  byMatch.set(protests, made)
  return made
}

/** The one that is open, of a match that can have but one. */
export function openProtest(protests: Protests, match: MatchId): Protest | undefined {
  return protestsByMatch(protests)
    .get(match)
    ?.find(({ ended }) => ended === null)
}

/** What a label says of a match: its open protest, else the last one that was ruled on. */
export function shownProtest(protests: Protests, match: MatchId): Protest | undefined {
  const ruled = protestsByMatch(protests)
    .get(match)
    ?.filter(({ ended }) => ended?.how === 'ruled')
  return openProtest(protests, match) ?? ruled?.at(-1)
}

export function anyOpen(protests: Protests): boolean {
  return Object.values(protests).some(({ ended }) => ended === null)
}
