import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  complete,
  withCascade,
  m,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  result,
  setScore,
  settings,
  stageId,
  start,
  stateOf,
  tournament,
} from '#test/desk/story.ts'
import { given, shown, teams } from '#test/desk/given-when-then.ts'

const playoffs = stageId + 1
type Placements = CommandOf<'PlaceStage'>['placements']
const from = (place: number, nth: number, stage = stageId): Placements[number] => {
  return { place, placeOf: { stage, place: nth } }
}
const placed = (...placements: Placements): CommandOf<'PlaceStage'> => {
  return { type: 'PlaceStage', stage: playoffs, placements }
}
const create = (
  name: string,
  stageType: 'single_elim' | 'round_robin' = 'single_elim',
): Command => {
  return { type: 'CreateStage', settings: settings({ name, stageType }), numGroups: 1 }
}
const makeMatches: Command = { type: 'CreateMatches', stage: playoffs }

/** Three teams all play each other, then the best two play the final. */
const pools = tournament({ teams: 3, stage: { name: 'Pools', stageType: 'round_robin' } })
const final = m(4)
const before = play(pools, create('Final'), placed(from(1, 1), from(2, 2)), makeMatches)
const wins = (winner: number) => (t: Tournament, match: number) => {
  const { blueTeam } = rowsOf(t).match.get(`${match}`)!
  return blueTeam === winner ? [1, 0] : [0, 1]
}
/** The better seed wins, and team 3 wins nothing. */
function poolResult(num: number, winner: number): Command[] {
  const [blue = 0, gold = 0] = wins(winner)(stateOf(before), m(num))
  return result(m(num), blue, gold)
}
function winnerIn(num: number): number {
  const { blueTeam, goldTeam } = rowsOf(stateOf(before)).match.get(`${m(num)}`)!
  return Math.min(blueTeam ?? 0, goldTeam ?? 0)
}
const poolPlay = [1, 2, 3].flatMap((num) => poolResult(num, winnerIn(num)))
const ended = play(before, ...poolPlay)
const froms = (t: Tournament) => [shown(final)(t)?.blueFrom, shown(final)(t)?.goldFrom]

describe('R-PL-1: a place', () => {
  test('is shown by its name until a team has it', () =>
    expect(froms(stateOf(before))).toEqual(['1st of Pools', '2nd of Pools']))

  test('names the current team, but no team is public before the stage is complete', () => {
    const two = play(before, ...poolPlay.slice(0, 4))
    expect([teams(final)(stateOf(two)), froms(stateOf(two))[0]]).toEqual([
      [null, null],
      expect.stringMatching(/^1st of Pools \(now: (Bees|Wasps)\)$/),
    ])
  })

  test('gets its team when the last match is complete', () =>
    given(before, ...poolPlay.slice(0, 5))
      .when(poolPlay[5]!)
      .leaves(
        (t) => [teams(final)(t), froms(t)],
        [
          [1, 2],
          [null, null],
        ],
      ))

  test('updates the rows of all matches that wait for it in the same commit', () => {
    const almost = play(before, ...poolPlay.slice(0, 5))
    const found = changes(stateOf(almost), stateOf(play(almost, poolPlay[5]!)))
    expect(found.match?.put.map((row) => row.id)).toContain(final)
    expect(found.bracket?.put.find((row) => row.id === playoffs)?.teams).toEqual([1, 2])
  })

  test('follows the name of its team', () => {
    const two = play(before, ...poolPlay.slice(0, 4))
    const renamed = play(two, { type: 'RenameTeam', team: 1, name: 'Drones' })
    const rows = changes(stateOf(two), stateOf(renamed)).match?.put ?? []
    expect(rows.some((row) => `${row.blueFrom}${row.goldFrom}`.includes('now: Drones'))).toBe(true)
  })

  test('blocks the start of a match that waits for it', () =>
    given(before).when(start(final)).refused('TEAM_MISSING', 'M1 still waits for 1st of Pools.'))

  test('R-BR-8: of an elimination stage is shared, and broken by seed', () => {
    const five = play(tournament({ teams: 4 }), create('Third'), placed(from(1, 3), from(2, 4)))
    const story = play(five, makeMatches, ...[1, 2, 3].flatMap((num) => result(m(num), 1, 0)))
    const all = [...rowsOf(stateOf(story)).standing.values()]
    const own = all.filter((row) => row.bracket === stageId)
    const rows = own.toSorted((a, b) => a.team - b.team)
    const places = rows.map(({ team, place, sharedPlace }) => [team, place, sharedPlace])
    expect(places).toEqual([
      [1, 1, null],
      [2, 2, null],
      [3, 3, '3-4'],
      [4, 3, '3-4'],
    ])
    expect(teams(m(4))(stateOf(story))).toEqual([3, 4])
  })
})

describe('R-RR-5: a withdrawn team', () => {
  const leaves = (team: number): Command => {
    return { type: 'WithdrawTeam', stage: stageId, team, how: 'forfeit' }
  }

  test('does not advance: the next team takes its place', () => {
    given(ended).when(leaves(2)).leaves(teams(final), [1, 3])
    given(ended, leaves(1)).when(leaves(2)).leaves(teams(final), [3, 1])
    given(before, ...poolPlay.slice(0, 4))
      .when(leaves(1))
      .leaves((t) => new Set(teams(final)(t)), new Set([2, 3]))
  })

  test('is not named at the place it would have now', () =>
    given(before, ...poolPlay.slice(0, 2))
      .when(leaves(1))
      .leaves(froms, ['1st of Pools (now: Hornets)', '2nd of Pools (now: Wasps)']))

  test('keeps its row in the table', () => {
    const ranks = (t: Tournament) =>
      [...rowsOf(t).standing.values()].filter((row) => row.bracket === stageId).length
    given(ended).when(leaves(2)).leaves(ranks, 3)
  })

  test('is behind all others if every place is used', () => {
    const three = play(pools, create('Final'), placed(from(1, 1), from(2, 2), from(3, 3)))
    const full = play(three, makeMatches, ...poolPlay)
    given(full)
      .when(leaves(1))
      .leaves((t) => rowsOf(t).bracket.get(`${playoffs}`)?.teams, [2, 3, 1])
  })

  test('cannot be withdrawn if a match was played on its place', () =>
    given(ended, ...result(final, 1, 0))
      .when(leaves(2))
      .refused('RESULT_IN_USE', 'M1 of Final has already been played based on these places.'))

  test('advances again after one undo', () =>
    given(ended, leaves(2)).whenUndone().leaves(teams(final), [1, 2]))
})

describe('R-PL-2: invalid placements are refused with all problems', () => {
  const wrong: [what: string, command: Command, ...problems: string[]][] = [
    ['two sources for one place', placed(from(1, 1), from(1, 2)), 'Place 1 has two sources.'],
    ['a gap', placed(from(1, 1), from(3, 2)), 'Place 2 is empty.'],
    ['a place too far', placed(from(1, 4)), 'Place 1: Pools has no place 4.'],
    [
      'a circle',
      { type: 'PlaceStage', stage: stageId, placements: [from(1, 1, playoffs)] },
      'Place 1: Final cannot fill it, because its own teams come from Pools.',
    ],
    [
      'a stage of its own',
      placed(from(1, 1, playoffs)),
      'Place 1: Final cannot fill it, because its own teams come from Final.',
    ],
    [
      'many things',
      placed({ place: 1, team: 9 }, from(2, 1), from(2, 1), from(4, 1, 77)),
      'Place 2 has two sources.',
      'Place 3 is empty.',
      'Place 1: team 9 is not in this tournament.',
      'Place 1 of Pools is in the list twice.',
      'Place 4: there is no stage 77.',
    ],
  ]
  test.each(wrong)('%s', (_, command, ...problems) => {
    const problemPlaces = expect.any(Array) as number[][]
    const more = { problems, problemPlaces }
    return given(before).when(command).refused('PLACEMENTS_WRONG', problems.join(' '), more)
  })

  test('each problem names the seeds it concerns', () => {
    const twice = placed({ place: 1, team: 9 }, from(2, 1), from(2, 1), from(4, 1, 77))
    const problemPlaces = [[2], [3], [1], [2, 2], [4]]
    const problems = expect.any(Array) as string[]
    return given(before)
      .when(twice)
      .refused('PLACEMENTS_WRONG', undefined, { problems, problemPlaces })
  })

  test('a single placement is merged with the others', () =>
    given(before)
      .when({ ...placed(from(3, 3)), merge: true })
      .leaves((t) => t.stages[playoffs]?.seeds?.length, 3))
})

describe('R-PL-3: other placements', () => {
  const turned = placed(from(1, 2), from(2, 1))

  test('for a stage that has not started give its matches other teams', () =>
    given(ended).when(turned).leaves(teams(final), [2, 1]))

  test('R-QU-1: for a stage that has not started leave its matches in their queues', () => {
    const elsewhere = tournament({ teams: 4, stage: { name: 'Pools', stageType: 'round_robin' } })
    const [one, two, three] = [m(7), m(8), m(9)]
    const top = [1, 2, 3, 4].map((place) => from(place, place))
    const queued = play(elsewhere, create('Final'), placed(...top), makeMatches)
    const exchanged = placed(from(1, 1), from(2, 4), from(3, 3), from(4, 2))
    given(queued, setQueue(queue1, m(6), two, one), setQueue(queue2, three, m(5)))
      .when(exchanged)
      .leaves(
        ({ queues }) => [queues[queue1]?.matches, queues[queue2]?.matches],
        [
          [m(6), two, one],
          [three, m(5)],
        ],
      )
    given(queued, setQueue(queue1, one, two), exchanged)
      .whenUndone()
      .leavesAllAsBefore()
  })

  test('for a started stage are refused, with the matches that would be lost', () =>
    given(ended, plus(final, 1), plus(final, 1))
      .when(turned)
      .refused('STAGE_STARTED', 'Final has started: M1 has been played.', {
        matches: [{ id: final, matchNum: 1, blueTeam: 1, goldTeam: 2, score: [2, 0] }],
      }))

  test('are accepted when confirmed, and one undo restores everything', () => {
    const confirmed = { ...turned, confirm: true }
    given(ended, plus(final, 1))
      .when(confirmed)
      .leaves(teams(m(5)), [2, 1])
    given(ended, plus(final, 1), confirmed).whenUndone().leavesAllAsBefore()
  })

  test('wait until a match on a cabinet is stopped', () =>
    given(ended, start(final))
      .when({ ...turned, confirm: true })
      .refused('MATCH_ACTIVE', 'M1 is being played. Stop it first.'))
})

describe('R-PL-4: a stage whose places are used', () => {
  // The loser of the first match now wins it by five games.
  const [blue = 0, gold = 0] = wins(winnerIn(1))(stateOf(before), m(1))
  const upset = setScore(m(1), gold * 5, blue * 5)

  test('cannot change under a played match, which is shown', () =>
    given(ended, ...result(final, 1, 0))
      .when(upset)
      .refused('RESULT_IN_USE', undefined, { matches: [{ id: final }] }))

  test('changes with a reason, and the played match is archived in the same commit', () => {
    const corrected = withCascade(upset)
    given(ended, ...result(final, 1, 0))
      .when(corrected)
      .leaves((t) => [t.matches[final]?.result, t.matches[final]?.attempts.length], [null, 1])
    given(ended, ...result(final, 1, 0), corrected)
      .whenUndone()
      .leavesAllAsBefore()
  })

  test('R-ED-3: the changed places are shown with the matches', () =>
    given(ended, ...result(final, 1, 0))
      .when(upset)
      .refused('RESULT_IN_USE', undefined, {
        places: expect.arrayContaining([
          { destBracket: playoffs, destPlace: 1, was: 1, is: expect.any(Number) },
        ]),
      }))

  test('R-ED-3: the effects of other changes are shown as completely', () =>
    given(ended, plus(final, 1), plus(final, 1))
      .when({ type: 'WithdrawTeam', stage: stageId, team: 1, how: 'void' })
      .refused('RESULT_IN_USE', 'M1 of Final has already been played based on these places.', {
        matches: [{ id: final, matchNum: 1, blueTeam: 1, goldTeam: 2, score: [2, 0] }],
        places: expect.arrayContaining([
          { destBracket: playoffs, destPlace: 1, was: 1, is: expect.any(Number) },
        ]),
      }))

  const gone = 'which would not exist any more. Choose another one under Team Placement first.'

  test('cannot be deleted', () =>
    given(before)
      .when({ type: 'DeleteStage', stage: stageId })
      .refused('PLACE_IN_USE', `Seed 1 of Final is place 1 of Pools, ${gone}`))

  test('cannot have fewer teams than places taken', () =>
    given(before)
      .when({ type: 'SeedStage', stage: stageId, teams: [1] })
      .refused('PLACE_IN_USE', `Seed 2 of Final is place 2 of Pools, ${gone}`))

  test('removes a queued match from its queue when its teams change', () =>
    given(ended, setQueue(queue1, final))
      .when({ type: 'ReopenMatch', match: m(1) })
      .leaves((t) => [teams(final)(t), t.queues[queue1]?.matches], [[null, null], []]))

  test('a completed last match may be undone while nothing was played on it', () =>
    given(play(before, ...poolPlay.slice(0, 5)), complete(m(3)))
      .whenUndone()
      .leaves(teams(final), [null, null]))
})

describe('R-GR-1: placements by default', () => {
  test('take the best of each group, with teams of one group far apart', () => {
    const groups = play(
      tournament({ teams: 4 }),
      { ...create('Pool', 'round_robin'), numGroups: 2 } as Command,
      { type: 'SeedStage', stage: 52, teams: [1, 3] },
      { type: 'SeedStage', stage: 53, teams: [2, 4] },
      create('Playoffs'),
    )
    expect(rowsOf(stateOf(groups)).bracket.get('53')?.groupSet).toBe(52)
    given(groups)
      .when({ type: 'PlaceByDefault', stage: 54, from: [52, 53], top: 2 })
      .leaves(
        (t) => t.stages[54]?.seeds?.map((seed) => 'placeOf' in seed && Object.values(seed.placeOf)),
        [
          [52, 1],
          [53, 1],
          [52, 2],
          [53, 2],
        ],
      )
  })
})

test('P15: too many teams are refused before any is placed', () => {
  const from = Array.from({ length: 26 }, (_, index) => 52 + index)
  given(pools, { ...create('Pool', 'round_robin'), numGroups: 26 } as Command, create('Playoffs'))
    .when({ type: 'PlaceByDefault', stage: 78, from, top: 64 })
    .refused('TOO_MANY_TEAMS', 'Playoffs would have 1664 teams; at most 1024 are possible.')
})

describe('R-TB-7: the dice', () => {
  const dice = (t: Tournament) => {
    const row = rowsOf(t).bracket.get(`${stageId}`)
    return [row?.diceHash?.length ?? null, row?.dice ?? null]
  }

  test('are secret, then committed to by their hash, and published at the end', () => {
    const none = play(pools, { type: 'SeedStage', stage: stageId, teams: [2] })
    expect([none, before, ended].map((story) => dice(stateOf(story)))).toEqual([
      [null, null],
      [64, null],
      [64, stateOf(ended).stages[stageId]?.dice],
    ])
  })
})

describe('R-RR-5: a team that left a stage and lost its seed', () => {
  const leave = (how: 'forfeit' | 'drop'): Command => {
    return { type: 'WithdrawTeam', stage: stageId, team: 2, how }
  }
  const add = (team: number): Command => {
    const slots = { blue: { team }, gold: { team: 3 } }
    return { type: 'AddMatch', stage: stageId, ...slots, roundName: '' }
  }
  const place = (...placements: Placements): Command => {
    return { type: 'PlaceStage', stage: stageId, placements }
  }
  const left = (t: Tournament) => rowsOf(t).bracket.get(`${stageId}`)?.withdrawn
  const winner = from(2, 1, playoffs)
  const pools = [create('Pools', 'round_robin'), placed({ place: 1, team: 1 })]

  test('to a place of another stage can come back', () => {
    const custom = tournament({ stage: { stageType: 'custom' } })
    given(custom, ...pools, add(2), add(4), leave('forfeit'), place({ place: 1, team: 4 }, winner))
      .when(add(2))
      .leaves(left, [])
    given(custom, ...pools, add(2), add(4), leave('forfeit'))
      .when(place({ place: 1, team: 2 }, winner))
      .leaves(left, [2])
  })

  test('has its matches in a stage that was emptied', () => {
    const two = tournament({ teams: 2, stage: { stageType: 'round_robin' } })
    given(two, leave('drop'))
      .when({ type: 'CreateMatches', stage: stageId })
      .leaves((t) => [left(t), Object.keys(t.matches).length], [[], 1])
  })
})
