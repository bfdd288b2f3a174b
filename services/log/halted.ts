/** Where a tournament's log stops being what it was: from there on nothing of it is taken (P9). */
export type Damage = {
  tournament: number
  /** position in the log */
  seq: number
  /** the step that should have been there */
  version: number
  /** what is wrong with it, as the end of a sentence */
  reason: string
}

/** Each ends the sentence that names a step. */
export const damageReasons = {
  missing: 'which is not there',
  unreadable: 'which cannot be read',
  altered: 'which has been altered',
  different: 'which differs from what the database has seen',
  misplaced: (version: number) => `where step ${version} stands`,
} as const

/** The log of one tournament is damaged: it takes no command until it is repaired, all others do. */
export class TournamentHalted extends Error {
  readonly retryable = false
  readonly code = 'TOURNAMENT_HALTED'
  override readonly name = 'TournamentHalted'
  readonly damage: Damage

  constructor(damage: Damage) {
    const { version, reason } = damage
    super(
      `This tournament is stopped: its log is damaged at step ${version}, ${reason}. ` +
        'All others go on. Keep the scores on paper, and tell who runs this server.',
    )
    this.damage = damage
  }
}

/** For who goes on without it: null in the place of what it has. */
export function unlessHalted(error: unknown): null {
  if (error instanceof TournamentHalted) return null
  throw error
}

/** For who runs the server. */
export function saidOf({ tournament, seq, version, reason }: Damage): string {
  return `Tournament ${tournament} is stopped: its log is damaged at version ${version}, position ${seq}, ${reason}.`
}
