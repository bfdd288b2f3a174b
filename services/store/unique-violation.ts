const code = '23505'

/** True if a row with the same unique value was there first. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === code
}
