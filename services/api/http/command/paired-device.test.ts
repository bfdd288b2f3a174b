import { expect, test } from 'vitest'
import type { Command } from '../../../../events/schema/command.ts'
import { emptyTournament } from '../../../../events/state/tournament.ts'
import type { CommitEntry } from '../../../states/index.ts'
import {
  m,
  play,
  queue1,
  queue2,
  setQueue,
  stateOf,
  tournament,
} from '../../../../test/desk/story.ts'
import { expectAtCabinet } from './paired-device.ts'

function entry(version: number, type: CommitEntry['type'], undone: number[] = []): CommitEntry {
  const by = { kind: 'person', id: 7 } as const
  const rest = {
    at: '2026-05-02T18:00:00.000Z',
    by,
    device: null,
    officialMessage: { key: '' },
    publicMessage: { key: '' },
  }
  return { version, type, undone, ...rest, matches: [], cabinets: [1], cabinetChanges: [] }
}

test('R-PE-4: a tablet cannot take matches from the queue of another cabinet, nor the queue itself', () => {
  const setCabinets = (...cabinets: number[]): Command => {
    return { type: 'SetQueueCabinets', queue: queue1, cabinets }
  }
  const deleteQueue: Command = { type: 'DeleteQueue', queue: queue1 }
  const own = play(tournament(), setQueue(queue2, m(2)))
  const shared = play(own, setCabinets(1, 2))
  const sent = (story: typeof own, command: Command) => () =>
    expectAtCabinet({ scene: 1, cabinet: 1, name: 'Left' }, command, {
      state: stateOf(story),
      entries: [],
      together: [],
    })
  const refused = expect.objectContaining({ status: 403 })
  expect(sent(own, setQueue(queue1, m(1)))).not.toThrow()
  expect(sent(own, setQueue(queue1, m(1), m(2)))).toThrow(refused)
  expect(sent(own, setCabinets(1, 2))).toThrow(refused)
  expect(sent(shared, setCabinets(1))).toThrow(refused)
  expect(sent(shared, deleteQueue)).toThrow(refused)
  expect(sent(own, deleteQueue)).not.toThrow()
})

test('R-PE-4: a tablet cannot undo an undo that includes a command forbidden to tablets', () => {
  const entries = [
    entry(1, 'SeedStage'),
    entry(2, 'AddScore'),
    entry(3, 'Undo', [2]),
    entry(4, 'AddScore'),
    entry(5, 'Undo', [4, 1]),
  ]
  const undo = (version: number) => () =>
    expectAtCabinet(
      { scene: 1, cabinet: 1, name: 'Left' },
      { type: 'Undo', version, cascade: false, reason: '' },
      { state: emptyTournament(1), entries, together: [] },
    )
  expect(undo(3)).not.toThrow()
  expect(undo(5)).toThrow(expect.objectContaining({ status: 403 }))
})
