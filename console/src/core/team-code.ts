import { to } from './addresses.ts'

/**
 * The page of a team that gives the team's code to a phone. The code is in the fragment, so that it
 * is in no request and no server log.
 */
export function teamPageWithCode(team: number, code: string | null): string {
  return `${to.team(team)}${code === null ? '' : `#code=${code}`}`
}

/** The team's code in a fragment; undefined if it has none. */
export function teamCodeIn(fragment: string): string | undefined {
  return /^#code=([\w-]+)$/.exec(fragment)?.[1]
}
