import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { teamName } from '../../core/live/select.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import type { RulingDecision } from './protest-body.ts'

/** `Correct the result: Bees 1, Moths 2` */
export function DecisionWords({ decision }: { decision: RulingDecision }) {
  const rows = useLiveState((state) => state.live.rows)
  const scores = decision.scores?.map(({ team, score }) => `${teamName(rows, team)} ${score}`)
  const forfeits = decision.forfeitBy.map((team) => words.rule.byForfeit(teamName(rows, team)))
  const more = [...(scores ?? []), ...forfeits].join(', ')
  return <>{[words.rulings[decision.ruling], more].filter(Boolean).join(': ')}</>
}
