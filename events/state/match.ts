import type { MatchPlan, Slot, SlotIndex } from '../schema/parts/shapes.ts'
import type { CabinetId, MatchId, Records, StageId, TeamId } from '../ids.ts'

/**
 * A match. Scores, games and results are by slot, not by colour. Slot 0 plays blue unless the match
 * is flipped, so a swap of sides changes only one flag (R-ST-7).
 */
export type Match = {
  id: MatchId
  stage: StageId
  num: number
  type: MatchPlan['type']
  roundNum: number | null
  roundName: string
  slots: [Slot, Slot]
  winnerTo: MatchPlan['winnerTo']
  loserTo: MatchPlan['loserTo']
  winnerPlace: number | null
  loserPlace: number | null
  /** a second grand final: only played if the losers' champion won the first (R-BR-7) */
  ifNeeded: boolean
  isFlipped: boolean
  isWarmup: boolean
  cabinet: CabinetId | null
  startedAt: string | null
  /** all cabinets it was started on, the last one last; kept when it stops (R-WU-1, R-QT-2) */
  startedOn: CabinetId[]
  games: CountedGame[]
  /** manual adjustments of the score, per slot (R-CMD-3) */
  adjusted: [number, number]
  result: Result | null
  /** 1, 2, 3 …: raised by each replay (R-ST-9) */
  attempt: number
  /** earlier attempts, which no longer count */
  attempts: Attempt[]
  /** public note on a known error that is not corrected (R-ED-6) */
  note: string | null
  /** while under review: what the public sees, as before the review (R-CMD-4) */
  review: RecordedResult | null
}
export type RecordedResult = Pick<
  Match,
  'games' | 'adjusted' | 'result' | 'attempt' | 'attempts' | 'note'
>
type CountedGame = { game: string; winner: SlotIndex; seconds: number }
type Result = {
  winner: SlotIndex | null
  score: [number, number]
  at: string
  /** decided without play; with no winner both teams forfeited */
  forfeit: boolean
}
export type Attempt = {
  attempt: number
  teams: [TeamId | null, TeamId | null]
  score: [number, number]
  result: Result | null
  isFlipped: boolean
  startedAt: string | null
  note: string | null
  reason: string
  /** when it was archived */
  at: string
}

export function matchFromPlan(stage: StageId, plan: MatchPlan): Match {
  const { match: id, ...rest } = plan
  return {
    id,
    stage,
    ...rest,
    isWarmup: false,
    cabinet: null,
    startedAt: null,
    startedOn: [],
    games: [],
    adjusted: [0, 0],
    result: null,
    attempt: 1,
    attempts: [],
    note: null,
    review: null,
  }
}

/** Brings a record of an older log to its current form (P7). */
export function matchInCurrentForm(record: Match): Match {
  const { result } = record
  const lacksForfeit = result !== null && result.forfeit === undefined
  const withForfeit = lacksForfeit ? { ...record, result: { ...result, forfeit: false } } : record
  const withAttempts =
    withForfeit.attempt === undefined
      ? { ...withForfeit, attempt: 1, attempts: [], note: null }
      : withForfeit
  return withAttempts.review === undefined ? { ...withAttempts, review: null } : withAttempts
}

/** The score per slot: games won plus adjustments, never below 0 (R-CMD-3). */
export function score(match: Match): [number, number] {
  return [Math.max(0, sumOf(match, 0)), Math.max(0, sumOf(match, 1))]
}

/** How far games and adjustments of a slot add up to less than 0; logs of old versions have this. */
export function scoreDebt(match: Match, slot: SlotIndex): number {
  return Math.max(0, -sumOf(match, slot))
}

/** The counted games that the slot has won. */
export function gamesWon({ games }: Match, slot: SlotIndex): number {
  return games.filter((game) => game.winner === slot).length
}

function sumOf(match: Match, slot: SlotIndex): number {
  return gamesWon(match, slot) + match.adjusted[slot]
}

export function blueSlot(match: { isFlipped: boolean }): SlotIndex {
  return match.isFlipped ? 1 : 0
}

export function otherSlot(slot: SlotIndex): SlotIndex {
  return slot === 0 ? 1 : 0
}

/** A score by slots as people read it: blue, then gold. */
export function blueFirst(match: { isFlipped: boolean }, points: [number, number]): string {
  return `${points[blueSlot(match)]}-${points[otherSlot(blueSlot(match))]}`
}

/** The match whose winner or loser fills a slot; null if the slot waits for no match. */
export function sourceMatch(slot: Slot): number | null {
  if ('winnerOf' in slot) return slot.winnerOf
  return 'loserOf' in slot ? slot.loserOf : null
}

/** The slot that leads; null if the score is level. */
export function leadingSlot([first, second]: readonly [number, number]): SlotIndex | null {
  if (first === second) return null
  return first > second ? 0 : 1
}

/** The match as the public sees it. */
export function publicMatch(match: Match): Match {
  if (!match.review) return match
  const cached = publicMatches.get(match) ?? { ...match, ...match.review }
  publicMatches.set(match, cached)
  return cached
}
const publicMatches = new WeakMap<Match, Match>()

export type Matches = Records<MatchId, Match>

/** Changes a match, and what else changes with it (`also`); nothing if the match does not exist. */
export function withMatch<Also extends object>(
  { matches }: { matches: Matches },
  id: MatchId,
  change: (match: Match) => Partial<Match>,
  also: () => Partial<Also> = () => ({}),
): { matches?: Matches } & Partial<Also> {
  const match = matches[id]
  if (!match) return {}
  return { matches: { ...matches, [id]: { ...match, ...change(match) } }, ...also() }
}
