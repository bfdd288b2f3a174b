// The outside bracket as this room speaks of it, whatever its service's own words are.

/** Who plays in it. `ids`: its own id first, then those it has in the groups (R-CL-2). */
export type Participant = { ids: string[]; name: string; seed: number | null }

export type Bout = {
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
  /** player 1's games and player 2's, as far as they were told */
  score: [number, number] | null
  round: number | null
  group: string | null
}

export type Heading = {
  state: 'pending' | 'underway' | 'over' | 'complete'
  /** a tie can be told in it, and in its groups (R-CL-4) */
  drawAllowed: boolean
  groupDrawAllowed: boolean
}
/** All of a bracket, or what stands in the way of reading each part of it. */
export type Survey = {
  heading: Heading | Trouble
  participants: Participant[] | Trouble
  matches: Bout[] | Trouble
}
export type Bracket = { heading: Heading; participants: Participant[]; matches: Bout[] }

/** Games by player 1's side; without `winner` the match goes on, null is a tie (R-CL-4). */
export type Result = {
  match: string
  players: [string, string]
  scores: [number, number][]
  winner?: 0 | 1 | null
}

/** One bracket of an outside service. Every call may throw a `Trouble`. */
export type Adapter = {
  survey(): Promise<Survey>
  /** the matches alone, as often as they are looked at */
  matches(heading: Heading): Promise<Bout[]>
  look(match: string, heading: Heading): Promise<Bout>
  report(result: Result): Promise<void>
  markUnderway(match: string): Promise<void>
  unmark(match: string): Promise<void>
  /** what follows it is reset there */
  reopen(match: string): Promise<void>
}

/** Why the outside did not do it. Says nothing of tokens or addresses (R-CL-9). */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  /** 0: no answer */
  readonly status: number
  /** when to come again, if it said so */
  readonly retryAfterMs: number | null

  constructor(status: number, retryAfterMs: number | null = null, text = textOf(status)) {
    super(text)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** It may go another time as it stands. */
  get passes(): boolean {
    const { status } = this
    return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500
  }

  /** Another token may open it. */
  get locked(): boolean {
    return this.status === 401 || this.status === 403
  }
}

function textOf(status: number): string {
  if (status === 0) return 'Challonge does not answer.'
  if (status === 401) return 'The token for Challonge is not valid.'
  if (status === 403) return 'The token for Challonge may not do this.'
  if (status === 404) return 'Challonge does not know this bracket or match.'
  if (status === 429) return 'Challonge asks to wait.'
  if (status >= 500) return `Challonge fails just now (${status}).`
  return `Challonge refused it (${status}).`
}

export function wholeOf({ heading, participants, matches }: Survey): Bracket {
  for (const part of [heading, participants, matches]) if (part instanceof Trouble) throw part
  return { heading, participants, matches } as Bracket
}
