import { useLiveState } from './context.ts'
import { teamName } from './select.ts'

export function useTeamName(team: number | null): string {
  return useLiveState((shown) => teamName(shown.live.rows, team))
}
