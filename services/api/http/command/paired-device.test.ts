import { expect, test } from 'vitest'
import { emptyTournament } from '../../../../events/state/tournament.ts'
import type { CommitEntry } from '../../../states/index.ts'
import { expectAtCabinet } from './paired-device.ts'

function entry(version: number, type: CommitEntry['type'], undone: number[] = []): CommitEntry {
  const by = { kind: 'person', id: 7 } as const
  const said = { at: '2026-05-02T18:00:00.000Z', by, device: null, text: '', words: '' }
  return { version, type, undone, ...said, matches: [], cabinets: [1], placed: [] }
}

test('R-PE-4: a tablet brings back no undo that took back what no tablet does, at whatever place', () => {
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
