// The measured numbers of a real game, by position, are the reference for these rules. The events
// of that game are not available, so this test invents a game with the same kills and rides and
// compares its computed numbers with the measured ones.
import { expect, test } from 'vitest'
import type { Colour } from './map/colour.ts'
import { colourOf, type Position } from './map/field.ts'
import { stats } from './index.ts'
import { timedEventsOf, openReplay, statsOf } from './game-replay.ts'
import { folded, event } from '#test/support/game-invariants.ts'
import { isQueen } from './state.ts'

type Row = {
  kills: number
  deaths: number
  militaryKills: number
  militaryDeaths: number
  queenKills: number
  snail: number
  /** ms with wings, without and with speed */
  plain: number
  fast: number
}
const row = (...[kills, deaths, militaryKills, militaryDeaths, queenKills, ...rest]: number[]) => {
  const [snail, plain, fast] = rest
  return { kills, deaths, militaryKills, militaryDeaths, queenKills, snail, plain, fast } as Row
}
/** Game 1652756: Day, won by Blue's army. */
const measured: Record<Position, Row> = {
  2: row(7, 0, 5, 0, 2, 0, 0, 0),
  4: row(10, 6, 5, 4, 1, 346, 53_669, 26_246),
  6: row(6, 8, 2, 5, 0, 504, 39_484, 47_501),
  8: row(2, 3, 0, 2, 0, 0, 47_344, 103_524),
  10: row(4, 5, 1, 2, 0, 114, 3_533, 93_689),
  1: row(8, 3, 7, 3, 0, 0, 0, 0),
  3: row(5, 8, 1, 5, 0, 0, 50_237, 23_627),
  5: row(3, 5, 3, 3, 0, 0, 0, 90_827),
  7: row(6, 3, 2, 2, 0, 0, 0, 156_920),
  9: row(0, 10, 0, 0, 0, 1_143, 0, 0),
}
const seconds = 206.14
const all = Object.keys(measured).map(Number) as Position[]

function times<Item>(count: number, item: Item): Item[] {
  return Array<Item>(count).fill(item)
}

/** Kills with killer, victim and the victim's type, as many as the rows say, in any order. */
function killsOf(colour: Colour): [killer: Position, victim: Position, type: string][] {
  const own = all.filter((position) => colourOf(position) === colour)
  const others = all.filter((position) => colourOf(position) !== colour)
  const pair = (type: string, kills: (r: Row) => number, deaths: (p: Position) => number) => {
    const killers = own.flatMap((killer) => times(kills(measured[killer]), killer))
    const victims = others.flatMap((victim) => times(deaths(victim), victim))
    expect(killers).toHaveLength(victims.length)
    return killers.map((killer, at): [Position, Position, string] => [killer, victims[at]!, type])
  }
  const { Queen, Soldier, Worker } = {
    Queen: pair(
      'Queen',
      (r) => r.queenKills,
      (p) => (isQueen(p) ? measured[p].deaths : 0),
    ),
    Soldier: pair(
      'Soldier',
      (r) => r.militaryKills - r.queenKills,
      (p) => (isQueen(p) ? 0 : measured[p].militaryDeaths),
    ),
    Worker: pair(
      'Worker',
      (r) => r.kills - r.militaryKills,
      (p) => measured[p].deaths - measured[p].militaryDeaths,
    ),
  }
  // The last life of a queen ends the game.
  return [...Worker, ...Soldier, ...Queen]
}

/**
 * The use of gates: the last wings end with the game. A position with both kinds of wings gets
 * plain ones first and loses them by a death at 40 s.
 */
function wings(position: Position) {
  const { plain, fast } = measured[position]
  const use = (at: number, gate: string) =>
    event(at, 'useMaiden', '560', '260', gate, String(position))
  const hasBoth = plain > 0 && fast > 0
  const plainFrom = hasBoth ? 40 - plain / 1000 : seconds - plain / 1000
  return [
    ...(plain > 0 ? [use(plainFrom, 'maiden_wings')] : []),
    ...(fast > 0 ? [use(41, 'maiden_speed'), use(seconds - fast / 1000, 'maiden_wings')] : []),
  ]
}

function inventedGame() {
  const kills = [...killsOf('gold'), ...killsOf('blue')]
  // Plain wings are lost at 40 s if fast ones follow. All other deaths happen before any wings.
  const withoutWings = new Set<Position>()
  const deaths = kills.map(([killer, victim, type], at) => {
    const { plain, fast } = measured[victim]
    const isLoss = type === 'Soldier' && plain > 0 && fast > 0 && !withoutWings.has(victim)
    if (isLoss) withoutWings.add(victim)
    const when = type === 'Queen' ? seconds - 3 + at / 100 : isLoss ? 40 : -20 + at / 100
    return event(when, 'playerKill', '500', '500', String(killer), String(victim), type)
  })
  const rides = all.flatMap((position, at) => {
    const { snail } = measured[position]
    if (snail === 0) return []
    const on = event(42 + at, 'getOnSnail', '960', '11', String(position))
    return [on, event(42.5 + at, 'getOffSnail', String(960 + snail), '11', '', String(position))]
  })
  return folded([
    event(-60, 'gamestart', 'map_day', 'True', '0', 'False', '20.13'),
    ...deaths,
    ...all.flatMap(wings),
    ...rides,
    event(seconds, 'victory', 'Blue', 'military'),
  ])
}

test('a game with the measured kills, rides and wings has the measured numbers by position', () => {
  const game = inventedGame()
  const { byPlayer } = stats(game)
  const computed = Object.fromEntries(
    all.map((position) => [
      position,
      {
        kills: byPlayer.kills[position] ?? 0,
        deaths: byPlayer.deaths[position] ?? 0,
        militaryKills: byPlayer.militaryKills[position] ?? 0,
        militaryDeaths: byPlayer.militaryDeaths[position] ?? 0,
        queenKills: byPlayer.queenKills[position] ?? 0,
        snail: byPlayer.snailDistance[position] ?? 0,
        warrior: byPlayer.warriorUptime[position] ?? 0,
      },
    ]),
  )
  const expected = Object.entries(measured).map(([key, { plain, fast, ...counted }]) => {
    return [key, { ...counted, warrior: plain + fast }]
  })
  expect(computed).toEqual(Object.fromEntries(expected))
  expect(statsOf(openReplay(timedEventsOf(game)).last.state)).toEqual(stats(game))
})
