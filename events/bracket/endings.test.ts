// Every way an elimination can end, forfeits and void rulings among them: who is left is first.
import { describe, expect, test, vi } from 'vitest'
import { needed, placesIn, ranking, stageComplete, teamInPlace, teamsOf } from './bracket.ts'
import type { MatchPlan, Slot } from '../schema/event.ts'
import { planned } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { chance, range } from '../../test/support/layouts.ts'
import { layout } from '../rules/stage-types/layouts.ts'
import type { LayoutMatch } from '../rules/layout/layout-match.ts'
import type { LayoutStage } from '../rules/stage-types/layouts.ts'
import type { Place } from '../rules/places.ts'
import { inRankOrder } from '../rules/ranks.ts'
import { StageSettings } from '../schema/stage-settings.ts'
import type { Stage } from '../schema/stage-settings.ts'
import { emptyTournament } from '../state/tournament.ts'
import type { Tournament } from '../state/tournament.ts'
import { standingRows } from '../view/standing-rows.ts'

vi.setConfig({ testTimeout: 60_000 })

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

/** A stage of teams 1, 2, 3 … in seed order, none of its matches played, and one its places feed. */
function begun(kind: Kind, teams: number): Tournament {
  const plain = { matchesPerOpponent: 1, thirdPlaceMatch: false, ...kind }
  const own = layout(plain, teams).map((match, _, all) => planned(stageId, planOf(match, all)))
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
    stages: Object.fromEntries([stage, next].map((one) => [one.id, one])),
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
  const ways = { winnerTo: to(winnerTo), loserTo: to(loserTo), isFlipped: false }
  return { ...match, ...ways, match: match.num, slots }
}

/** Who wins a match; null: both forfeit it, or it is ruled void. */
type Winner = 0 | 1 | null
const winners: Winner[] = [0, 1, null]

function decided(t: Tournament, match: Match, winner: Winner): Tournament {
  const score: [number, number] = [winner === 0 ? 1 : 0, winner === 1 ? 1 : 0]
  const result = { winner, score, at: '', forfeit: winner === null }
  return { ...t, matches: { ...t.matches, [match.id]: { ...match, result } } }
}

function playable(t: Tournament): Match[] {
  return Object.values(t.matches).filter(
    (match) => !match.result && needed(t.matches, match) && !teamsOf(t, match).includes(null),
  )
}

/** Results alone decide, in whatever order they come: so each match is decided in its turn. */
function* endings(t: Tournament): Generator<Tournament> {
  const [match] = playable(t)
  if (!match) yield t
  else for (const winner of winners) yield* endings(decided(t, match, winner))
}

function anyEnding(t: Tournament, random: () => number): Tournament {
  for (let now = t; ;) {
    const ready = playable(now)
    const match = ready[Math.floor(random() * ready.length)]
    if (!match) return now
    const luck = random()
    now = decided(now, match, luck < 0.25 ? null : luck < 0.65 ? 0 : 1)
  }
}

type Fate = { left: number[]; unbeaten: number[] }

/**
 * Who is left, counted by defeats alone: one is the end, in a double elimination the second, in its
 * only final the first. Both teams of a match without a winner are out.
 */
function fateIn(t: Tournament, { stageType, grandFinal }: Kind, teams: number): Fate {
  const defeats = new Map(range(1, teams).map((team) => [team, 0]))
  const most = stageType === 'double_elim' ? 2 : 1
  for (const match of Object.values(t.matches)) {
    if (!match.result || !needed(t.matches, match)) continue
    const isOnlyFinal = match.type === 'first_final' && grandFinal !== 'double'
    for (const slot of [0, 1] as const) {
      const team = teamsOf(t, match)[slot]!
      const { winner } = match.result
      if (winner === slot) continue
      defeats.set(team, winner === null || isOnlyFinal ? most : defeats.get(team)! + 1)
    }
  }
  const left = [...defeats.keys()].filter((team) => defeats.get(team)! < most)
  return { left, unbeaten: left.filter((team) => defeats.get(team) === 0) }
}

/** What is wrong with the places of an ending, in words. */
function wrongWith(t: Tournament, kind: Kind, teams: number): string[] {
  const places = placesIn(t, t.stages[stageId]!)
  const { left, unbeaten } = fateIn(t, kind, teams)
  // Without a final both brackets have a winner, and the upper one's is first.
  const [champion] = unbeaten.length > 0 ? unbeaten : left
  const alone = [...places].filter(([, place]) => place.place === 1 && place.last === 1)
  const order = ranking(t, t.stages[stageId]!)
  const found: [boolean, string][] = [
    [!stageComplete(t, stageId), 'it is not complete'],
    [left.length > (kind.grandFinal === 'none' ? 2 : 1), `${left.join(', ')} are left`],
    [alone.length !== Math.min(1, left.length), `${alone.length} champions, ${left.length} left`],
    [alone[0]?.[0] !== champion, `${alone[0]?.[0]} is champion and not ${champion}`],
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
  return found.filter(([isSo]) => isSo).map(([, words]) => words)
}

/** The rank of a table is the place. */
function isRankedOtherwise(t: Tournament, places: Map<number, Place>): boolean {
  const rows = inRankOrder(standingRows(t, t.stages[stageId]!))
  return rows.some(({ team, rank }) => rank !== places.get(team)?.place)
}

/** As many share 5 to 6 as there are places from 5 to 6, and each place is somebody's. */
function coversAll(places: Map<number, Place>, teams: number): boolean {
  const taken = [...places.values()].toSorted((a, b) => a.place - b.place)
  return (
    taken.length === teams &&
    taken.every(({ place, last }, index) => {
      const first = taken.findIndex((one) => one.place === place)
      const group = taken.filter((one) => one.place === place && one.last === last)
      return first === place - 1 && group.length === last - place + 1 && index < last
    })
  )
}

/** Who loses a match and is out comes after who wins it. */
function isUpsideDown(t: Tournament, match: Match, places: Map<number, Place>): boolean {
  const { result } = match
  if (!result || result.winner === null || match.loserTo || !needed(t.matches, match)) return false
  const teams = teamsOf(t, match)
  const [won, lost] = [teams[result.winner]!, teams[result.winner === 0 ? 1 : 0]!]
  return !(places.get(won)!.last < places.get(lost)!.place)
}

function inWords(t: Tournament): string {
  const played = Object.values(t.matches).filter((match) => match.result)
  return played
    .map(({ num, result }) => `M${num} ${result!.winner === null ? 'both out' : result!.winner}`)
    .join(', ')
}

describe('R-ST-10, R-BR-8: one champion wherever a team is left, and each place given once', () => {
  for (const kind of kinds) {
    const fewest = kind.thirdPlaceMatch ? 4 : 2
    test(`every ending of ${fewest} to 6 teams: ${nameOf(kind)}`, () => {
      const wrong: string[] = []
      let count = 0
      for (const teams of range(fewest, 6)) {
        for (const end of endings(begun(kind, teams))) {
          count++
          const found = wrongWith(end, kind, teams)
          if (found.length > 0) wrong.push(`${teams} teams, ${inWords(end)}: ${found.join('; ')}`)
        }
      }
      expect([wrong.length, count, wrong.slice(0, 5)]).toEqual([0, count, []])
      expect(count).toBeGreaterThan(100)
    })

    test(`endings of 7 to 33 teams from seeds: ${nameOf(kind)}`, () => {
      for (const teams of range(7, 33)) {
        const fresh = begun(kind, teams)
        for (let seed = 1; seed <= 6; seed++) {
          const end = anyEnding(fresh, chance(seed * 1000 + teams))
          expect([teams, seed, inWords(end), wrongWith(end, kind, teams)]).toEqual([
            teams,
            seed,
            inWords(end),
            [],
          ])
        }
      }
    })
  }
})
