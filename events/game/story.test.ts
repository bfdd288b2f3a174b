import { describe, expect, test } from 'vitest'
import { playGame } from '../simulation/play.ts'
import { gameEvents, gameIds, haveRecordings } from '#test/support/recordings.ts'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { live, result, stats } from './index.ts'
import { timedEventsOf, openReplay, scoresOf, storyOf } from './game-replay.ts'
import { folded, event } from '#test/support/game-invariants.ts'

const start = event(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.3')

function replayOf(events: readonly CabinetEvent[]) {
  return openReplay(timedEventsOf(folded(events)))
}

function storyWith(...events: CabinetEvent[]) {
  return storyOf(replayOf([start, ...events])).slice(1)
}

function sum(tally: object): number {
  return Object.values(tally).reduce((total: number, amount: number) => total + amount, 0)
}

/** The numbers of story events equal the stats of the game, and the story ends as the game. */
function expectCompleteStory(events: readonly CabinetEvent[]) {
  const game = folded(events)
  const { byPlayer, berries } = stats(game)
  const { winningTeam, winCondition, seconds, queenDeaths } = result(game)
  const storyEvents = storyOf(replayOf(events))
  const kills = storyEvents.filter((storyEvent) => storyEvent.kind === 'kill')
  expect(storyEvents[0]).toEqual({ kind: 'start', ms: 0 })
  expect(kills).toHaveLength(sum(byPlayer.kills))
  expect(kills.filter(({ victim }) => victim <= 2)).toHaveLength(sum(queenDeaths))
  expect(storyEvents.filter(({ kind }) => kind === 'berry')).toHaveLength(sum(berries))
  const end = { kind: 'end', winner: winningTeam, how: winCondition, ms: seconds! * 1000 }
  expect(storyEvents.at(-1)).toEqual(end)
  expect(storyEvents.map(({ ms }) => ms)).toEqual(
    storyEvents.map(({ ms }) => ms).toSorted((a, b) => a - b),
  )
}

/** The scores over time end with the final state of the game. */
function expectScores(events: readonly CabinetEvent[]) {
  const game = folded(events)
  const { berries, queenLives, snail } = live(game)
  const scores = scoresOf(replayOf(events))
  const seconds = result(game).seconds ?? 0
  expect(scores).toHaveLength(Math.ceil(seconds) + 1)
  const ms = seconds * 1000
  expect(scores.at(-1)).toEqual({ ms, berries, lives: queenLives, snail: snail.progress })
  const gains = scores.filter((score, at) => score.lives.blue > (scores[at - 1]?.lives.blue ?? 9))
  expect(gains).toEqual([])
}

describe('the story of a game', () => {
  const startAt = new Date('2026-01-03T20:00:00.000Z')
  test('P13: has every kill and berry of a simulated game and how it ended', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const events = playGame({ seed: `story ${seed}`, startAt })
      expectCompleteStory(events)
      expectScores(events)
    }
  })

  test('leaves out a queen who touches her own gate again', () => {
    const tag = (seconds: number, word: string) => event(seconds, 'blessMaiden', '410', '860', word)
    expect(storyWith(tag(-2, 'Red'), tag(1, 'Red'), tag(2, 'Blue'), tag(3, 'Blue'))).toEqual([
      { kind: 'gate', colour: 'blue', from: 'gold', isSpeed: true, x: 410, ms: 2000 },
    ])
  })

  test('says how many lives a killed queen has left, and whether a victim was a warrior', () => {
    const kills = storyWith(
      event(1, 'playerKill', '1', '1', '4', '1', 'Queen'),
      event(2, 'useMaiden', '560', '260', 'maiden_wings', '3'),
      event(3, 'playerKill', '1', '1', '2', '3', 'Soldier'),
    )
    expect(kills).toMatchObject([
      { kind: 'kill', killer: 4, victim: 1, livesLeft: 2, ms: 1000 },
      { kind: 'wings', by: 3 },
      { kind: 'kill', killer: 2, victim: 3, isWarrior: true },
    ])
  })

  test('names the team a berry counts for, whoever kicked it in', () => {
    const berries = storyWith(
      event(1, 'berryKickIn', '772', '923', '2', 'False'),
      event(2, 'berryDeposit', '1148', '923', '4'),
    )
    expect(berries).toEqual([
      { kind: 'berry', by: 2, colour: 'gold', isKick: true, count: 1, ms: 1000 },
      { kind: 'berry', by: 4, colour: 'blue', isKick: false, count: 1, ms: 2000 },
    ])
  })

  test('includes the snail, a lost connection and a famine', () => {
    const uses = Array.from({ length: 66 }, (_, use) =>
      event(20 + use / 10, 'useMaiden', '560', '260', 'maiden_wings', '4'),
    )
    const kinds = storyWith(
      event(1, 'getOnSnail', '960', '11', '3'),
      event(2, 'snailEat', '940', '11', '3', '4'),
      event(3, 'snailEscape', '940', '11', '4'),
      event(4, 'getOffSnail', '930', '11', '', '3'),
      event(5, 'cabinetOffline', '1006', ''),
      event(9, 'cabinetOnline'),
      ...uses,
    ).map(({ kind }) => kind)
    expect(kinds.slice(0, 6)).toEqual(['on', 'eat', 'escape', 'off', 'gap', 'back'])
    expect(kinds.filter((kind) => kind === 'famine')).toHaveLength(1)
  })
})

describe.skipIf(!haveRecordings())('recorded games', () => {
  test.each(gameIds)('P13: the story of game %s has every kill and berry', (id) => {
    expectCompleteStory(gameEvents(id))
    expectScores(gameEvents(id))
  })
})
