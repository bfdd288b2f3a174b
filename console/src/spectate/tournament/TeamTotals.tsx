import { rest } from '../../core/rest.ts'
import { Totals } from '../../ui/Totals.tsx'
import { useReadOne } from '../page/useReadOne.ts'

/** The totals of a team's games, loaded separately after the page. */
export default function TeamTotals({ team }: { team: number }) {
  const { answer } = useReadOne(rest.get('/api/tournament/team/:id/totals/', { id: team }))
  return answer && answer.games > 0 ? <Totals totals={answer} of="team" /> : null
}
