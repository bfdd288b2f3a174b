import { expect, test } from 'vitest'
import type { MatchRow } from '../../../events/schema/rows.ts'
import { partsOf, partsOfWhole } from './match-changes.ts'
import type { MatchChange, MatchReplacement } from '../schema/match.ts'

const match = {
  id: 5,
  blueTeam: 1,
  goldTeam: 2,
  blueScore: 1,
  goldScore: 2,
  isComplete: false,
  isFlipped: false,
  isWarmup: false,
  activeCabinet: 9,
} as MatchRow

function patched(change: MatchChange) {
  return partsOf(match, change).map(({ command }) => command)
}
function put(whole: MatchReplacement) {
  return partsOfWhole(match, { ...match, ...whole }).map(({ command }) => command)
}

test('a score is typed in one command', () => {
  expect(patched({ blueScore: 3 })).toEqual([
    { type: 'SetScore', match: 5, blueScore: 3, goldScore: undefined },
  ])
})

test('R-ST-7: both teams with isFlipped is the swap and only that', () => {
  const swap = [{ type: 'SetSides', match: 5, isFlipped: true }]
  expect(patched({ blueTeam: 2, goldTeam: 1, isFlipped: true })).toEqual(swap)
  expect(patched({ blueTeam: 2, goldTeam: 1 })).toEqual(swap)
  expect(patched({ isFlipped: true })).toEqual(swap)
})

test('other teams are put into the match', () => {
  expect(patched({ blueTeam: 7 })).toEqual([
    { type: 'SetTeams', match: 5, blueTeam: 7, goldTeam: undefined },
  ])
})

test('a cabinet starts the match, null stops it', () => {
  expect(patched({ activeCabinet: 4, force: true })).toEqual([
    { type: 'StartMatch', match: 5, cabinet: 4, force: true },
  ])
  expect(patched({ activeCabinet: null })).toEqual([{ type: 'StopMatch', match: 5 }])
})

test('what is sent together is done in the order a referee would', () => {
  const types = patched({ isWarmup: true, activeCabinet: 4, blueScore: 0, isFlipped: true })
  expect(types.map(({ type }) => type)).toEqual(['SetSides', 'SetScore', 'StartMatch', 'SetWarmup'])
})

test('a completing PUT changes the score and completes, nothing else', () => {
  expect(put({ isComplete: true, activeCabinet: null })).toEqual([
    { type: 'CompleteMatch', match: 5, force: false },
  ])
  expect(put({ isComplete: true, activeCabinet: null, goldScore: 3 })).toEqual([
    { type: 'SetScore', match: 5, blueScore: 1, goldScore: 3 },
    { type: 'CompleteMatch', match: 5, force: false },
  ])
})

test('R-ST-7: a PUT from before a swap keeps each score with its team', () => {
  const stale = { blueTeam: 2, goldTeam: 1, blueScore: 3, goldScore: 1, isFlipped: true }
  expect(put({ ...stale, isComplete: true })).toEqual([
    { type: 'SetScore', match: 5, blueScore: 1, goldScore: 3 },
    { type: 'CompleteMatch', match: 5, force: false },
  ])
})

test('a PUT of the match as it is asks for nothing', () => {
  expect(put({})).toEqual([])
})

test('a PUT that is not complete any more reopens', () => {
  const complete = { ...match, isComplete: true, activeCabinet: null }
  const parts = partsOfWhole(complete, { ...complete, isComplete: false })
  expect(parts.map(({ command }) => command)).toEqual([{ type: 'ReopenMatch', match: 5 }])
})
