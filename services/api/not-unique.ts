const code = '23505'

/** Postgres took something else first that may be there only once: a rival's. */
export function isNotUnique(error: unknown): boolean {
  return (error as { code?: unknown }).code === code
}
