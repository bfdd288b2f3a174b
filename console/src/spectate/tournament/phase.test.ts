import { expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { podiumsOf } from '#events/rules/podiums.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import * as story from '#test/desk/story.ts'
import { tablesFrom } from '../../core/live/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { ownNext } from '../page/own-next.ts'
import { stagesOf, upcomingMatches } from '../page/matches.ts'
import { phaseOf } from './phase.ts'

const { complete, m, queue1, setQueue, result, setScore, start } = story
const open = { allowRegistration: true, registrationCloseDate: '2026-05-02' }
const day = '2026-05-02'

function after(...commands: Command[]): Tables {
  const rows = rowsOf(story.stateOf(story.play(story.tournament(), ...commands)))
  return tablesFrom(
    Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, [...all.values()]])),
  )
}

const podiums = (rows: Tables) => podiumsOf(stagesOf(rows), Object.values(rows.standing), false)
const semifinals = [...result(m(1), 2, 0), ...result(m(2), 2, 1)]
const final = [...result(m(3), 0, 2)]
const ended: Command = { type: 'ChangeTournament', isActive: false }

test('the phases of a tournament are registration, play and result', () => {
  const phases = (rows: Tables, settings = open, today = day) => phaseOf(rows, settings, today)
  expect(phases(after())).toBe('register')
  expect(phases(after(), open, '2026-05-03'), 'after the last day').toBe('coming')
  expect(phases(after(), { ...open, allowRegistration: false })).toBe('coming')
  expect(phases(after(start(m(1))))).toBe('live')
  expect(phases(after(...semifinals)), 'nothing is on a cabinet, and it goes on').toBe('live')
  expect(phases(after(...semifinals, ...final))).toBe('result')
  expect(phases(after(ended))).toBe('result')
})

test('the podium has the champion and the next places', () => {
  expect(podiums(after(...semifinals))).toEqual([])
  const [podium] = podiums(after(...semifinals, ...final))
  const { blueTeam, goldTeam } = after(...semifinals).match[m(3)]!
  expect(podium?.teams.slice(0, 2)).toEqual([
    { team: goldTeam, place: 1, words: '1' },
    { team: blueTeam, place: 2, words: '2' },
  ])
  expect(podium?.teams.map(({ words }) => words)).toEqual(['1', '2', '3-4', '3-4'])
})

test('a stage that feeds another has no champion, and neither ends the tournament', () => {
  const next = story.stageId + 1
  const rows = after(
    ...semifinals,
    ...final,
    { type: 'CreateStage', settings: story.settings({ name: 'Next' }), numGroups: 1 },
    {
      type: 'PlaceStage',
      stage: next,
      placements: [1, 2].map((place) => ({ place, placeOf: { stage: story.stageId, place } })),
    },
  )
  expect(phaseOf(rows, open, day)).toBe('live')
  expect(podiums(rows)).toEqual([])
})

const otherMatch = {
  cabinet: 1,
  tournament: 2,
  tournamentName: 'Duel',
  match: 201,
  matchName: 'M1 (Ants v Gnats)',
}
type Others = {
  starts?: Parameters<typeof upcomingMatches>[1]
  otherActiveMatches?: (typeof otherMatch)[]
}

const words = (
  rows: Tables,
  team: number,
  { starts = {}, otherActiveMatches = [] }: Others = {},
) => {
  const nameOf = (id: number) => `Cabinet ${id}`
  const span = ({ from }: { from: string }) => from.slice(11, 16)
  const next = ownNext(team, { rows, otherActiveMatches, starts, nameOf, span })
  return [next.words.filter(Boolean).join(', '), next.match?.matchNum ?? null]
}

test('a team sees when and where it plays, and how many matches come before', () => {
  const line = setQueue(queue1, m(1), m(2))
  const { blueTeam: first } = after().match[m(1)]!
  const { blueTeam: second } = after().match[m(2)]!
  const starts = { [m(2)]: { from: '2026-05-02T20:40:00Z', to: '2026-05-02T20:50:00Z' } }
  expect(words(after(), first!)).toEqual(['not in a queue yet', 1])
  expect(words(after(line), first!)).toEqual(['You play on Cabinet 1, you are next', 1])
  expect(words(after(line), second!, { starts })).toEqual([
    'You play at 20:40 on Cabinet 1, 1 match before you',
    2,
  ])
  expect(words(after(line, start(m(1))), first!)).toEqual(['You play now on Cabinet 1', 1])
  expect(words(after(line, start(m(1))), second!)[0]).toMatch(/1 match before you$/)
  const over = [line, start(m(1)), setScore(m(1), 2, 0), complete(m(1))]
  expect(words(after(...over), second!)[0]).toMatch(/(you are next|it starts in a moment)$/)
})

test('a match of another tournament on the cabinet comes before the first of the queue', () => {
  const line = setQueue(queue1, m(1), m(2))
  const [first, second] = [m(1), m(2)].map((id) => after().match[id]!.blueTeam!)
  const shown = (rows: Tables, team: number) =>
    words(rows, team, { otherActiveMatches: [otherMatch] })[0]
  expect(shown(after(line), first!)).toBe('You play on Cabinet 1, 1 match before you')
  expect(shown(after(line), second!)).toBe('You play on Cabinet 1, 2 matches before you')
  const freed = after(line, start(m(1)), setScore(m(1), 2, 0), complete(m(1)))
  expect(words(freed, second!)[0]).toBe('You play on Cabinet 1, it starts in a moment')
  expect(shown(freed, second!), 'the timer will wait').toMatch(/1 match before you$/)
  const shared: Command = { type: 'SetQueueCabinets', queue: queue1, cabinets: [1, 2] }
  expect(shown(after(shared, line), first!)).toBe('You play on Cabinet 1, Cabinet 2, you are next')
})

test('after a tournament was marked as over, no team waits for a match', () => {
  const line = setQueue(queue1, m(1), m(2))
  const { blueTeam: first } = after().match[m(1)]!
  const { blueTeam: second } = after().match[m(2)]!
  expect(words(after(line, ended), first!)).toEqual([
    'No match is planned for you right now.',
    null,
  ])
  const playing = after(line, start(m(1)), ended)
  expect(words(playing, first!)).toEqual(['You play now on Cabinet 1', 1])
  expect(upcomingMatches(playing, {}).map(({ id }) => id)).toEqual([m(1)])
  expect(words(playing, second!)[1]).toBe(null)
})

test('a team in a paused queue is not told a time or a place in the line', () => {
  const line = setQueue(queue1, m(1), m(2))
  const paused: Command = { type: 'EnableQueue', queue: queue1, on: false }
  const { blueTeam: second } = after().match[m(2)]!
  const starts = { [m(2)]: { from: '2026-05-02T20:40:00Z', to: '2026-05-02T20:50:00Z' } }
  const expected = ['You play on Cabinet 1, this queue is paused', 2]
  expect(words(after(line, paused), second!, { starts })).toEqual(expected)
  expect(words(after(line, start(m(1)), paused), second!, { starts })).toEqual(expected)
})

test('after a result a team sees its next match, or its final place', () => {
  const { blueTeam: winner, goldTeam: loser } = after().match[m(1)]!
  expect(words(after(...result(m(1), 2, 0)), winner!)).toEqual(['not in a queue yet', 3])
  expect(words(after(...semifinals), loser!)).toEqual(['You finished in place 3-4', null])
  const all = after(...semifinals, ...final)
  const { goldTeam: champion } = all.match[m(3)]!
  expect(words(all, champion!)).toEqual(['You are the champion', null])
})
