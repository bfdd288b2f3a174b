/** The code is in the fragment, so that it is in no request and no server log. */
export function addressOf(team: number, code: string | null): string {
  return `${location.origin}/tournament-team/${team}${code === null ? '' : `#code=${code}`}`
}
