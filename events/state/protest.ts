import type { protestSchema } from '../schema/nouns/protest.ts'
import type { ProtestReason, RuledOn, Ruling } from '../schema/parts/ruling.ts'
import type { MatchId, PersonId, ProtestId, Records, SentenceId } from '../ids.ts'
import type { NounState } from './noun.ts'

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
type Protests = Records<ProtestId, Protest>

export const protestState: NounState<typeof protestSchema, { protests: Protests }> = {
  empty: { protests: {} },
  rows: { protest: 'protests' },
  on: {
    ProtestLodged: ({ protests }, { protest: id, match, reason, by, at, isLate }) => {
      const lodged = { id, match, reason, by, at, isLate, proposal: null, ended: null }
      return { protests: { ...protests, [id]: lodged } }
    },
    ProtestWithdrawn: ({ protests }, { protest, at }) => {
      return withProtest(protests, protest, { proposal: null, ended: { how: 'withdrawn', at } })
    },
    RulingProposed: ({ protests }, { protest, num, ruling, by, at, sentence, seen }) => {
      const proposal = { num, ruling, by, at, sentence, ...(seen ? { seen } : {}) }
      return withProtest(protests, protest, { proposal })
    },
    ProtestRuled: ({ protests }, { protest, ruling, signedBy, at, sentence }) => {
      return withProtest(protests, protest, {
        ended: { how: 'ruled', ruling, signedBy, at, sentence },
      })
    },
  },
}

function withProtest(
  protests: Protests,
  id: ProtestId,
  change: Partial<Protest>,
): { protests?: Protests } {
  const protest = protests[id]
  return protest ? { protests: { ...protests, [id]: { ...protest, ...change } } } : {}
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
