// Random protests and rulings.
import { teamsOf } from '#events/bracket/bracket.ts'
import { protestReasons, rulings } from '#events/schema/parts/ruling.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Dice } from '../../support/random.ts'

type Make = (t: Tournament, luck: Dice) => object

function anyProtest(t: Tournament, { among }: Dice): number {
  return among([999, ...Object.keys(t.protests).map(Number)])
}

export const protestCommands: Record<
  'LodgeProtest' | 'WithdrawProtest' | 'RuleProtest',
  [weight: number, make: Make]
> = {
  LodgeProtest: [
    3,
    (t, { among }) => {
      const all = Object.values(t.matches)
      const likely = all.filter(({ result, cabinet }) => result !== null || cabinet !== null)
      const match = among([...(likely.length > 0 ? likely : all).map(({ id }) => id), 999])
      return { match, reason: among(protestReasons), late: true }
    },
  ],
  WithdrawProtest: [1, (t, luck) => ({ protest: anyProtest(t, luck) })],
  RuleProtest: [
    4,
    (t, luck) => {
      const protest = anyProtest(t, luck)
      const match = t.matches[t.protests[protest]?.match ?? 0]
      const teams = match ? teamsOf(t, match) : [null, null]
      const scores = teams.map((team) => ({ team: team ?? 998, score: luck.upTo(2) }))
      return {
        protest,
        ruling: luck.among(rulings),
        ...(luck.random() < 0.9 ? { scores } : {}),
        cascade: luck.random() < 0.5,
        ...(luck.random() < 0.5 ? { force: true } : {}),
      }
    },
  ],
}
