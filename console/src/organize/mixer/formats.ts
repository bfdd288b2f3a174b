import { dayEstimate } from '#events/estimate/day-plan.ts'
import { planOf } from '../day-plan/day-format.ts'
import type { DayFields } from '../day-plan/day-format.ts'

export type MixerFormat = {
  kind: 'round_robin' | 'double_elim' | 'single_elim'
  winsPerMatch: number
  matchesPerOpponent: number
}
export type Proposal = {
  format: MixerFormat
  end: { early: number; late: number }
  isInTime: boolean
}

const format = (
  kind: MixerFormat['kind'],
  winsPerMatch: number,
  matchesPerOpponent = 1,
): MixerFormat => ({ kind, winsPerMatch, matchesPerOpponent })

/** Ordered by the amount of play, most first. */
export const formats = [
  format('round_robin', 3, 2),
  format('round_robin', 2, 2),
  format('round_robin', 3),
  format('double_elim', 3),
  format('round_robin', 2),
  format('double_elim', 2),
  format('round_robin', 1),
  format('single_elim', 2),
  format('single_elim', 1),
]

const noGroups = { groups: 1, groupWins: 1, top: 1 }

/** The estimated end of a format; null if it cannot be played by this number of teams. */
export function proposalOf(fields: DayFields, format: MixerFormat, byMs: number): Proposal | null {
  const { matchesPerOpponent, ...settings } = format
  const plan = planOf(fields, { ...noGroups, ...settings })
  const stages = plan.stages.map((stage) => ({ ...stage, matchesPerOpponent }))
  const estimate = dayEstimate({ ...plan, stages })
  return 'end' in estimate
    ? { format, end: estimate.end, isInTime: estimate.end.late <= byMs }
    : null
}

/** The format with the most play that very likely ends in time, or else the shortest format. */
export function propose(fields: DayFields, byMs: number): Proposal | null {
  let last: Proposal | null = null
  for (const format of formats) {
    const proposal = proposalOf(fields, format, byMs)
    if (proposal?.isInTime) return proposal
    last = proposal ?? last
  }
  return last
}
