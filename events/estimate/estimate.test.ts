// Estimates of tournaments that are built from commands.
import { describe, expect, test } from 'vitest'
import { estimateOf, estimating, runs } from './estimate.ts'
import { nominalPaces } from './evening-pace.ts'
import { modelOf } from './model.ts'
import type { Model } from './model.ts'
import { noMatchDuration, withMeasured } from './match-duration.ts'
import type { MatchDuration } from './match-duration.ts'
import { withoutOffline } from './queue-model.ts'
import { fixtureIndexOf } from './fixture-index.ts'
import { drawSchedule } from './schedule.ts'
import type { ScheduledMatch } from './schedule.ts'
import { lcg } from '#test/support/random.ts'
import type { Tournament } from '../state/tournament.ts'
import type { Command } from '../schema/command.ts'
import {
  clock,
  complete,
  m,
  next,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  result,
} from '#test/desk/story.ts'
import {
  setScore,
  settings,
  stageId,
  start,
  stateOf,
  afterCommand,
  tournament,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'

const nowMs = Date.parse(clock(0))
const durationsOf = (story: Story): MatchDuration =>
  story.commits.reduce(withMeasured, noMatchDuration)
/** Every game, gap and change-over as long as the basis, every match as long as expected. */
const fixed = (model: Model): Model => ({
  ...model,
  paces: nominalPaces,
  fixtures: model.fixtures.map((fixture) => ({ ...fixture, counts: [] })),
})
const fixedEstimate = (story: Story, at = nowMs) =>
  estimateOf(stateOf(story), durationsOf(story), at, fixed)
const startsOf = (story: Story, at = nowMs) =>
  new Map(
    [...fixedEstimate(story, at).starts].map(([match, { likely }]) => [
      match,
      (likely - at) / 1000,
    ]),
  )
const numbered = (count: number) => Array.from({ length: count }, (_, index) => m(index + 1))

describe('R-ETA-1: with fixed durations', () => {
  const stage = { stageType: 'double_elim', winsPerMatch: 3, queueTimer: 30 } as const
  const evening = tournament({ teams: 16, cabinets: 1, stage })

  test('16 teams on one cabinet: 745 s a match, 6.2 h for 30, 6.4 h with a bracket reset', () => {
    const { end, starts } = fixedEstimate(evening)
    expect((end!.early - nowMs) / 1000).toBe(30 * 745)
    expect((end!.late - nowMs) / 1000).toBe(31 * 745)
    expect([...starts.values()].map(({ early, late }) => [early, late])).toEqual(
      numbered(30).map((_, index) => Array(2).fill(nowMs + index * 745_000)),
    )
  })

  test('the queue is played first, in its order, then the other matches by number', () => {
    const starts = startsOf(play(evening, setQueue(queue1, m(8), m(3))))
    const order = [8, 3, 1, 2, 4, 5, 6, 7, 9]
    expect(order.map((num) => starts.get(m(num)))).toEqual(order.map((_, index) => index * 745))
  })

  test('two queues of a cabinet are played one after the other, as SelectNext does', () => {
    const serve: Command = { type: 'SetQueueCabinets', queue: queue2, cabinets: [1] }
    const eight = tournament({ teams: 8, stage: { winsPerMatch: 3 } })
    const starts = startsOf(
      play(eight, serve, setQueue(queue1, m(4), m(3)), setQueue(queue2, m(2), m(1))),
    )
    expect([4, 3, 2, 1].map((num) => starts.get(m(num)))).toEqual([0, 745, 1490, 2235])
  })

  test('R-BR-7: a second final is included if the other team will more probably win', () => {
    const two = tournament({ teams: 2, cabinets: 1, stage })
    const lead = (team: number) => {
      const story = play(
        two,
        ...result(m(1), 3, 0),
        start(m(2)),
        plus(m(2), team),
        plus(m(2), team),
      )
      const at = Date.parse(story.commits.at(-1)!.at)
      return (fixedEstimate(story, at).end!.likely - at) / 1000
    }
    const rest = 1.75 * 125 + 0.75 * 35 + 35
    expect([lead(1), lead(2)].map(Math.round)).toEqual([rest, rest + 745].map(Math.round))
  })

  test('a match that waits for winners is skipped until they are known', () => {
    const starts = startsOf(play(evening, setQueue(queue1, m(9), m(1), m(2))))
    const [first, second, waited] = [m(1), m(2), m(9)].map((id) => starts.get(id)!)
    expect([first, second]).toEqual([0, 745])
    expect(waited).toBeGreaterThan(745)
  })

  test('a match in progress ends by its score, counted from its last point', () => {
    const story = play(
      tournament({ teams: 16, cabinets: 1, stage }),
      start(m(1)),
      plus(m(1), 1),
      plus(m(1), 1),
    )
    const pointMs = Date.parse(story.commits.at(-1)!.at)
    const rest = 1.75 * 125 + 0.75 * 35 + 35
    for (const later of [0, 60, 150]) {
      expect(startsOf(story, pointMs + later * 1000).get(m(2))! + later).toBeCloseTo(rest, 2)
    }
    // The current game takes longer than expected, and the games after it cannot have begun.
    expect(startsOf(story, pointMs + 1_000_000).get(m(2))).toBeCloseTo(rest - 160, 2)
  })

  test('a queue timer gives the start of the next match and the rest of its change-over', () => {
    const story = play(evening, setQueue(queue1, m(2), m(3)), start(m(1)), setScore(m(1), 3, 0))
    const over = afterCommand(story, complete(m(1)), { now: clock(1000) })
    const starts = startsOf(over, Date.parse(clock(1010)))
    expect([starts.get(m(2)), starts.get(m(3))]).toEqual([20, 20 + 745 - 30])
  })

  test('two cabinets play in parallel, and no team on both', () => {
    const four = tournament({ teams: 4, stage: { stageType: 'round_robin', winsPerMatch: 3 } })
    const story = play(four, setQueue(queue1, m(1), m(3), m(5)), setQueue(queue2, m(2), m(4), m(6)))
    const starts = startsOf(story)
    const slots = numbered(6).map((id) => starts.get(id)! / 745)
    expect(slots).toEqual([0, 0, 1, 1, 2, 2])
  })

  test('a match without a fixed length is as long as those before it', () => {
    const open = tournament({ teams: 4, cabinets: 1, stage: { stageType: 'round_robin' } })
    const slot = (story: Story) => {
      const starts = startsOf(story)
      return starts.get(m(6))! - starts.get(m(5))!
    }
    expect(slot(open)).toBe(3 * 125 + 2 * 35 + 120)
    const withResults = play(open, ...result(m(1), 4, 1), ...result(m(2), 3, 2))
    expect(slot(withResults)).toBe(5 * 125 + 4 * 35 + 120)
  })

  test('a warm-up adds a game', () => {
    const warm = { ...stage, autoWarmup: 'always' } as const
    expect(startsOf(tournament({ teams: 4, cabinets: 1, stage: warm })).get(m(2))).toBe(745 + 160)
    const first = { ...stage, autoWarmup: 'first_set' } as const
    const starts = startsOf(tournament({ teams: 4, cabinets: 1, stage: first }))
    expect([starts.get(m(2)), starts.get(m(3))]).toEqual([905, 1810])
  })

  test('the places of another stage are known when it is complete', () => {
    const story = play(
      tournament({ teams: 4, cabinets: 1, stage: { stageType: 'round_robin', winsPerMatch: 3 } }),
      {
        type: 'CreateStage',
        settings: settings({ name: 'Final', winsPerMatch: 3 }),
        numGroups: 1,
      },
      {
        type: 'PlaceStage',
        stage: 52,
        placements: [1, 2].map((place) => ({ place, placeOf: { stage: stageId, place } })),
      },
      { type: 'CreateMatches', stage: 52 },
      setQueue(queue1, m(7)),
    )
    expect(startsOf(story).get(m(7))).toBe(6 * 745)
  })

  test('there is no estimate without cabinets, or for a match that can never be played', () => {
    const none = play(evening, { type: 'AssignCabinets', cabinets: [] })
    expect(fixedEstimate(none)).toMatchObject({ end: null, starts: new Map() })
    const ended = play(evening, { type: 'ChangeTournament', isActive: false })
    expect(fixedEstimate(ended)).toMatchObject({ end: null, starts: new Map() })
    const byHand = play(
      tournament({ teams: 4, cabinets: 1, stage: { stageType: 'custom', winsPerMatch: 3 } }),
      { type: 'AddMatch', stage: stageId, blue: { open: true }, gold: { team: 1 }, roundName: '' },
      { type: 'AddMatch', stage: stageId, blue: { team: 2 }, gold: { team: 1 }, roundName: '' },
    )
    expect([...startsOf(byHand)]).toEqual([[m(2), 0]])
  })
})

/** Games of today of various lengths. */
const variedDurations: MatchDuration = {
  ...noMatchDuration,
  games: [60, 68, 90, 110, 127, 140, 180, 234, 300].map((seconds) => ({ seconds, at: clock(0) })),
  gaps: [20, 24, 30, 36, 40, 60, 90, 116].map((seconds) => ({ seconds, at: clock(0) })),
}
const types = ['round_robin', 'single_elim', 'double_elim', 'ladder'] as const

/** A tournament of a random type with queues in random order, partly played. */
function randomStory(seed: number, cabinets: number): Story {
  const random = lcg(seed * 7919 + 1)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const stageType = types[seed % types.length]!
  const winsPerMatch = 1 + upTo(2)
  let story = tournament({ teams: 4 + upTo(6), cabinets, stage: { stageType, winsPerMatch } })
  const attempt = (command: Command) => {
    try {
      story = afterCommand(story, command)
    } catch {
      // Some orders are refused, and some matches cannot be started.
    }
  }
  const open = () => Object.values(stateOf(story).matches).filter((match) => !match.result)
  const shuffled = () =>
    open()
      .toSorted(() => random() - 0.5)
      .map((match) => match.id)
  for (let index = 0; index < cabinets; index++) {
    attempt(setQueue(queue1 + index, ...shuffled().slice(0, upTo(8))))
  }
  if (random() < 0.3)
    attempt({ type: 'SetQueueCabinets', queue: queue1, cabinets: [1, 2].slice(0, cabinets) })
  for (let cabinet = 1; cabinet <= cabinets; cabinet++) if (random() < 0.6) attempt(next(cabinet))
  return story
}
const seeds = Array.from({ length: 60 }, (_, index) => index + 1)
const fixturesOf = (t: Tournament) => modelOf(t, variedDurations, nowMs)

describe('R-ETA-1: in every run of an estimate', () => {
  const runsOf = (seed: number): { schedule: ScheduledMatch[]; story: Story }[] => {
    const story = randomStory(seed, 1 + (seed % 3))
    const model = fixturesOf(stateOf(story))
    const fixtureIndex = fixtureIndexOf(model)
    return Array.from({ length: 20 }, (_, run) => {
      return { schedule: drawSchedule(model, fixtureIndex, run), story }
    })
  }
  const overlap = (a: ScheduledMatch, b: ScheduledMatch) => a.start < b.end && b.start < a.end
  const pairs = (schedule: ScheduledMatch[]) =>
    schedule.flatMap((a, at) => schedule.slice(at + 1).map((b) => [a, b] as const))

  test.each(seeds)('%i: a cabinet plays one match at a time, and so does a team', (seed) => {
    for (const { schedule } of runsOf(seed)) {
      for (const [a, b] of pairs(schedule)) {
        if (!overlap(a, b)) continue
        expect(a.cabinet).not.toBe(b.cabinet)
        expect(a.teams.filter((team) => team !== null && b.teams.includes(team))).toEqual([])
      }
    }
  })

  test.each(seeds)('%i: every match is played once, after the matches it waits for', (seed) => {
    for (const { schedule, story } of runsOf(seed)) {
      const t = stateOf(story)
      const { fixtures } = fixturesOf(t)
      const ends = new Map(schedule.map((entry) => [fixtures[entry.fixture]!.match, entry]))
      expect(ends.size).toBe(schedule.length)
      const all = Object.values(t.matches)
      const sure = all.filter((match) => !match.ifNeeded && !match.result)
      expect(sure.filter((match) => !ends.has(match.id))).toEqual([])
      const sources = all.flatMap(({ id, slots }) =>
        slots.flatMap((slot) => {
          const from = 'winnerOf' in slot ? slot.winnerOf : 'loserOf' in slot ? slot.loserOf : 0
          const [own, before] = [ends.get(id), ends.get(from)]
          return own && before ? [own.start - before.end] : []
        }),
      )
      expect(sources.filter((seconds) => seconds < 0)).toEqual([])
    }
  })
})

describe('R-ETA-1: an estimate', () => {
  test.each(seeds.slice(0, 24))(
    '%i: gives no earlier start if a match is added before all others',
    (seed) => {
      const story = randomStory(seed, 1)
      const t = stateOf(story)
      const before = estimateOf(t, variedDurations, nowMs)
      // Two new teams have a match that is played before all others.
      const more = play(
        story,
        { type: 'AddTeam', name: 'Late' },
        { type: 'AddTeam', name: 'Later' },
        {
          type: 'CreateStage',
          settings: settings({ name: 'Show', stageType: 'custom', winsPerMatch: 2 }),
          numGroups: 1,
        },
      )
      const [one, two] = Object.keys(stateOf(more).teams).map(Number).slice(-2)
      const with1 = play(more, {
        type: 'AddMatch',
        stage: 52,
        blue: { team: one! },
        gold: { team: two! },
        roundName: 'Show',
      })
      const added = Math.max(...Object.keys(stateOf(with1).matches).map(Number))
      const ahead = play(with1, setQueue(queue1, added, ...(t.queues[queue1]?.matches ?? [])))
      // With the same seed every match keeps its draws.
      const after = estimateOf({ ...stateOf(ahead), version: t.version }, variedDurations, nowMs)
      expect(before.starts.size).toBeGreaterThan(0)
      for (const [match, { likely }] of before.starts) {
        expect(after.starts.get(match)!.likely).toBeGreaterThanOrEqual(likely)
      }
      expect(after.end!.likely).toBeGreaterThan(before.end!.likely)
    },
  )

  test('has no start for a match in no queue while every cabinet is offline', () => {
    const t = stateOf(play(tournament({ teams: 4 }), setQueue(queue1, m(1))))
    const estimateWith = (...offline: number[]) => {
      const withoutThem = (model: Model): Model => ({
        ...model,
        queues: withoutOffline(model.queues, new Set(offline)),
      })
      const { starts, end } = estimateOf(t, noMatchDuration, nowMs, withoutThem)
      return { matches: numbered(3).filter((match) => starts.has(match)), hasEnd: end !== null }
    }
    expect(estimateWith()).toEqual({ matches: [m(1), m(2), m(3)], hasEnd: true })
    expect(estimateWith(1)).toEqual({ matches: [m(1), m(2), m(3)], hasEnd: true })
    expect(estimateWith(1, 2)).toEqual({ matches: [m(1)], hasEnd: false })
  })

  test('is the same for the same state and moment', () => {
    const t = stateOf(randomStory(7, 2))
    expect(estimateOf(t, variedDurations, nowMs)).toEqual(estimateOf(t, variedDurations, nowMs))
  })

  test('is wider the further a match is away', () => {
    const { starts } = estimateOf(
      stateOf(tournament({ teams: 16, cabinets: 1, stage: { winsPerMatch: 3 } })),
      variedDurations,
      nowMs,
    )
    const widths = [...starts.values()].map(({ early, late }) => late - early)
    expect(widths[0]).toBe(0)
    expect(widths.at(-1)!).toBeGreaterThan(widths[3]!)
  })

  test('is computed in small steps', () => {
    const t = stateOf(tournament({ teams: 8 }))
    const work = estimating(t, variedDurations, nowMs)
    let steps = 0
    while (!work.next().done) steps++
    expect(steps).toBeGreaterThanOrEqual(runs)
  })
})
