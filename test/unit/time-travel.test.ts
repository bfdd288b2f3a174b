// Time travel: the state of any moment is folded from the log, with bounded work.
import { english } from '#events/messages/english.ts'
import { describe, expect, test } from 'vitest'
import {
  CommitHistory,
  milestoneEvery,
  reuseRows,
  tablesOf,
} from '#console/src/core/history/commit-history.ts'
import { differencesInPieces, differences } from '#console/src/core/history/differences.ts'
import { noRows } from '#console/src/core/live/rows.ts'
import type { Tables } from '#console/src/core/live/rows.ts'
import type { Roll } from '#console/src/core/history/commit-history.ts'
import type { Command } from '#events/schema/command.ts'
import { whatIf } from '#events/estimate/what-if.ts'
import type { Commit } from '#events/schema/commit.ts'
import { lcg } from '../support/random.ts'
import { times } from '../support/long-runs.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { redactCommit } from '#services/api/history/history-lines.ts'
import { publishedRolls } from '#services/states/commit-entry.ts'
import {
  clock,
  complete,
  decideIn,
  forfeit,
  game,
  m,
  next,
  play,
  plus,
  setQueue,
  queue1,
  reopen,
  replay,
  setScore,
  stageId,
  start,
  stateOf,
  stop,
  swap,
  afterCommand,
  tournament,
  undo,
} from '../desk/story.ts'
import type { Story } from '../desk/story.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'

const nobody = new Set<string>()

/**
 * The history that the API gives of a story while its stages are running, with the published rolls.
 */
function historyOf({ commits, states }: Story, published = nobody): CommitHistory {
  const evening = new CommitHistory(1)
  const rolls: Roll[] = states.slice(1).flatMap((is, index) => publishedRolls(states[index]!, is))
  evening.seals.learn(rolls, {})
  for (const commit of commits) {
    const { shown, isWhole } = redactCommit(commit, published)
    const line = JSON.stringify(isWhole ? commit : { ...shown, isWhole })
    evening.add(JSON.parse(line))
  }
  return evening
}

/** The rows without the dice, which are not disclosed. */
function rows(state: Tournament) {
  const { bracket, ...others } = tablesOf(state)
  const stages = Object.values(bracket).map(({ dice: _, diceHash: __, ...row }) => row)
  return { ...others, stages }
}

function randomEvening(seed: number, steps: number): Story {
  const random = lcg(seed * 104_729 + 7)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const teams = 3 + upTo(3)
  const stageType = upTo(1) ? 'round_robin' : 'single_elim'
  let story = tournament({ teams, stage: { stageType, winsPerMatch: 1 + upTo(1) } })
  for (let tries = 0; tries < steps * 20 && story.commits.length < steps; tries++) {
    const t = stateOf(story)
    const all = Object.keys(t.matches).map(Number)
    const on = Object.values(t.matches).filter(({ cabinet }) => cabinet !== null)
    const match =
      on.length > 0 && upTo(2) ? on[upTo(on.length - 1)]!.id : (all[upTo(all.length - 1)] ?? 0)
    const choices: Command[] = [
      start(match, 1 + upTo(1), true),
      next(1 + upTo(1)),
      setScore(match, upTo(2), upTo(2)),
      plus(match, 1 + upTo(teams - 1)),
      complete(match, true),
      complete(match, true),
      stop(match),
      swap(match, upTo(1) === 0),
      reopen(match),
      replay(match, 'again'),
      forfeit(match, 1 + upTo(teams - 1)),
      setQueue(queue1, ...all.slice(0, upTo(3))),
      { type: 'ReviewMatch', match, on: upTo(1) === 0 },
      { type: 'RenameTeam', team: 1 + upTo(teams - 1), name: `Team ${upTo(9)}` },
      { type: 'DeleteStage', stage: stageId, confirm: true },
      undo(Math.max(1, story.commits.length - upTo(6))),
    ]
    const index = upTo(choices.length - 1)
    const command = choices[index]!
    if (command.type === 'DeleteStage' && upTo(9) > 0) continue
    if (!isRefusal(decideIn(story, command))) story = afterCommand(story, command)
  }
  return story
}

describe('a moment folded from the log', () => {
  test.each(Array.from({ length: times(8, 25) }, (_, index) => index + 1))(
    'P6, R-TB-7: has the rows of that moment at every version, without the dice (evening %i)',
    (seed) => {
      const story = randomEvening(seed, 90)
      const evening = historyOf(story)
      const versions = story.commits.map(({ version }) => version)
      const random = lcg(seed)
      for (const version of [...versions, ...versions.toSorted(() => random() - 0.5)]) {
        expect(rows(evening.at(version)), `version ${version}`).toEqual(
          rows(story.states[version]!),
        )
      }
    },
  )

  test('R-TB-7: has no dice of a running stage, but its table is still decided by them', () => {
    const story = tournament({ teams: 4, stage: { stageType: 'round_robin' } })
    const evening = historyOf(story)
    const dice = stateOf(story).stages[stageId]!.dice
    expect(JSON.stringify(evening.at(evening.length))).not.toContain(dice)
    const table = Object.values(tablesOf(evening.at(evening.length)).standing)
    expect(table.filter((row) => row.decidedBy?.rule === 'dice_roll')).toHaveLength(3)
  })

  test('has the dice of a complete stage, which are public', () => {
    const story = tournament({ teams: 2 })
    const dice = stateOf(story).stages[stageId]!.dice
    const evening = historyOf(story, new Set([dice]))
    expect(evening.at(evening.length).stages[stageId]?.dice).toBe(dice)
  })

  test('has the score at each of two commits within one second', () => {
    let story = tournament({ teams: 2 })
    for (const by of [1, 2])
      story = afterCommand(story, plus(101, by), { now: '2026-05-02T18:30:00.000Z' })
    const evening = historyOf(story)
    const scores = [0, -1, -2].map((back) => {
      const match = tablesOf(evening.at(evening.length + back)).match[101]
      return [match?.blueScore, match?.goldScore].join('-')
    })
    expect(scores).toEqual(['1-1', '1-0', '0-0'])
  })

  test('has the sentence of the history, also for an undo', () => {
    const story = play(tournament({ teams: 2 }), plus(101, 1))
    const evening = historyOf(afterCommand(story, undo(story.commits.length)))
    expect(english(evening.message(evening.length - 1)!)).toBe('+1 Bees in M1, 0-0 → 1-0')
    expect(english(evening.message(evening.length)!)).toContain('+1 Bees in M1')
  })

  test('P5: is refused if a commit is missing', () => {
    const { commits } = tournament({ teams: 2 })
    const evening = new CommitHistory(1)
    evening.add(commits[0])
    expect(() => evening.add(commits[2])).toThrow('follows')
  })
})

test('changes since a moment are grouped by match, in the order of that moment', () => {
  const story = play(tournament({ teams: 4 }), start(101, 1), setScore(101, 1, 1))
  const later = play(story, swap(101), plus(101, 1), complete(101))
  const [then, now] = [stateOf(story), stateOf(later)].map(tablesOf) as [never, never]
  const found = differences(then, now, (id) => `Cabinet ${id}`)
  expect(found[0]).toMatchObject({
    match: 101,
    parts: [
      { was: '1-1', is: '2-1' },
      { was: 'on Cabinet 1', is: 'complete, Bees won' },
      { was: 'Bees on blue', is: 'Moths on blue' },
    ],
  })
  expect(differences(then, then, String)).toEqual([])
})

/** An evening whose end is repeated until it has this many commits. */
function longEvening(steps: number): Commit[] {
  const { commits } = randomEvening(8, 120)
  const again = commits.slice(20)
  return Array.from({ length: steps }, (_, index) => {
    const of = commits[index] ?? again[(index - commits.length) % again.length]!
    return { ...of, version: index + 1, at: clock(index) }
  })
}

test('any moment of ten thousand commits is reached by folding at most 64 of them', () => {
  const commits = longEvening(10_000)
  const states = [emptyTournament(1)]
  for (const commit of commits) states.push(fold(states.at(-1)!, commit))
  const opened = performance.now()
  const evening = historyOf({ commits, states, drawn: {} })
  const openMs = performance.now() - opened
  const random = lcg(10)
  const durations: number[] = []
  for (let jump = 0; jump < 300; jump++) {
    const version = 1 + Math.floor(random() * evening.length)
    const [before, startedAt] = [evening.folded, performance.now()]
    const { match } = tablesOf(evening.at(version))
    durations.push(performance.now() - startedAt)
    expect(evening.folded - before).toBeLessThanOrEqual(milestoneEvery)
    expect(match).toEqual(tablesOf(states[version]!).match)
  }
  durations.sort((a, b) => a - b)
  const [median, most] = [durations[150]!, durations.at(-1)!].map((ms) => ms.toFixed(1))
  console.log(
    `10,000 commits opened in ${openMs.toFixed(0)} ms; a jump: ${median} ms, at most ${most}`,
  )

  // The same holds with the sentence, which needs the moment before.
  const plain = commits.filter(({ command }) => command.type !== 'Undo').slice(64)
  for (let jump = 0; jump < 100; jump++) {
    const { version } = plain[Math.floor(random() * plain.length)]!
    const before = evening.folded
    evening.message(version)
    evening.at(version)
    expect(evening.folded - before).toBeLessThanOrEqual(milestoneEvery)
  }

  evening.at(5_000)
  const before = evening.folded
  evening.at(5_001)
  expect(evening.folded - before).toBe(1)
})

/** Rows that are different objects than in the previous moment. */
function replacedRows(before: Tables, rows: Tables): string[] {
  return Object.entries(rows).flatMap(([table, own]) => {
    const others: Readonly<Record<string, unknown>> = before[table as keyof Tables]
    const keys = Object.keys(own).filter((key) => others[key] !== (own as typeof others)[key])
    return keys.map((key) => `${table} ${key}`)
  })
}

test('from one moment to another only changed rows are new objects', () => {
  const { states } = randomEvening(8, 120)
  const random = lcg(11)
  let [at, shown] = [states[1]!, reuseRows(noRows, tablesOf(states[1]!))]
  for (let jump = 0; jump < 100; jump++) {
    const to = states[1 + Math.floor(random() * (states.length - 1))]!
    const rows = reuseRows(shown, tablesOf(to))
    const changedRows = Object.values(changes(at, to)).reduce((sum, { put }) => sum + put.length, 0)
    expect(replacedRows(shown, rows)).toHaveLength(changedRows)
    expect(rows).toEqual(tablesOf(to))
    const others = reuseRows(rows, tablesOf(to))
    for (const table of Object.keys(rows) as (keyof Tables)[]) {
      expect(others[table]).toBe(rows[table])
    }
    ;[at, shown] = [to, rows]
  }
})

test('changes are compared one match at a time', () => {
  const { states } = randomEvening(8, 120)
  const [then, now] = [states[20]!, states.at(-1)!].map(tablesOf) as [Tables, Tables]
  const comparing = differencesInPieces(then, now, String)
  let pieces = 0
  while (!comparing.next().done) pieces++
  const matches = new Set([...Object.keys(then.match), ...Object.keys(now.match)])
  expect(matches.size).toBeGreaterThan(2)
  expect(pieces).toBe(matches.size + 4)
})

test('R-ETA-1: an estimate for a past step does not depend on later steps', () => {
  const until = play(tournament({ teams: 8 }), start(m(1)), ...game('g1', m(1), 'blue'))
  const then = historyOf(until)
  const later = historyOf(play(until, ...game('g2', m(1), 'blue'), complete(m(1)), start(m(2))))
  const at = then.length
  const change = { cabinets: 2, winsPerMatch: null, breakMs: 600_000, breakInMs: 600_000 }
  const estimateAt = (evening: CommitHistory, version: number) => {
    const durations = evening.matchDurations(version)
    return whatIf(evening.at(version), {
      change,
      durations,
      nowMs: evening.steps[version - 1]!.at,
    })
  }
  expect(estimateAt(later, at)).toEqual(estimateAt(then, at))
  expect(estimateAt(later, later.length).end).not.toEqual(estimateAt(then, at).end)
})
