// The export for other viewers, read by the real package brackets-manager.
import { BracketsManager } from 'brackets-manager'
import { InMemoryDatabase } from 'brackets-memory-db'
import { expect, test } from 'vitest'
import { finalPlaces, isInBracket, teamsOf } from '../bracket/bracket.ts'
import type { GrandFinal } from '../rules/layout/double-elim.ts'
import type { StageSettings } from '../schema/parts/stage-settings.ts'
import type { Tournament } from '../state/tournament.ts'
import { bracketsModel } from './brackets-viewer-format.ts'
import { play, result, forfeit, stageId, stateOf, swap, tournament } from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { range } from '#test/support/layouts.ts'
import { diceFrom, lcg } from '#test/support/random.ts'

type Options = { stage: Partial<StageSettings>; teams: number; seed: number; doubles?: number }
const sizes = range(2, 24)

/** Plays matches at random: with sides swapped, forfeits and double forfeits. */
function evening({ stage, teams, seed, doubles = 0 }: Options): Story {
  const luck = diceFrom(lcg(seed))
  let story = tournament({ teams, cabinets: 1, stage })
  for (let left = doubles; ;) {
    const t = stateOf(story)
    const ready = Object.values(t.matches).find(
      (match) =>
        !match.result && isInBracket(t.matches, match) && !teamsOf(t, match).includes(null),
    )
    if (!ready) return story
    const [one, two] = teamsOf(t, ready)
    if (luck.random() < 0.3) story = play(story, swap(ready.id))
    const roll = luck.random()
    if (left > 0 && roll < 0.3) {
      left -= 1
      story = play(story, forfeit(ready.id, one!, two!))
    } else if (roll < 0.4) story = play(story, forfeit(ready.id, luck.among([one!, two!])))
    else
      story = play(
        story,
        ...(luck.random() < 0.5 ? result(ready.id, 2, 0) : result(ready.id, 1, 2)),
      )
  }
}

async function imported(t: Tournament) {
  const manager = new BracketsManager(new InMemoryDatabase())
  await manager.import(structuredClone(bracketsModel(t)))
  return manager
}

/** 0 for the best teams, 1 for the next. */
function ranks(places: [team: number, place: number][]): [number, number][] {
  const order = [...new Set(places.map(([, place]) => place))].toSorted((a, b) => a - b)
  return places
    .map(([team, place]): [number, number] => [team, order.indexOf(place)])
    .toSorted(([a], [b]) => a - b)
}

function ownRanks(t: Tournament, only: (team: number) => boolean) {
  const places = finalPlaces(t, t.stages[stageId]!)
  const known = [...places].map(([team, { place }]): [number, number] => [team, place])
  return ranks(known.filter(([team]) => only(team)))
}

const eliminations: [string, Partial<StageSettings>, number][] = [
  ['single elimination', { stageType: 'single_elim' }, 2],
  ['single elimination with a third place', { stageType: 'single_elim', thirdPlaceMatch: true }, 4],
  ...(['double', 'single', 'best_of', 'none'] as GrandFinal[]).map(
    (grandFinal): [string, Partial<StageSettings>, number] => [
      `double elimination, grand final ${grandFinal}`,
      { stageType: 'double_elim', grandFinal },
      2,
    ],
  ),
]

test.each(eliminations)(
  '%s: brackets-manager gives the same final places',
  async (_, stage, least) => {
    let resets = 0
    for (const teams of sizes.filter((size) => size >= least)) {
      for (const seed of [teams, teams + 100]) {
        const t = stateOf(evening({ stage, teams, seed }))
        const manager = await imported(t)
        const standings = await manager.get.finalStandings(stageId)
        const theirs = ranks(standings.map(({ id, rank }) => [Number(id), rank]))
        expect([teams, seed, theirs]).toEqual([teams, seed, ownRanks(t, () => true)])
        expect((await manager.get.seeding(stageId)).flatMap((slot) => slot?.id ?? [])).toEqual(
          range(1, teams),
        )
        resets += Object.values(t.matches).filter((one) => one.ifNeeded && one.result).length
      }
    }
    expect(resets > 5).toBe(stage.grandFinal === 'double')
  },
)

test.each(eliminations)(
  '%s: a double forfeit stays, and the next match is a bye',
  async (_, stage, least) => {
    let doubles = 0
    for (const teams of sizes.filter((size) => size >= Math.max(3, least))) {
      for (const seed of [teams, teams + 50]) {
        const t = stateOf(evening({ stage, teams, seed, doubles: 2 }))
        const model = bracketsModel(t)
        const lost = model.match.filter((one) => one.opponent1?.forfeit && one.opponent2?.forfeit)
        doubles += lost.length
        const forfeited = Object.values(t.matches).filter(
          ({ result: end }) => end?.forfeit && end.winner === null,
        )
        expect(new Set(lost.map(({ id }) => id))).toEqual(new Set(forfeited.map(({ id }) => id)))
        // Every team is in a match, and each round has half the matches of the one before it.
        const shown = new Set(model.match.flatMap((one) => [one.opponent1?.id, one.opponent2?.id]))
        expect(range(1, teams).filter((team) => !shown.has(team))).toEqual([])
        const own = ownRanks(t, () => true)
        const [champion] = own.find(([, rank]) => rank === 0) ?? []
        const standings = await (await imported(t)).get.finalStandings(stageId).catch(() => null)
        // The manager names no places if nobody is left in a final, and leaves such teams out.
        if (!standings) continue
        // Without a grand final it puts both teams of a forfeited winners final first.
        const isForfeited = lost.some(({ id }) => t.matches[id]?.winnerPlace === 1)
        if (stage.grandFinal === 'none' && isForfeited) continue
        const theirs = ranks(standings.map(({ id, rank }) => [Number(id), rank]))
        const listed = new Set(theirs.map(([team]) => team))
        expect([teams, seed, theirs]).toEqual([
          teams,
          seed,
          ownRanks(t, (team) => listed.has(team)),
        ])
        expect(listed).toContain(champion)
      }
    }
    expect(doubles).toBeGreaterThan(40)
  },
)

test('round robin: brackets-manager counts the same matches, and the winner of all is first', async () => {
  for (const teams of range(2, 9)) {
    for (const matchesPerOpponent of [1, 2]) {
      const stage = { stageType: 'round_robin', matchesPerOpponent } as const
      const t = stateOf(evening({ stage, teams, seed: teams, doubles: 1 }))
      const manager = await imported(t)
      const table = await manager.get.finalStandings(stageId, {
        rankingFormula: ({ wins, draws }) => 2 * wins + draws,
      })
      const matches = Object.values(t.matches)
      const wins = (team: number) =>
        matches.filter((match) => {
          const winner = match.result?.winner
          return typeof winner === 'number' && teamsOf(t, match)[winner] === team
        }).length
      const counted = (table as unknown as { id: number; wins: number; played: number }[])
        .map(({ id, wins: won, played }) => [id, won, played])
        .toSorted(([a = 0], [b = 0]) => a - b)
      const played = (teams - 1) * matchesPerOpponent
      expect(counted).toEqual(range(1, teams).map((team) => [team, wins(team), played]))
    }
  }
})

test('the first double forfeit of three teams leaves the third one as champion', () => {
  const [semifinal, final] = [101, 102]
  const story = play(tournament({ teams: 3 }), forfeit(semifinal, 2, 3))
  const { match } = bracketsModel(stateOf(story))
  expect(match.find(({ id }) => id === semifinal)).toMatchObject({
    status: 4,
    opponent1: { id: 2, result: 'loss', forfeit: true },
    opponent2: { id: 3, result: 'loss', forfeit: true },
  })
  expect(match.find(({ id }) => id === final)).toMatchObject({
    opponent1: { id: 1, result: 'win' },
    opponent2: null,
  })
})
