import { expect, test } from 'vitest'
import { isNeeded } from '#events/bracket/advancement.ts'
import { stageComplete, teamsOf } from '#events/bracket/bracket.ts'
import { stageProblems } from '#events/bracket/stage-problems.ts'
import { layout } from '#events/rules/stage-types/layouts.ts'
import type { LayoutStage } from '#events/rules/stage-types/layouts.ts'
import type { Match } from '#events/state/match.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { range } from '#test/support/layouts.ts'
import { lcg } from '#test/support/random.ts'
import { startGgDrops, startGgListing } from '#test/support/start-gg-listing.ts'
import type { Listing } from '#test/support/start-gg-listing.ts'
import { bracketCommand, previewOf, readBracket, stateAfter } from './import-bracket.ts'

const sizes = range(2, 32)

function nextIds() {
  let last = 0
  return async (_: string, n: number) => Array.from({ length: n }, () => ++last)
}

async function imported(listing: Listing): Promise<Tournament> {
  const bracket = readBracket([startGgListing(listing)], 'UTC')
  expect((await previewOf(bracket)).warnings).toEqual([])
  const t = stateAfter(await bracketCommand(bracket, { scene: 1, nextIds: nextIds() }))
  expect(stageProblems(t, Object.values(t.stages)[0]!)).toEqual([])
  return t
}

const inOrder = (t: Tournament) => Object.values(t.matches).toSorted((a, b) => a.num - b.num)

/** The two sources of a match, whatever their sides: seeds, or the numbers of other matches. */
function feedsOf(t: Tournament, match: Match): string {
  const first = Object.values(t.teams)[0]!.id
  const feeds = match.slots.map((slot) => {
    if ('team' in slot) return `seed ${slot.team - first + 1}`
    if ('winnerOf' in slot) return `winner of M${t.matches[slot.winnerOf]?.num}`
    return 'loserOf' in slot ? `loser of M${t.matches[slot.loserOf]?.num}` : 'open'
  })
  return `M${match.num}: ${feeds.toSorted().join(', ')}`
}

/** Plays every match that has both teams; returns how often each team lost. */
function playedOut(start: Tournament, random: () => number): { t: Tournament; lost: number[] } {
  let t = start
  for (;;) {
    const next = inOrder(t).find(
      (match) => !match.result && isNeeded(t.matches, match) && !teamsOf(t, match).includes(null),
    )
    if (!next) break
    const waits = inOrder(t).filter(({ num, result }) => num < next.num && !result)
    expect(waits.filter((match) => isNeeded(t.matches, match))).toEqual([])
    const winner = random() < 0.5 ? 0 : 1
    const score: [number, number] = winner === 0 ? [2, 0] : [0, 2]
    const at = '2026-03-07T20:00:00.000Z'
    t = evolve(t, { type: 'MatchCompleted', v: 1, match: next.id, winner, score, at } as never)
  }
  const losers = inOrder(t).flatMap((match) =>
    typeof match.result?.winner !== 'number'
      ? []
      : [teamsOf(t, match)[1 - match.result.winner] ?? 0],
  )
  return { t, lost: Object.values(t.teams).map(({ id }) => losers.filter((x) => x === id).length) }
}

test.each(['single', 'double'] as const)(
  'a %s elimination of start.gg that has not begun has the matches of our own layout, in its order',
  async (kind) => {
    for (const entrants of sizes) {
      const t = await imported({ kind, entrants })
      const own: LayoutStage = {
        stageType: `${kind}_elim`,
        matchesPerOpponent: 1,
        thirdPlaceMatch: false,
      }
      const expected = layout(own, entrants).map(({ num, slots }) => {
        const feeds = slots.map((slot) => {
          if ('seed' in slot) return `seed ${slot.seed}`
          if ('winnerOf' in slot) return `winner of M${slot.winnerOf + 1}`
          return `loser of M${slot.loserOf + 1}`
        })
        return `M${num}: ${feeds.toSorted().join(', ')}`
      })
      expect([entrants, inOrder(t).map((match) => feedsOf(t, match))]).toEqual([entrants, expected])
    }
  },
)

test('a single elimination of start.gg with a match for third place is as our own, and played to its end', async () => {
  for (const entrants of range(4, 17)) {
    const listing = { kind: 'single', entrants, third: true } as const
    const t = await imported(listing)
    const own = { stageType: 'single_elim', matchesPerOpponent: 1, thirdPlaceMatch: true } as const
    const stage = Object.values(t.stages)[0]!
    expect([entrants, stage.thirdPlaceMatch]).toEqual([entrants, true])
    expect(inOrder(t)).toHaveLength(layout(own, entrants).length)
    const third = inOrder(t).filter(({ slots }) => slots.every((slot) => 'loserOf' in slot))
    expect(third).toHaveLength(1)
    const { t: end } = playedOut(t, lcg(entrants))
    expect(stageComplete(end, stage.id)).toBe(true)
    const random = lcg(entrants)
    const begun = await imported({ ...listing, played: 3, random })
    expect(stageComplete(playedOut(begun, random).t, Object.values(begun.stages)[0]!.id)).toBe(true)
  }
})

test('a double elimination of start.gg, whatever was played there, is played to its end here', async () => {
  for (const entrants of sizes) {
    for (const played of [0, 1, 3, 11, 99]) {
      const random = lcg(entrants * 100 + played)
      const listing = { kind: 'double', entrants, drop: startGgDrops, played, random } as const
      const { t, lost } = playedOut(await imported(listing), random)
      expect(stageComplete(t, Object.values(t.stages)[0]!.id)).toBe(true)
      const champion = lost.filter((times) => times < 2)
      expect([entrants, played, champion.length]).toEqual([entrants, played, 1])
    }
  }
})

test('with byes, losers of the first round go where start.gg sends them', async () => {
  // The routes of a public bracket of six: 4 and 5 play in set 1_1, 3 and 6 in set 1_3.
  const t = await imported({ kind: 'double', entrants: 6, drop: startGgDrops })
  expect(inOrder(t).map((match) => `${feedsOf(t, match)} (${match.roundName})`)).toEqual([
    'M1: seed 4, seed 5 (Winners Round 1)',
    'M2: seed 3, seed 6 (Winners Round 1)',
    'M3: seed 1, winner of M1 (Winners Round 2)',
    'M4: seed 2, winner of M2 (Winners Round 2)',
    'M5: loser of M1, loser of M4 (Losers Round 4)',
    'M6: loser of M2, loser of M3 (Losers Round 4)',
    'M7: winner of M5, winner of M6 (Losers Round 5)',
    'M8: winner of M3, winner of M4 (Winners Round 3)',
    'M9: loser of M8, winner of M7 (Losers Round 6)',
    'M10: winner of M8, winner of M9 (Grand Final)',
    'M11: loser of M10, winner of M10 (Grand Final Reset)',
  ])
})

test('a match that waits for nobody is named in the preview and by validating', async () => {
  const documents = startGgListing({ kind: 'double', entrants: 8 })
  const { sets } = documents.data.event
  sets.nodes = sets.nodes.filter(({ id }) => id !== 'preview_1_1_2')
  const bracket = readBracket([documents], 'UTC')
  const words =
    'No team comes to M5 (Losers Round 3), M7 (Winners Round 2): set their teams by hand.'
  expect((await previewOf(bracket)).warnings).toEqual([`Bracket: ${words}`])
  const t = stateAfter(await bracketCommand(bracket, { scene: 1, nextIds: nextIds() }))
  expect(stageProblems(t, Object.values(t.stages)[0]!)).toEqual([words])
})
