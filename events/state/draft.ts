import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../canonical-json.ts'
import type { DraftPick, Event, EventOf, Turn } from '../schema/event.ts'
import type { TeamId } from '../ids.ts'
import { teamAt, turnOf } from '../rules/pick-order.ts'
import type { PickOrder } from '../rules/pick-order.ts'

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
export type Drafts = Record<string, Draft>
export const draftKey = 'draft'

const kinds = [
  'DraftSet',
  'DraftPicked',
  'DraftUnpicked',
  'DraftPickReplaced',
  'DraftFinalized',
] as const
type DraftEvent = EventOf<(typeof kinds)[number]>

export function isDraftEvent(event: Event): event is DraftEvent {
  return (kinds as readonly string[]).includes(event.type)
}

export function evolveDraft(drafts: Drafts, event: DraftEvent): Drafts {
  if (event.type === 'DraftSet') {
    const { type: _, v: __, ...draft } = event
    return { ...drafts, [draftKey]: { ...draft, made: null } }
  }
  const draft = drafts[draftKey]
  return draft ? { ...drafts, [draftKey]: evolveExisting(draft, event) } : drafts
}

function evolveExisting(draft: Draft, event: Exclude<DraftEvent, EventOf<'DraftSet'>>): Draft {
  if (event.type === 'DraftFinalized') return { ...draft, made: event.teams, dueAt: null }
  const { round, index, team } = event
  const isSameTurn = (pick: DraftPick) => pick.round === round && pick.team === team
  switch (event.type) {
    case 'DraftPicked': {
      const picks = [...draft.picks, { round, team, player: event.player }]
      return { ...draft, picks, turn: event.next, dueAt: event.dueAt }
    }
    case 'DraftUnpicked': {
      const picks = draft.picks.filter((pick) => !isSameTurn(pick))
      return { ...draft, picks, turn: { round, index }, dueAt: event.dueAt }
    }
    case 'DraftPickReplaced': {
      const { player } = event
      const picks = draft.picks.map((pick) => (isSameTurn(pick) ? { ...pick, player } : pick))
      return { ...draft, picks }
    }
  }
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
