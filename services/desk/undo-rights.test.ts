import { expect, test } from 'vitest'
import { given } from '#test/desk/given-when-then.ts'
import { m, play, plus, start, tournament, undo } from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { undoRights } from './undo-rights.ts'

const pairedWith = { cabinet: 1, name: 'Left' }

test('R-PE-4: a tablet cannot undo an undo that includes a command forbidden to tablets', () => {
  const point = play(tournament(), start(m(1), 1), plus(m(1), 1))
  const undone = play(point, undo(point.commits.length))
  const last = undone.commits.length
  const mayUndo = (commits: Story['commits'], version: number) =>
    undoRights({ pairedWith }, commits).tabletMayUndo?.(version)
  expect(mayUndo(undone.commits, last)).toBe(true)
  const deletesStage = { type: 'DeleteStage', stage: 51 } as const
  const forbidden = undone.commits.map((commit) => {
    if (commit.version === last) return { ...commit, answer: { undone: [last - 1, 1] } }
    return commit.version === 1 ? { ...commit, command: deletesStage } : commit
  })
  expect(mayUndo(forbidden, last)).toBe(false)
  const tabletMayUndo = (version: number) => mayUndo(forbidden, version) ?? true
  given(undone)
    .whenUndone(0, { pairedWith, tabletMayUndo })
    .refused(
      'OTHER_CABINET',
      'Left is paired with a cabinet and can only referee there. Use a device that is not paired.',
    )
})
