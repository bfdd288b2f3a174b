/** The first damaged commit of a tournament's log. It and all later ones are ignored (P9). */
export type Damage = {
  tournament: number
  /** position in the log */
  seq: number
  /** the version that the commit at this position should have */
  version: number
  /** the kind of damage, as the end of a sentence */
  reason: string
}

/** Each text ends a sentence that names a step. */
export const damageReasons = {
  missing: 'which is missing',
  unreadable: 'which cannot be read',
  altered: 'which has been altered',
  different: 'which differs from what the database has seen',
  misplaced: (version: number) => `where step ${version} stands`,
} as const

/**
 * The log of one tournament is damaged. It takes no commands until it is repaired; all others do.
 */
export class TournamentHalted extends Error {
  readonly retryable = false
  readonly code = 'TOURNAMENT_HALTED'
  override readonly name = 'TournamentHalted'
  readonly damage: Damage

  constructor(damage: Damage) {
    const { version, reason } = damage
    super(
      `This tournament is stopped: its log is damaged at step ${version}, ${reason}. ` +
        'All other tournaments continue. Keep the scores on paper, and tell the person who runs this server.',
    )
    this.damage = damage
  }
}

/**
 * For callers that can skip a halted tournament: returns null for it, and rethrows other errors.
 */
export function nullIfHalted(error: unknown): null {
  if (error instanceof TournamentHalted) return null
  throw error
}

/** The log message for the operator of the server. */
export function haltedMessage({ tournament, seq, version, reason }: Damage): string {
  return `Tournament ${tournament} is stopped: its log is damaged at version ${version}, position ${seq}, ${reason}.`
}
