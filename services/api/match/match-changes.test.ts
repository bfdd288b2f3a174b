import { expect, test } from 'vitest'
import type { MatchRow } from '#events/schema/rows.ts'
import { isOutdated, partsOf, partsOfReplacement } from './match-changes.ts'
import type { MatchChange } from '../schema/match/match.ts'

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
const fixed = { blueTeam: false, goldTeam: false }
function put(replacement: MatchChange, references = fixed) {
  const whole = { ...match, ...replacement }
  return partsOfReplacement(match, whole, references).map(({ command }) => command)
}

test('a score is set by one command', () => {
  expect(patched({ blueScore: 3 })).toEqual([
    { type: 'SetScore', match: 5, blueScore: 3, goldScore: undefined },
  ])
})

test('R-ST-7: both teams with isFlipped only swap the sides', () => {
  const swap = [{ type: 'SetSides', match: 5, isFlipped: true }]
  expect(patched({ blueTeam: 2, goldTeam: 1, isFlipped: true })).toEqual(swap)
  expect(patched({ blueTeam: 2, goldTeam: 1 })).toEqual(swap)
  expect(patched({ isFlipped: true })).toEqual(swap)
})

test('both teams with isFlipped are set unless the flip alone puts them on their sides', () => {
  const sides = (isFlipped: boolean) => ({ type: 'SetSides', match: 5, isFlipped })
  const set = (blueTeam: number, goldTeam: number) => {
    return { type: 'SetTeams', match: 5, blueTeam, goldTeam }
  }
  const others = { blueTeam: 7, goldTeam: 8 }
  expect(patched({ ...others, isFlipped: false })).toEqual([sides(false), set(7, 8)])
  expect(patched({ ...others, isFlipped: true })).toEqual([sides(true), set(7, 8)])
  expect(put({ ...others, isFlipped: true })).toEqual([sides(true), set(7, 8)])
  expect(put({ goldTeam: 8, isFlipped: true })).toEqual([sides(true), set(1, 8)])
  const exchanged = { blueTeam: 2, goldTeam: 1, isFlipped: false }
  expect(patched(exchanged)).toEqual([sides(false), set(2, 1)])
  const own = { blueTeam: 1, goldTeam: 2 }
  expect(patched({ ...own, isFlipped: false })).toEqual([sides(false)])
  expect(patched({ ...own, isFlipped: true })).toEqual([sides(true), set(1, 2)])
})

test('R-BR-9: a PUT that flips a match keeps the team that another match decides', () => {
  const references = { blueTeam: true, goldTeam: false }
  expect(put({ goldTeam: 8, isFlipped: true }, references)).toEqual([
    { type: 'SetSides', match: 5, isFlipped: true },
    { type: 'SetTeams', match: 5, blueTeam: 8, goldTeam: undefined },
  ])
})

test('other teams replace those of the match', () => {
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

test('isComplete completes the match last, or reopens a complete one first', () => {
  const completing = { type: 'CompleteMatch', match: 5, force: false }
  expect(patched({ isComplete: true })).toEqual([completing])
  expect(patched({ isComplete: true, activeCabinet: null })).toEqual([completing])
  const scored = patched({ isComplete: true, blueScore: 3, force: true }).slice(-2)
  expect(scored.map(({ type }) => type)).toEqual(['SetScore', 'CompleteMatch'])
  expect(scored[1]).toMatchObject({ force: true })
  const again = patched({ isComplete: false, blueScore: 0 })
  expect(again.map(({ type }) => type)).toEqual(['ReopenMatch', 'SetScore'])
})

test('several changes are made in the order in which a referee would make them', () => {
  const types = patched({ isWarmup: true, activeCabinet: 4, blueScore: 0, isFlipped: true })
  expect(types.map(({ type }) => type)).toEqual(['SetSides', 'SetScore', 'StartMatch', 'SetWarmup'])
})

test('a completing PUT only changes the score and completes the match', () => {
  expect(put({ isComplete: true, activeCabinet: null })).toEqual([
    { type: 'CompleteMatch', match: 5, force: false },
  ])
  expect(put({ isComplete: true, activeCabinet: null, goldScore: 3 })).toEqual([
    { type: 'SetScore', match: 5, blueScore: 1, goldScore: 3, ends: true },
    { type: 'CompleteMatch', match: 5, force: false },
  ])
})

test('R-ST-7: a PUT from before a swap keeps each score with its team', () => {
  const stale = { blueTeam: 2, goldTeam: 1, blueScore: 3, goldScore: 1, isFlipped: true }
  expect(put({ ...stale, isComplete: true })).toEqual([
    { type: 'SetScore', match: 5, blueScore: 1, goldScore: 3, ends: true },
    { type: 'CompleteMatch', match: 5, force: false },
  ])
})

test('a PUT of the unchanged match sends no command', () => {
  expect(put({})).toEqual([])
})

test('a PUT that is no longer complete reopens the match', () => {
  const complete = { ...match, isComplete: true, activeCabinet: null }
  const parts = partsOfReplacement(complete, { ...complete, isComplete: false }, fixed)
  expect(parts.map(({ command }) => command)).toEqual([{ type: 'ReopenMatch', match: 5 }])
})

test('R-BR-9: a PUT replaces only a team that nothing else decides', () => {
  const other = { blueTeam: 7, goldTeam: 8 }
  const setTeams = { type: 'SetTeams', match: 5 }
  expect(put(other)).toEqual([{ ...setTeams, ...other }])
  expect(put(other, { blueTeam: true, goldTeam: false })).toEqual([{ ...setTeams, goldTeam: 8 }])
  expect(put(other, { blueTeam: true, goldTeam: true })).toEqual([])
})

test('R-CMD-2: a PUT is outdated if a team that another match decides has changed', () => {
  const references = { blueTeam: true, goldTeam: false }
  expect(isOutdated(match, { blueTeam: 7, goldTeam: 2 }, references)).toBe(true)
  expect(isOutdated(match, { blueTeam: null, goldTeam: 2 }, references)).toBe(true)
  expect(isOutdated(match, { blueTeam: 1, goldTeam: 7 }, references)).toBe(false)
  expect(isOutdated(match, { blueTeam: 2, goldTeam: 1 }, references)).toBe(false)
  expect(isOutdated(match, {}, references)).toBe(false)
})
