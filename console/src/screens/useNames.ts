import { useShown } from '../live/context.ts'
import { teamName } from '../live/select.ts'

export function useTeamName(team: number | null): string {
  return useShown((shown) => teamName(shown.live.rows, team))
}
