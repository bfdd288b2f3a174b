// P7. The files in past/ are never edited: a new form of an event is a new version and a new file.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Commit } from './commit.ts'
import { Event } from './event.ts'
import { readCommit } from './upcast.ts'
import { inRankOrder } from '../rules/ranks.ts'
import { emptyTournament, evolve, fold } from '../state/tournament.ts'
import { rowsOf } from '../view/tournament-rows.ts'
import { tables } from './rows.ts'
import type { Table } from './rows.ts'

const folder = new URL('../past/', import.meta.url)
const text = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const files = readdirSync(folder).filter((file) => /\.v\d+\.json$/.test(file))
const samples = files.map((file) => ({ file, sample: JSON.parse(text(file)) as unknown }))
const log = text('log.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown)
const rows = JSON.parse(text('log.rows.json')) as Record<Table, unknown[]>

const envelope = {
  id: 'c1',
  tournament: 1,
  version: 1,
  at: '2026-10-03T18:00:00.000Z',
  by: { kind: 'person', id: 7 },
  command: { type: 'CreateQueues' },
  chain: '',
}

describe('P7: every event ever written', () => {
  test('has a sample of each version', () => {
    const current = Event.options.map(({ shape }) => `${shape.type.value}.v${shape.v.value}.json`)
    expect(current.filter((file) => !files.includes(file))).toEqual([])
  })

  test.each(samples)('$file is named after its event', ({ file, sample }) => {
    const { type, v } = sample as { type: string; v: number }
    expect(file).toBe(`${type}.v${v}.json`)
  })

  test.each(samples)('$file can be read without loss', ({ sample }) => {
    const { events } = readCommit({ ...envelope, events: [sample] })
    expect(events.map((event) => Event.parse(event))).toEqual([sample])
  })

  test.each(samples)('$file can be folded', ({ sample }) => {
    const { events } = readCommit({ ...envelope, events: [sample] })
    expect(events.reduce(evolve, emptyTournament(1)).id).toBe(1)
  })
})

/** Types of events of the frozen tournament: all that there were then, except the deletion. */
const frozenTypes = [
  'Restored',
  'TournamentCreated',
  'TournamentChanged',
  'TeamAdded',
  'TeamRenamed',
  'TeamRemoved',
  'StageCreated',
  'StageChanged',
  'StageDeleted',
  'StageSeeded',
  'MatchesDropped',
  'MatchesCreated',
  'SlotFilled',
  'MatchStarted',
  'MatchStopped',
  'SidesSet',
  'WarmupSet',
  'ScoreAdjusted',
  'MatchCompleted',
  'MatchReopened',
  'QueueCreated',
  'QueueCabinetsSet',
  'QueueEnabled',
  'QueueOrdered',
  'QueueDeleted',
  'TimerArmed',
  'TimerCancelled',
  'GameBegan',
  'GameCounted',
  'GameProposed',
  'CabinetsAssigned',
]

describe('P7: a complete frozen tournament', () => {
  const commits = log.map(readCommit)
  const state = commits.reduce(fold, emptyTournament(1))

  /** Rows with the rank of standings, which is computed when rows are read. */
  function readRows(table: Table): unknown[] {
    const all = rowsOf(state)
    if (table !== 'standing') return [...all[table].values()]
    const stages = Object.keys(state.stages).map(Number)
    const ofStage = (id: number) => [...all.standing.values()].filter((row) => row.bracket === id)
    return stages.flatMap((id) => inRankOrder(ofStage(id)))
  }

  test('can be read without loss', () =>
    expect(commits.map((commit) => Commit.parse(commit))).toEqual(log))

  test('has every type of event that there was when it was frozen', () => {
    const held = new Set(commits.flatMap((commit) => commit.events.map((event) => event.type)))
    expect([...held].toSorted()).toEqual(frozenTypes.toSorted())
  })

  // Columns that were added since then do not matter.
  test.each(Object.keys(tables) as Table[])(
    'gives the same rows of %s as when it was frozen',
    (table) => expect(readRows(table)).toMatchObject(rows[table] ?? []),
  )

  test.each(Object.keys(tables) as Table[])('gives rows of %s that fit their schema', (table) => {
    const now = [...rowsOf(state)[table].values()]
    expect(now.map((row) => tables[table].parse(row))).toEqual(now)
  })
})
