import type { EventOf } from '../schema/event.ts'
import type { ProtestReason, RuledOn, Ruling } from '../schema/ruling.ts'
import type { MatchId, PersonId, ProtestId, Records, SentenceId } from '../ids.ts'

/** A disputed match and the decision of the officials. Persons are ids only (P19). */
export type Protest = {
  id: ProtestId
  match: MatchId
  reason: ProtestReason
  /** the official who lodged it; null: a key without a person */
  by: PersonId | null
  at: string
  /** lodged after the deadline by an admin (R-DI-2) */
  isLate: boolean
  /** a ruling signed by one official that waits for another (R-DI-4) */
  proposal: Proposal | null
  ended: Ended | null
}
type Proposal = {
  /** the second signer names the proposal they read; later proposals have higher numbers */
  num: number
  ruling: Ruling
  by: PersonId
  at: string
  sentence: SentenceId | null
  /** the match when the ruling was proposed; missing in older logs */
  seen?: RuledOn | undefined
}
type Ended =
  | { how: 'withdrawn'; at: string }
  | {
      how: 'ruled'
      ruling: Ruling
      signedBy: PersonId[]
      at: string
      /** only the id: texts are not part of the log */
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
  return protest ? { ...protests, [protest.id]: evolveExisting(protest, event) } : protests
}

function evolveExisting(
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

/** Records never change, so the protests are grouped by match only once. */
const byMatch = new WeakMap<Protests, Map<MatchId, Protest[]>>()

function protestsByMatch(protests: Protests): Map<MatchId, Protest[]> {
  const cached = byMatch.get(protests)
  if (cached) return cached
  const grouped = Map.groupBy(Object.values(protests), ({ match }) => match)
  byMatch.set(protests, grouped)
  return grouped
}

/** The open protest of a match; there is at most one. */
export function openProtest(protests: Protests, match: MatchId): Protest | undefined {
  return protestsByMatch(protests)
    .get(match)
    ?.find(({ ended }) => ended === null)
}

/** The protest to show for a match: its open one, else the last one with a ruling. */
export function protestToShow(protests: Protests, match: MatchId): Protest | undefined {
  const ruled = protestsByMatch(protests)
    .get(match)
    ?.filter(({ ended }) => ended?.how === 'ruled')
  return openProtest(protests, match) ?? ruled?.at(-1)
}

export function anyOpen(protests: Protests): boolean {
  return Object.values(protests).some(({ ended }) => ended === null)
}
