// Random commands on players and the captain draft, and their invariants.
import type { Command } from '#events/schema/command.ts'
import { draftKey, isTurn, openFrom, pickAt } from '#events/state/draft.ts'
import { pickOrders } from '#events/rules/pick-order.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Story } from '../story.ts'
import type { Dice } from '../../support/random.ts'

type Choice = (t: Tournament, dice: Dice, story: Story) => unknown

/** Fewer players than the teams have places, so that some are already picked. */
const anyPlayer: Choice = (_, { upTo }) => 1001 + upTo(11)
const anyTeam: Choice = (t, { among }) => among([null, 999, ...Object.keys(t.teams).map(Number)])
const anyMoves: Choice = (t, luck, story) =>
  Array.from({ length: 1 + luck.upTo(2) }, () => {
    return { player: anyPlayer(t, luck, story), team: anyTeam(t, luck, story) }
  })

/** Mostly the current turn, otherwise any. */
const turnPart =
  (part: 'round' | 'index'): Choice =>
  (t, { random, upTo }) => {
    const turn = t.drafts[draftKey]?.turn
    return turn && random() < 0.8 ? turn[part] : upTo(2)
  }
const pickedPart =
  (part: 'round' | 'team'): Choice =>
  (t, { among, upTo }) =>
    among([...(t.drafts[draftKey]?.picks.map((pick) => pick[part]) ?? []), upTo(1)])

type Names =
  | 'AddTeams'
  | 'FoundTeam'
  | 'MovePlayers'
  | 'RemovePlayer'
  | 'SetDraft'
  | 'PickPlayer'
  | 'UndoPick'
  | 'ReplacePick'
  | 'FinalizeDraft'

export const draftRepertoire: {
  [T in Names & Command['type']]: [weight: number, fields: Record<string, Choice>]
} = {
  AddTeams: [
    0.5,
    {
      teams: (t, luck, story) =>
        [null, anyTeam(t, luck, story)].map((team) => {
          const name = `Listed ${luck.upTo(99)}`
          return { team, name, players: [anyPlayer(t, luck, story)] }
        }),
    },
  ],
  FoundTeam: [
    0.5,
    { name: (_, { among }) => among(['Mites', ' mites', 'Ticks', 'Reds']), player: anyPlayer },
  ],
  MovePlayers: [1.5, { moves: anyMoves }],
  RemovePlayer: [0.5, { player: anyPlayer }],
  SetDraft: [
    2,
    {
      order: (_, { among }) => among(pickOrders),
      lastRound: (_, { upTo }) => 1 + upTo(1),
      teams: (_, { among }) =>
        among([
          ['Reds', 'Greens'],
          ['Reds', 'Greens'],
          ['Reds', '', 'Blues'],
        ]),
      picks: (t, { random, upTo }) => {
        const picks = t.drafts[draftKey]?.made ? [] : (t.drafts[draftKey]?.picks ?? [])
        if (random() < 0.7) return picks
        return [...picks.slice(1), { round: upTo(1), team: upTo(1), player: 1001 + upTo(11) }]
      },
      pickSeconds: (_, { among }) => among([null, 30, 60]),
    },
  ],
  PickPlayer: [7, { round: turnPart('round'), index: turnPart('index'), player: anyPlayer }],
  UndoPick: [
    1.5,
    { player: (t, luck, story) => (luck.random() < 0.5 ? undefined : anyPlayer(t, luck, story)) },
  ],
  ReplacePick: [1.5, { round: pickedPart('round'), index: pickedPart('team'), player: anyPlayer }],
  FinalizeDraft: [1.5, { allowShort: (_, { random }) => random() < 0.7 }],
}

/** Violated invariants of rosters and the draft. */
export function draftProblems(t: Tournament): [boolean, string][] {
  const draft = t.drafts[draftKey]
  const isOrphaned = Object.values(t.rosters).some((team) => !t.teams[team])
  const problems: [boolean, string][] = [[isOrphaned, 'a player in a team that is gone']]
  if (!draft) return problems
  const { picks, turn, made } = draft
  const picked = new Set(picks.map(({ round, team }) => `${round}/${team}`))
  const players = new Set(picks.map(({ player }) => player))
  const open = openFrom(draft, picks, turn)
  return [
    ...problems,
    [picked.size < picks.length, 'two picks of one team in a round'],
    [players.size < picks.length, 'a player picked twice'],
    [picks.some(({ team }) => team >= draft.teams.length), 'a pick of no team'],
    [picks.some(({ round }) => round > draft.lastRound), 'a pick after the last round'],
    [isTurn(draft, turn) && pickAt(draft, turn) !== undefined, 'the turn of a pick that is made'],
    [open.round !== turn.round || open.index !== turn.index, 'a turn that is not the next one'],
    [made !== null && made.length !== draft.teams.length, 'a team of the draft was not created'],
  ]
}
