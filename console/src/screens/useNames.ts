import { useShown } from '../live/LiveTournament.tsx'
import { teamName } from '../live/select.ts'

export function useTeamName(team: number | null): string {
  return useShown((shown) => teamName(shown.live.rows, team))
}
