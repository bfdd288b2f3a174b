// Types of an external bracket, independent of the API's names.

/** A team of the bracket. `ids` has its own id first, then its ids in the groups (R-CL-2). */
export type Participant = { ids: string[]; name: string; seed: number | null }

export type ExternalMatch = {
  id: string
  identifier: string
  playOrder: number | null
  state: 'pending' | 'open' | 'complete'
  isUnderway: boolean
  drawAllowed: boolean
  /** ids of player 1 and player 2 */
  players: [string | null, string | null]
  /** the winner's id */
  winner: string | null
  /** games won by player 1 and player 2; null if not reported */
  score: [number, number] | null
  round: number | null
  group: string | null
}

export type BracketSummary = {
  state: 'pending' | 'underway' | 'over' | 'complete'
  /** whether ties can be reported, in the bracket and in its groups (R-CL-4) */
  drawAllowed: boolean
  groupDrawAllowed: boolean
}
/** A bracket as read; a part that could not be read is replaced by its error. */
export type BracketReads = {
  heading: BracketSummary | ApiError
  participants: Participant[] | ApiError
  matches: ExternalMatch[] | ApiError
}
export type Bracket = {
  heading: BracketSummary
  participants: Participant[]
  matches: ExternalMatch[]
}

/**
 * Scores with player 1 first. Without `winner` the match is in progress; null is a tie (R-CL-4).
 */
export type Result = {
  match: string
  players: [string, string]
  scores: [number, number][]
  winner?: 0 | 1 | null
}

/** Access to one external bracket. Every call may throw an `ApiError`. */
export type Adapter = {
  readBracket(): Promise<BracketReads>
  /** reads only the matches, for frequent polling */
  readMatches(heading: BracketSummary): Promise<ExternalMatch[]>
  readMatch(match: string, heading: BracketSummary): Promise<ExternalMatch>
  report(result: Result): Promise<void>
  markUnderway(match: string): Promise<void>
  unmark(match: string): Promise<void>
  /** also resets the matches that follow it */
  reopen(match: string): Promise<void>
}

/** Why a request to Challonge failed. Contains neither tokens nor addresses (R-CL-9). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 if there was no response */
  readonly status: number
  /** when to retry, if the response specified it */
  readonly retryAfterMs: number | null

  constructor(status: number, retryAfterMs: number | null = null, text = textOf(status)) {
    super(text)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** The same request may succeed later. */
  get isRetryable(): boolean {
    const { status } = this
    return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500
  }

  /** Another token may succeed. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.status === 403
  }
}

function textOf(status: number): string {
  if (status === 0) return 'Challonge is not responding.'
  if (status === 401) return 'The token for Challonge is not valid.'
  if (status === 403) return 'The token for Challonge does not allow this.'
  if (status === 404) return 'Challonge does not know this bracket or match.'
  if (status === 429) return 'Challonge asks us to wait.'
  if (status >= 500) return `Challonge is not working right now (${status}).`
  return `Challonge refused the request (${status}).`
}

export function completeBracket({ heading, participants, matches }: BracketReads): Bracket {
  for (const part of [heading, participants, matches]) if (part instanceof ApiError) throw part
  return { heading, participants, matches } as Bracket
}
