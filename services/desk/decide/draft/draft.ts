import type { CommandOf } from '#events/schema/command.ts'
import {
  draftKey,
  draftVersion,
  indexOf,
  isTurn,
  openFrom,
  pickAt,
  teamOf,
} from '#events/state/draft.ts'
import type { Draft } from '#events/state/draft.ts'
import type { DraftPick, Turn } from '#events/schema/parts/shapes.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { draftRow } from '#events/view/draft-rows.ts'
import { lastDraftRound } from '#events/rules/limits.ts'
import { accept, isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { lowerFirst } from '../lookups.ts'
import { secondsAfter } from '../queue/timer.ts'
import type { PlayerId } from '#events/ids.ts'

/** A captain and four picked players for each team (R-DR-1). */
export const defaultLastRound = lastDraftRound

/**
 * Optimistic locking: a sender who saw another draft is refused and gets the current one (R-DR-3).
 */
export function setDraft(
  t: Tournament,
  command: CommandOf<'SetDraft'>,
  { now }: DecisionInputs,
): Decision {
  const is = t.drafts[draftKey]
  const { order, teams, expected } = command
  const { lastRound = is?.lastRound ?? defaultLastRound } = command
  const { pickSeconds = is?.pickSeconds ?? null } = command
  const shape = { order, lastRound, teams }
  const picks = inOrderMade(shape, command.picks, is)
  const turn = openFrom(shape, picks, command.turn ?? { round: 0, index: 0 })
  const wanted = { ...shape, picks, turn, pickSeconds }
  if (is && same(wanted, is)) return accept()
  if (expected !== undefined && expected !== (is ? draftVersion(is) : null))
    return draftChanged(t, is)
  // A sender without `expected` may add picks but not remove any.
  if (is && expected === undefined && !keepsAll(is, picks)) return draftChanged(t, is)
  if (is?.made && picks.length > 0) return draftIsFinal()
  const problem = pickProblem(wanted)
  if (problem) return problem
  const kept = is?.dueAt && is.pickSeconds === pickSeconds && sameTurn(is.turn, turn)
  const dueAt = kept ? is.dueAt : dueAtOf({ ...wanted, now })
  return accept({ type: 'DraftSet', v: 1, ...wanted, dueAt })
}

/** Kept picks stay in the order they were made in; new ones come after them. */
function inOrderMade(
  shape: Pick<Draft, 'order' | 'teams' | 'lastRound'>,
  picks: DraftPick[],
  is: Draft | undefined,
): DraftPick[] {
  const rank = (pick: DraftPick) => {
    const place = is?.picks.findIndex((one) => samePlace(one, pick)) ?? -1
    return place < 0 ? Number.MAX_SAFE_INTEGER : place
  }
  return picks.toSorted(
    (a, b) => rank(a) - rank(b) || a.round - b.round || indexOf(shape, a) - indexOf(shape, b),
  )
}

function pickProblem({
  teams,
  lastRound,
  picks,
}: Pick<Draft, 'teams' | 'lastRound' | 'picks'>): Refusal | null {
  const strange = picks.find(({ round, team }) => round > lastRound || team >= teams.length)
  if (strange) return noSuchPick(strange.round)
  if (new Set(picks.map(({ round, team }) => `${round}/${team}`)).size < picks.length) {
    return refuse('PICK_TWICE')
  }
  const players = picks.map(({ player }) => player)
  const twice = players.find((player, index) => players.indexOf(player) < index)
  if (twice === undefined) return null
  return refuse('PLAYER_PICKED', 'A player can be picked only once.', { player: twice })
}

export function pickPlayer(
  t: Tournament,
  command: CommandOf<'PickPlayer'>,
  { now }: DecisionInputs,
): Decision {
  const { player, round, index } = command
  const turn = { round, index }
  const draft = open(t)
  if (isRefusal(draft)) return draft
  if (!isTurn(draft, turn)) return noSuchPick(round)
  const taken = pickAt(draft, turn)
  if (taken?.player === player) return accept()
  const team = teamOf(draft, turn)
  if (taken) {
    const detail = `${pickName(draft, turn)} is taken.`
    return refuse('PICK_TAKEN', detail, { ...turn, team, player: taken.player })
  }
  const elsewhere = pickedElsewhere(draft, player)
  if (elsewhere) return elsewhere
  if (before(draft.turn, turn)) {
    const first = `${teamName(draft, teamOf(draft, draft.turn))} pick first`
    return refuse('PICK_NOT_YET', `${first}: ${lowerFirst(pickName(draft, draft.turn))}.`, {
      ...draft.turn,
    })
  }
  const picks = [...draft.picks, { round, team, player }]
  const next = openFrom(draft, picks, draft.turn)
  const dueAt = sameTurn(next, draft.turn) ? draft.dueAt : dueAtOf({ ...draft, turn: next, now })
  return accept({ type: 'DraftPicked', v: 1, ...turn, team, player, next, dueAt })
}

export function undoPick(
  t: Tournament,
  { player }: CommandOf<'UndoPick'>,
  { now }: DecisionInputs,
): Decision {
  const draft = open(t)
  if (isRefusal(draft)) return draft
  const last = draft.picks.at(-1)
  // A second press for the same pick, which is already undone.
  if (player !== undefined && !draft.picks.some((pick) => pick.player === player)) return accept()
  if (!last) return refuse('NO_PICKS')
  if (player !== undefined && last.player !== player) {
    const detail = `${teamName(draft, last.team)} have made a later pick. Undo that pick first.`
    return refuse('PICK_CHANGED', detail, { ...last })
  }
  const { round, team } = last
  const turn = { round, index: indexOf(draft, last) }
  const dueAt = dueAtOf({ ...draft, turn, now })
  return accept({ type: 'DraftUnpicked', v: 1, ...turn, team, dueAt })
}

export function replacePick(t: Tournament, command: CommandOf<'ReplacePick'>): Decision {
  const { player, round, index, expected } = command
  const turn = { round, index }
  const draft = open(t)
  if (isRefusal(draft)) return draft
  if (!isTurn(draft, turn)) return noSuchPick(round)
  const pick = pickAt(draft, turn)
  if (!pick) return refuse('PICK_OPEN', `${pickName(draft, turn)} is still open.`)
  if (pick.player === player) return accept()
  const { team } = pick
  if (expected !== undefined && expected !== pick.player) {
    const detail = `${pickName(draft, turn)} has been replaced in the meantime.`
    return refuse('PICK_CHANGED', detail, { ...turn, team, player: pick.player })
  }
  return (
    pickedElsewhere(draft, player) ??
    accept({ type: 'DraftPickReplaced', v: 1, ...turn, team, player })
  )
}

function open(t: Tournament): Draft | Refusal {
  const draft = t.drafts[draftKey]
  if (!draft) return refuse('NO_DRAFT')
  return draft.made ? draftIsFinal() : draft
}

export function draftIsFinal(): Refusal {
  return refuse('DRAFT_FINAL')
}

function draftChanged(t: Tournament, is: Draft | undefined): Refusal {
  return refuse('DRAFT_CHANGED', undefined, { draft: is ? draftRow(t.id, is) : null })
}

function noSuchPick(round: number): Refusal {
  return refuse('NO_SUCH_PICK', `The draft has no such pick in round ${round}.`)
}

function pickedElsewhere(draft: Draft, player: PlayerId): Refusal | null {
  const pick = draft.picks.find((one) => one.player === player)
  if (!pick) return null
  const detail = `${teamName(draft, pick.team)} picked this player in round ${pick.round}.`
  return refuse('PLAYER_PICKED', detail, { ...pick })
}

function teamName({ teams }: Pick<Draft, 'teams'>, team: number): string {
  return teams[team] || `Team ${team + 1}`
}

function pickName(draft: Draft, turn: Turn): string {
  if (turn.round === 0) return `The captain of ${teamName(draft, teamOf(draft, turn))}`
  return `Pick ${turn.index + 1} of round ${turn.round}`
}

function keepsAll(is: Draft, picks: DraftPick[]): boolean {
  return is.picks.every((one) =>
    picks.some((pick) => samePlace(one, pick) && one.player === pick.player),
  )
}

function samePlace(a: DraftPick, b: DraftPick): boolean {
  return a.round === b.round && a.team === b.team
}

function sameTurn(a: Turn, b: Turn): boolean {
  return a.round === b.round && a.index === b.index
}

function before(a: Turn, b: Turn): boolean {
  return a.round < b.round || (a.round === b.round && a.index < b.index)
}

function same(wanted: Omit<Draft, 'dueAt' | 'made'>, is: Draft): boolean {
  const plain = (draft: Omit<Draft, 'dueAt' | 'made'>) => {
    return draftVersion({ ...draft, dueAt: null, made: null })
  }
  return plain(wanted) === plain(is)
}

type Clocked = Pick<Draft, 'teams' | 'lastRound' | 'turn' | 'pickSeconds'> & { now: string }

/** The clock runs only for picks, not while captains are named (R-DR-5). */
function dueAtOf({ turn, pickSeconds, now, ...shape }: Clocked): string | null {
  if (pickSeconds === null || turn.round === 0 || !isTurn(shape, turn)) return null
  return secondsAfter(now, pickSeconds)
}
