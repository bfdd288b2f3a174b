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

const around = {
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

  test.each(samples)('$file is named after what it holds', ({ file, sample }) => {
    const { type, v } = sample as { type: string; v: number }
    expect(file).toBe(`${type}.v${v}.json`)
  })

  test.each(samples)('$file can be read, and nothing of it is lost', ({ sample }) => {
    const { events } = readCommit({ ...around, events: [sample] })
    expect(events.map((event) => Event.parse(event))).toEqual([sample])
  })

  test.each(samples)('$file can be folded', ({ sample }) => {
    const { events } = readCommit({ ...around, events: [sample] })
    expect(events.reduce(evolve, emptyTournament(1)).id).toBe(1)
  })
})

/** kinds that were added after this tournament was frozen */
const later = [
  'TournamentImported',
  'StagePlaced',
  'MatchesReplanned',
  'MatchesRemoved',
  'GroupsLinked',
  'TiebreakLinked',
  'TeamWithdrawn',
  'MatchForfeited',
  'MatchVoided',
  'ReviewSet',
  'MatchAnnotated',
  'ProtestLodged',
  'ProtestWithdrawn',
  'RulingProposed',
  'ProtestRuled',
  'GameAttached',
  'GameDetached',
  'QueueRenamed',
  'TimerWaits',
  'CabinetHeld',
  'CabinetReleased',
  'AnnouncementWritten',
  'AnnouncementEnded',
  'AttendanceReported',
  'OfficialCalled',
  'OfficialCallTaken',
  'OfficialCallEnded',
  'WarningGiven',
  'PlayersMoved',
  'DraftSet',
  'DraftPicked',
  'DraftUnpicked',
  'DraftPickReplaced',
  'DraftFinalized',
  'StageChecked',
  'TeamsMatched',
  'MatchesLinked',
  'ReportAsked',
  'ReportNoted',
  'MarkNoted',
]

describe('P7: a whole tournament of the past', () => {
  const commits = log.map(readCommit)
  const state = commits.reduce(fold, emptyTournament(1))

  /** The rank of a standing is counted where rows are read. */
  function asRead(table: Table): unknown[] {
    const all = rowsOf(state)
    if (table !== 'standing') return [...all[table].values()]
    const stages = Object.keys(state.stages).map(Number)
    const ofStage = (id: number) => [...all.standing.values()].filter((row) => row.bracket === id)
    return stages.flatMap((id) => inRankOrder(ofStage(id)))
  }

  test('can be read, and nothing of it is lost', () =>
    expect(commits.map((commit) => Commit.parse(commit))).toEqual(log))

  test('holds every kind of event but the deletion and what came later', () => {
    const held = new Set(commits.flatMap((commit) => commit.events.map((event) => event.type)))
    const all = Event.options.map(({ shape }) => shape.type.value)
    expect(all.filter((type) => !held.has(type))).toEqual(['TournamentDeleted', ...later])
  })

  // Columns that rows have got since then stand beside those they had.
  test.each(Object.keys(tables) as Table[])('gives the rows of %s it gave then', (table) =>
    expect(asRead(table)).toMatchObject(rows[table] ?? []),
  )

  test.each(Object.keys(tables) as Table[])('gives rows of %s that fit their schema', (table) => {
    const now = [...rowsOf(state)[table].values()]
    expect(now.map((row) => tables[table].parse(row))).toEqual(now)
  })
})
