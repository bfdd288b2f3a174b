import { expect, test } from 'vitest'
import { optimisticMatch } from './optimistic.ts'
import { matchRow } from '#test/support/console-session.ts'
import type { PendingCommand, ControlCommand } from './pending-command.ts'

const row = matchRow({ id: 12, blueTeam: 10, goldTeam: 20, blueScore: 2, goldScore: 1 })

function press(command: ControlCommand, part: Partial<PendingCommand> = {}): PendingCommand {
  return {
    id: 'a',
    command,
    at: 0,
    place: '',
    label: '',
    failure: '',
    state: 'sending',
    reason: null,
    version: null,
    tried: true,
    unsure: false,
    isResendConfirmed: false,
    ...part,
  }
}
const plusGold: ControlCommand = { type: 'AddScore', match: 12, team: 20, by: 1 }
const swap: ControlCommand = { type: 'SetSides', match: 12, isFlipped: true }

test('without presses the row is shown unchanged', () => {
  expect(optimisticMatch(row, [])).toEqual({ match: row, unconfirmed: [] })
})

test('P11 +1 is shown before it is confirmed, and marked as unconfirmed', () => {
  const { match, unconfirmed } = optimisticMatch(row, [press(plusGold), press(plusGold)])
  expect(match.goldScore).toBe(3)
  expect(unconfirmed).toEqual(['goldScore'])
})

test('a score never falls below 0', () => {
  const minus = press({ type: 'AddScore', match: 12, team: 10, by: -1 })
  expect(optimisticMatch(row, [minus, minus, minus]).match.blueScore).toBe(0)
})

test('a swap moves teams and scores, and a later +1 goes to its team', () => {
  const { match, unconfirmed } = optimisticMatch(row, [press(swap), press(plusGold)])
  expect(match).toMatchObject({
    blueTeam: 20,
    blueScore: 2,
    goldTeam: 10,
    goldScore: 2,
    isFlipped: true,
  })
  expect(unconfirmed).toEqual(['sides', 'blueScore'])
})

test('P11 an answered press stays applied until its frame arrives, and counts as confirmed', () => {
  const { match, unconfirmed } = optimisticMatch(row, [
    press(plusGold, { state: 'answered', version: 9 }),
  ])
  expect(match.goldScore).toBe(2)
  expect(unconfirmed).toEqual([])
})

test.each([{ state: 'refused' as const }, { state: 'asking' as const }, { unsure: true }])(
  'a press that is refused, asking or unsure is not applied: %o',
  (part) => {
    expect(optimisticMatch(row, [press(plusGold, part)]).match).toBe(row)
  },
)

test('starting and completing are never shown before they are confirmed', () => {
  const complete = press({ type: 'CompleteMatch', match: 12, force: false })
  expect(optimisticMatch(row, [complete]).match).toBe(row)
})

test('adding a game gives its team a point, removing it takes one, and a warm-up counts nothing', () => {
  const click = (isAttached: boolean, team: number | null) =>
    press({ type: 'ClickGame', game: 7, match: 12, isAttached, team })
  expect(optimisticMatch(row, [click(true, 10)])).toMatchObject({
    match: { blueScore: 3 },
    unconfirmed: ['blueScore'],
  })
  expect(optimisticMatch(row, [click(false, 20)]).match.goldScore).toBe(0)
  expect(optimisticMatch(row, [click(true, null)])).toEqual({ match: row, unconfirmed: [] })
})
