// Every way an elimination can end, including forfeits and void rulings: the team that is left is
// first.
import { describe, expect, test } from 'vitest'
import { isInBracket, placesIn, ranking, stageComplete, teamInPlace, teamsOf } from './bracket.ts'
import type { MatchPlan, Slot } from '../schema/parts/shapes.ts'
import { matchFromPlan } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { range } from '#test/support/layouts.ts'
import { times } from '#test/support/long-runs.ts'
import { lcg } from '#test/support/random.ts'
import { layout } from '../rules/stage-types/layouts.ts'
import type { LayoutMatch } from '../rules/layout/layout-match.ts'
import type { LayoutStage } from '../rules/stage-types/layouts.ts'
import type { Place } from '../rules/places.ts'
import { inRankOrder } from '../rules/ranks.ts'
import { StageSettings } from '../schema/parts/stage-settings.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import { emptyTournament } from '../state/tournament.ts'
import type { Tournament } from '../state/tournament.ts'
import { standingRows } from '../view/standing-rows.ts'

type Kind = Partial<LayoutStage> & Pick<LayoutStage, 'stageType'>
const kinds: Kind[] = [
  { stageType: 'single_elim' },
  { stageType: 'single_elim', thirdPlaceMatch: true },
  { stageType: 'ladder' },
  { stageType: 'double_elim', grandFinal: 'double' },
  { stageType: 'double_elim', grandFinal: 'single' },
  { stageType: 'double_elim', grandFinal: 'best_of' },
  { stageType: 'double_elim', grandFinal: 'none' },
]
const nameOf = (kind: Kind) =>
  [kind.stageType, kind.grandFinal, kind.thirdPlaceMatch && 'third place'].filter(Boolean).join(' ')
const stageId = 1
const nextId = 2

/**
 * A stage of teams 1, 2, 3 … in seed order with none of its matches played, and a stage that takes
 * its places.
 */
function newTournament(kind: Kind, teams: number): Tournament {
  const layoutStage = { matchesPerOpponent: 1, thirdPlaceMatch: false, ...kind }
  const own = layout(layoutStage, teams).map((match, _, all) =>
    matchFromPlan(stageId, planOf(match, all)),
  )
  const stage: Stage = {
    ...StageSettings.parse({ name: 'Main', ...kind }),
    id: stageId,
    teams: range(1, teams),
    created: true,
    dice: '00',
  }
  const seeds = [1, 2].map((place) => ({ placeOf: { stage: stageId, place } }))
  const matches = Object.fromEntries(own.map((match) => [match.id, match]))
  const next = { ...stage, id: nextId, name: 'Next', teams: [], seeds, created: false }
  return {
    ...emptyTournament(1),
    matches,
    stages: Object.fromEntries([stage, next].map((each) => [each.id, each])),
  }
}

function planOf(match: LayoutMatch, all: LayoutMatch[]): MatchPlan {
  const id = (index: number) => all[index]!.num
  const slots = match.slots.map((from): Slot => {
    if ('seed' in from) return { team: from.seed }
    return 'winnerOf' in from ? { winnerOf: id(from.winnerOf) } : { loserOf: id(from.loserOf) }
  }) as [Slot, Slot]
  const to = (target: LayoutMatch['winnerTo']) =>
    target && { match: id(target.match), slot: target.slot }
  const { winnerTo, loserTo } = match
  const targets = { winnerTo: to(winnerTo), loserTo: to(loserTo), isFlipped: false }
  return { ...match, ...targets, match: match.num, slots }
}

/** The slot that wins a match; null: both teams forfeit it, or it is ruled void. */
type Winner = 0 | 1 | null
const winners: Winner[] = [0, 1, null]

function decided(t: Tournament, match: Match, winner: Winner): Tournament {
  const score: [number, number] = [winner === 0 ? 1 : 0, winner === 1 ? 1 : 0]
  const result = { winner, score, at: '', forfeit: winner === null }
  return { ...t, matches: { ...t.matches, [match.id]: { ...match, result } } }
}

function playable(t: Tournament): Match[] {
  return Object.values(t.matches).filter(
    (match) => !match.result && isInBracket(t.matches, match) && !teamsOf(t, match).includes(null),
  )
}

/** Only results matter, not their order, so the matches are decided one after the other. */
function* endings(t: Tournament): Generator<Tournament> {
  const [match] = playable(t)
  if (!match) yield t
  else for (const winner of winners) yield* endings(decided(t, match, winner))
}

function anyEnding(t: Tournament, random: () => number): Tournament {
  for (let current = t; ;) {
    const ready = playable(current)
    const match = ready[Math.floor(random() * ready.length)]
    if (!match) return current
    const luck = random()
    current = decided(current, match, luck < 0.25 ? null : luck < 0.65 ? 0 : 1)
  }
}

type Survivors = { left: number[]; unbeaten: number[] }

/**
 * The teams that are left, found by counting defeats alone: the first defeat eliminates a team, in
 * a double elimination the second one, in its only final the first. A match without a winner
 * eliminates both teams.
 */
function survivors(t: Tournament, { stageType, grandFinal }: Kind, teams: number): Survivors {
  const defeats = new Map(range(1, teams).map((team) => [team, 0]))
  const maxDefeats = stageType === 'double_elim' ? 2 : 1
  for (const match of Object.values(t.matches)) {
    if (!match.result || !isInBracket(t.matches, match)) continue
    const isOnlyFinal = match.type === 'first_final' && grandFinal !== 'double'
    for (const slot of [0, 1] as const) {
      const team = teamsOf(t, match)[slot]!
      const { winner } = match.result
      if (winner === slot) continue
      defeats.set(team, winner === null || isOnlyFinal ? maxDefeats : defeats.get(team)! + 1)
    }
  }
  const left = [...defeats.keys()].filter((team) => defeats.get(team)! < maxDefeats)
  return { left, unbeaten: left.filter((team) => defeats.get(team) === 0) }
}

/** The problems with the places of an ending, as texts. */
function problemsOf(t: Tournament, kind: Kind, teams: number): string[] {
  const places = placesIn(t, t.stages[stageId]!)
  const { left, unbeaten } = survivors(t, kind, teams)
  // Without a final both brackets have a winner, and the winner of the upper bracket is first.
  const [champion] = unbeaten.length > 0 ? unbeaten : left
  const champions = [...places].filter(([, place]) => place.place === 1 && place.last === 1)
  const order = ranking(t, t.stages[stageId]!)
  const checks: [isWrong: boolean, problem: string][] = [
    [!stageComplete(t, stageId), 'it is not complete'],
    [left.length > (kind.grandFinal === 'none' ? 2 : 1), `${left.join(', ')} are left`],
    [
      champions.length !== Math.min(1, left.length),
      `${champions.length} champions, ${left.length} left`,
    ],
    [champions[0]?.[0] !== champion, `${champions[0]?.[0]} is champion and not ${champion}`],
    [!coversAll(places, teams), 'the places do not cover every team once'],
    [new Set(order).size !== teams || order.length !== teams, `ranking ${order.join()}`],
    [order[0] !== teamInPlace(t, { stage: stageId, place: 1 }), 'another team goes on as first'],
    [isRankedOtherwise(t, places), 'the table ranks otherwise'],
    [champion !== undefined && order[0] !== champion, 'the champion does not go on as first'],
    ...Object.values(t.matches).map((match): [boolean, string] => [
      isUpsideDown(t, match, places),
      `M${match.num} upside down`,
    ]),
  ]
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}

/** The rank in the table must be the place. */
function isRankedOtherwise(t: Tournament, places: Map<number, Place>): boolean {
  const rows = inRankOrder(standingRows(t, t.stages[stageId]!))
  return rows.some(({ team, rank }) => rank !== places.get(team)?.place)
}

/** Two teams share places 5 to 6, and so on, and every place is taken. */
function coversAll(places: Map<number, Place>, teams: number): boolean {
  const taken = [...places.values()].toSorted((a, b) => a.place - b.place)
  return (
    taken.length === teams &&
    taken.every(({ place, last }, index) => {
      const first = taken.findIndex((other) => other.place === place)
      const group = taken.filter((other) => other.place === place && other.last === last)
      return first === place - 1 && group.length === last - place + 1 && index < last
    })
  )
}

/** A team that a match eliminates must be placed behind the winner of the match. */
function isUpsideDown(t: Tournament, match: Match, places: Map<number, Place>): boolean {
  const { result } = match
  if (!result || result.winner === null || match.loserTo || !isInBracket(t.matches, match))
    return false
  const teams = teamsOf(t, match)
  const [won, lost] = [teams[result.winner]!, teams[result.winner === 0 ? 1 : 0]!]
  return !(places.get(won)!.last < places.get(lost)!.place)
}

function resultsText(t: Tournament): string {
  const played = Object.values(t.matches).filter((match) => match.result)
  return played
    .map(({ num, result }) => `M${num} ${result!.winner === null ? 'both out' : result!.winner}`)
    .join(', ')
}

describe('R-ST-10, R-BR-8: there is one champion if a team is left, and each place is given once', () => {
  for (const kind of kinds) {
    const minTeams = kind.thirdPlaceMatch ? 4 : 2
    test(`every ending of ${minTeams} to 6 teams: ${nameOf(kind)}`, () => {
      const wrong: string[] = []
      let count = 0
      for (const teams of range(minTeams, 6)) {
        for (const end of endings(newTournament(kind, teams))) {
          count++
          const problems = problemsOf(end, kind, teams)
          if (problems.length > 0) {
            wrong.push(`${teams} teams, ${resultsText(end)}: ${problems.join('; ')}`)
          }
        }
      }
      expect([wrong.length, count, wrong.slice(0, 5)]).toEqual([0, count, []])
      expect(count).toBeGreaterThan(100)
    })

    test(`random endings of 7 to 33 teams: ${nameOf(kind)}`, () => {
      for (const teams of range(7, 33)) {
        const fresh = newTournament(kind, teams)
        for (let seed = 1; seed <= times(2, 6); seed++) {
          const end = anyEnding(fresh, lcg(seed * 1000 + teams))
          expect([teams, seed, resultsText(end), problemsOf(end, kind, teams)]).toEqual([
            teams,
            seed,
            resultsText(end),
            [],
          ])
        }
      }
    })
  }
})
