import { expect, test } from 'vitest'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { CabinetState } from './cabinet-states.ts'
import { forgetMoved, recordPlayers, signOutQuiet, takeSignIn } from './sign-ins.ts'
import type { Writes } from './writes.ts'

const ada = 7
const bo = 8

function emptyState(): CabinetState {
  const live = { id: 1, clientStatus: 'online' as const, since: null, game: null }
  return { live, newest: '', game: null, heard: '', signedIn: new Map() }
}
function fact(type: string, ...values: (number | string)[]): CabinetEvent {
  const time = '2026-05-02T20:00:00.000Z'
  return { gameID: null, eventID: 'e', time, type, values: values.map(String) }
}
function take(state: CabinetState, event: CabinetEvent): string[] {
  const writes: Writes = new Map()
  return takeSignIn(writes, state, event).map((one) => `${one.type} ${one.position} ${one.person}`)
}

test('a sign-in ends the other sign-in of the person, and that of the person at the position', () => {
  const state = emptyState()
  expect(take(state, fact('signIn', 4, ada))).toEqual(['sign_in 4 7'])
  expect(take(state, fact('signIn', 4, ada))).toEqual([])
  expect(take(state, fact('signIn', 6, bo))).toEqual(['sign_in 6 8'])
  expect(take(state, fact('signIn', 6, ada))).toEqual([
    'sign_out 4 7',
    'sign_out 6 8',
    'sign_in 6 7',
  ])
  expect([...state.signedIn]).toEqual([[6, ada]])
  expect(take(state, fact('signOut', 6))).toEqual(['sign_out 6 7'])
  expect(take(state, fact('signOut', 6))).toEqual([])
})

test('an invalid position or person, and any other event, signs nobody in', () => {
  const state = emptyState()
  for (const event of [
    fact('signIn', 0, ada),
    fact('signIn', 11, ada),
    fact('signIn', 'x', ada),
    fact('signIn', 4, 0),
    fact('signIn', 4, 2 ** 31),
    fact('signIn', 4, -(2 ** 31)),
    fact('signIn', 4),
    fact('spawn', 4, 'False'),
  ]) {
    expect(take(state, event)).toEqual([])
  }
  expect(state.signedIn.size).toBe(0)
})

test('a guest, whose id is negative, is signed in like any person', () => {
  const state = emptyState()
  expect(take(state, fact('signIn', 4, -1))).toEqual(['sign_in 4 -1'])
  expect(take(state, fact('signIn', 4, ada))).toEqual(['sign_out 4 -1', 'sign_in 4 7'])
})

test('P17: half an hour without a message signs everybody out, by the clock of the log', () => {
  const state = emptyState()
  const at = (minutes: number) => new Date(Date.UTC(2026, 4, 2, 20, minutes)).toISOString()
  const quiet = (minutes: number) => signOutQuiet(new Map(), state, at(minutes))
  expect(quiet(0)).toEqual([])
  take(state, fact('signIn', 4, ada))
  expect(quiet(30)).toEqual([])
  expect(state.signedIn.size).toBe(1)
  expect(quiet(61)).toEqual([{ type: 'sign_out', cabinet: 1, position: 4, person: ada }])
  expect(state.signedIn.size).toBe(0)
})

test('a person who moves during a game is at one position of it, the last', () => {
  const state = emptyState()
  const writes: Writes = new Map()
  const playing = { id: 40 } as Parameters<typeof recordPlayers>[2]
  const move = (position: number, person: number) => {
    const changes = takeSignIn(writes, state, fact('signIn', position, person))
    forgetMoved(writes, changes, playing)
    recordPlayers(writes, state, playing)
  }
  move(4, ada)
  move(6, bo)
  move(6, ada)
  const players = [...writes.get('game_user')!.values()].filter((row) => row && 'person' in row)
  expect(players).toEqual([{ game: 40, position: 6, person: ada }])
})
