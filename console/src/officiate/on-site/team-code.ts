/** Behind the `#`, so that no server and no log of one ever has it. */
export function addressOf(team: number, code: string | null): string {
  return `${location.origin}/tournament-team/${team}${code === null ? '' : `#code=${code}`}`
}
