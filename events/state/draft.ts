import type { draftSchema } from '../schema/nouns/draft.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../canonical-json.ts'
import type { DraftPick, Turn } from '../schema/parts/shapes.ts'
import type { TeamId } from '../ids.ts'
import { teamAt, turnOf } from '../rules/pick-order.ts'
import type { PickOrder } from '../rules/pick-order.ts'
import type { NounState } from './noun.ts'

/** A captain draft: its picks and the current turn (R-DR-3). */
export type Draft = {
  order: PickOrder
  /** round 0 sets the captains */
  lastRound: number
  /** names, in the order of the first picks */
  teams: string[]
  /** in chronological order; a team has one pick per round */
  picks: DraftPick[]
  /** the current turn; `index` is the number of teams once all have picked */
  turn: Turn
  /** null: no clock */
  pickSeconds: number | null
  /** when the time of this turn ends; only a signal, nobody is picked automatically (R-DR-5) */
  dueAt: string | null
  /** the teams created from it, in its order; null: not finalised */
  made: TeamId[] | null
}

/**
 * A tournament has at most one draft. It is in a table, because an undo restores records of tables.
 */
type Drafts = Record<string, Draft>
export const draftKey = 'draft'

export const draftState: NounState<typeof draftSchema, { drafts: Drafts }> = {
  empty: { drafts: {} },
  rows: { draft: 'drafts' },
  on: {
    DraftSet: ({ drafts }, { type: _, v: __, ...draft }) => {
      return { drafts: { ...drafts, [draftKey]: { ...draft, made: null } } }
    },
    DraftPicked: ({ drafts }, { round, team, player, next, dueAt }) => {
      return withDraft(drafts, ({ picks }) => {
        return { picks: [...picks, { round, team, player }], turn: next, dueAt }
      })
    },
    DraftUnpicked: ({ drafts }, { round, index, team, dueAt }) => {
      return withDraft(drafts, ({ picks }) => {
        const others = picks.filter((pick) => pick.round !== round || pick.team !== team)
        return { picks: others, turn: { round, index }, dueAt }
      })
    },
    DraftPickReplaced: ({ drafts }, { round, team, player }) => {
      return withDraft(drafts, ({ picks }) => ({
        picks: picks.map((pick) => {
          return pick.round === round && pick.team === team ? { ...pick, player } : pick
        }),
      }))
    },
    DraftFinalized: ({ drafts }, { teams }) => {
      return withDraft(drafts, () => ({ made: teams, dueAt: null }))
    },
  },
}

function withDraft(drafts: Drafts, change: (draft: Draft) => Partial<Draft>): { drafts?: Drafts } {
  const draft = drafts[draftKey]
  return draft ? { drafts: { ...drafts, [draftKey]: { ...draft, ...change(draft) } } } : {}
}

type Shape = { order: PickOrder; teams: string[]; lastRound: number }

export function teamOf({ order, teams }: Shape, { round, index }: Turn): number {
  return teamAt(order, teams.length, round, index)
}

export function pickAt(draft: Draft, turn: Turn): DraftPick | undefined {
  const team = teamOf(draft, turn)
  return draft.picks.find((pick) => pick.round === turn.round && pick.team === team)
}

/** The index of a pick in its round. */
export function indexOf(
  { order, teams }: Shape,
  { round, team }: Omit<DraftPick, 'player'>,
): number {
  return turnOf(order, teams.length, round, team)
}

export function isTurn(
  { teams, lastRound }: Omit<Shape, 'order'>,
  { round, index }: Turn,
): boolean {
  return round <= lastRound && index < teams.length
}

/** The first open turn from a turn on; a turn after the last one if none is open. */
export function openFrom(shape: Shape, picks: DraftPick[], { round, index }: Turn): Turn {
  const taken = new Set(picks.map((pick) => `${pick.round}/${pick.team}`))
  const count = shape.teams.length
  const turn = { round, index }
  for (; turn.round <= shape.lastRound; turn.round++, turn.index = 0) {
    for (; turn.index < count; turn.index++) {
      if (!taken.has(`${turn.round}/${teamOf(shape, turn)}`)) return turn
    }
  }
  return { round: shape.lastRound, index: count }
}

/** The players of each team by round; null where nobody was picked. */
export function playersOf({ teams, lastRound, picks }: Omit<Draft, 'made'>): (number | null)[][] {
  const all = teams.map(() => Array.from({ length: lastRound + 1 }, (): number | null => null))
  for (const { round, team, player } of picks) {
    const players = all[team]
    if (players && round <= lastRound) players[round] = player
  }
  return all
}

/**
 * A hash of the draft without its clock. Drafts with the same version are the same, even if they
 * were reached in different ways, such as by an undo.
 */
export function draftVersion(draft: Draft): string {
  const { dueAt: _, ...rest } = draft
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(rest)))).slice(0, 16)
}
