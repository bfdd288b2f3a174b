// Random protests and rulings, and their invariants.
import { wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import { protestReasons, rulings } from '#events/schema/parts/ruling.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Story } from '../story.ts'
import type { Dice } from '../../support/random.ts'

type Choice = (t: Tournament, dice: Dice, story: Story) => unknown

let disputed = 0
const anyPlayed: Choice = (t, { among }) =>
  among([999, ...Object.values(t.matches).flatMap((match) => (wasPlayed(match) ? [match.id] : []))])
/** Mostly an open protest. */
const anyProtest: Choice = (t, { among, random }) => {
  const all = Object.values(t.protests)
  const open = all.filter(({ ended }) => ended === null)
  const from = open.length > 0 && random() < 0.9 ? open : all
  disputed = among([...from.map(({ id }) => id), ...(from.length > 0 ? [] : [999])])
  return disputed
}
const teamsInDispute = (t: Tournament) => {
  const match = t.matches[t.protests[disputed]?.match ?? 0]
  return match ? teamsOf(t, match).map((team) => team ?? 998) : [998, 999]
}
const cascade: Choice = (_, { random }) => random() < 0.5

export const anyTournamentSettings: Record<string, Choice> = {
  name: (_, { among }) => among(['Spring Cup', 'Autumn Cup']),
  protestDeadline: (_, { among }) => among([undefined, 'none', 'next_match']),
  rulingSigners: (_, { among }) => among([undefined, 'one', 'two', 'two_for_places']),
}

type Names = 'LodgeProtest' | 'WithdrawProtest' | 'RuleProtest' | 'SignRuling'

export const protestRepertoire: {
  [T in Names & Command['type']]: [weight: number, fields: Record<string, Choice>]
} = {
  LodgeProtest: [
    4,
    {
      match: anyPlayed,
      reason: (_, { among }) => among(protestReasons),
      late: (_, { random }) => random() < 0.5,
    },
  ],
  WithdrawProtest: [1, { protest: anyProtest }],
  RuleProtest: [
    8,
    {
      protest: anyProtest,
      ruling: (_, { among }) => among(rulings),
      scores: (t, { upTo, random }) =>
        random() < 0.8 ? teamsInDispute(t).map((team) => ({ team, score: upTo(3) })) : undefined,
      forfeitBy: (t, { random }) => (random() < 0.2 ? teamsInDispute(t).slice(1) : undefined),
      two: (_, { random }) => random() < 0.4,
      force: (_, { random }) => random() < 0.7,
      cascade,
    },
  ],
  SignRuling: [
    6,
    { protest: anyProtest, num: (t) => t.protests[disputed]?.proposal?.num ?? 1, cascade },
  ],
}

export function protestProblems(t: Tournament): [boolean, string][] {
  const all = Object.values(t.protests)
  const open = all.filter(({ ended }) => ended === null)
  const holds = Object.values(t.cabinets).flatMap(({ held }) => held?.protest ?? [])
  const isTwice = new Set(open.map(({ match }) => match)).size < open.length
  const signers = all.flatMap(({ ended }) => (ended?.how === 'ruled' ? [ended.signedBy] : []))
  return [
    [isTwice, 'a match under two protests'],
    [holds.some((id) => !t.protests[id] || t.protests[id].ended), 'held by no open protest'],
    [signers.some(([one, two]) => one !== undefined && one === two), 'one official signed twice'],
  ]
}
