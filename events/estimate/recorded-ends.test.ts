import { beforeAll, describe, expect, test } from 'vitest'
import type { StageSettings } from '../schema/parts/stage-settings.ts'
import {
  play,
  settings,
  stageId,
  start,
  stateOf,
  afterCommand,
  tournament,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { evening, eveningIds, haveRecordings } from '#test/support/recordings.ts'
import type { RecordedMatch } from '#test/support/recordings.ts'
import { estimateOf } from './estimate.ts'
import { noMatchDuration, withMeasured } from './match-duration.ts'
import { nextPublished } from './publish.ts'
import type { Published } from './publish.ts'

/** The estimated range of the end, and when it was published, in ms since 1970. */
type EndEstimate = { at: number; from: number; to: number }

/** The stages of an evening as they were set up before play. */
function setUp(id: string): Story {
  const { teams, stages } = evening(id).tournament
  const settingsOf = (index: number) => {
    const { id: _, ...rules } = stages[index]!
    return settings(rules as Partial<StageSettings>)
  }
  const story = tournament({ teams: teams.length, cabinets: 1, stage: settingsOf(0) })
  if (stages.length === 1) return story
  return play(
    story,
    { type: 'CreateStage', settings: settingsOf(1), numGroups: 1 },
    { type: 'PlaceByDefault', stage: stageId + 1, from: [stageId], top: teams.length },
    { type: 'CreateMatches', stage: stageId + 1 },
  )
}

/** The estimated end after each game, at the times of the evening. */
function replayed(id: string): { ends: EndEstimate[]; begin: number; end: number } {
  const { matches, stages } = evening(id).tournament
  const startOf = (match: RecordedMatch) => match.games[0]!.startTime
  const inTime = matches.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  let story = setUp(id)
  let durations = noMatchDuration
  let last: Published | null = null
  const ends: EndEstimate[] = []
  const send = (command: Parameters<typeof afterCommand>[1], now: string) => {
    const before = story.commits.length
    story = afterCommand(story, command, { now })
    durations = story.commits.slice(before).reduce(withMeasured, durations)
  }
  const changeOverMs = 30_000
  for (const { stage, matchNum, games } of inTime) {
    const index = stages.findIndex((one) => one.id === stage)
    const match = Object.values(stateOf(story).matches).find(
      (one) => one.stage === stageId + index && one.num === matchNum,
    )!.id
    const called = new Date(Date.parse(games[0]!.startTime) - changeOverMs).toISOString()
    send(start(match), called)
    for (const { id: game, startTime, endTime, winningTeam, ...rest } of games) {
      const on = { game: `${game}`, cabinet: 1 }
      const { mapName } = rest
      const winCondition = rest.winCondition ?? ''
      const seconds = (Date.parse(endTime) - Date.parse(startTime)) / 1000
      send({ type: 'BeginGame', ...on, match, isFlipped: false }, new Date(startTime).toISOString())
      const won = winningTeam as 'blue' | 'gold'
      const result = { winningTeam: won, winCondition, mapName, seconds, lateBy: null }
      send({ type: 'FinishGame', ...on, ...result }, new Date(endTime).toISOString())
      const at = Date.parse(endTime)
      const t = stateOf(story)
      last = nextPublished(last, { t, estimate: estimateOf(t, durations, at), nowMs: at }) ?? last
      const { end } = last!.estimates
      if (end) ends.push({ at, from: Date.parse(end.from), to: Date.parse(end.to) })
    }
  }
  const all = inTime.flatMap(({ games }) => games)
  return {
    ends,
    begin: Date.parse(all[0]!.startTime),
    end: Math.max(...all.map(({ endTime }) => Date.parse(endTime))),
  }
}

describe.skipIf(!haveRecordings())('R-ETA-1: recorded evenings', () => {
  const evenings: ReturnType<typeof replayed>[] = []
  beforeAll(() => void evenings.push(...eveningIds.map(replayed)))

  test('at half time the range of the end is at most 30 minutes wide', () => {
    for (const { ends, begin, end } of evenings) {
      const half = ends.find(({ at }) => at >= (begin + end) / 2)!
      expect((half.to - half.from) / 60_000).toBeLessThanOrEqual(30)
    }
  })

  test('at least three of four published ranges of each evening contain the true end', () => {
    const held = evenings.map(({ ends, end }) => {
      return ends.map(({ from, to }) => from <= end && end <= to)
    })
    for (const hits of held) expect(part(hits)).toBeGreaterThanOrEqual(0.75)
  })
})

function part(held: boolean[]): number {
  return held.filter(Boolean).length / held.length
}
