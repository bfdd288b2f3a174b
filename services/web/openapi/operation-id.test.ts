import { expect, test } from 'vitest'
import { operationIdOf, tagOf } from './operation.ts'

test.each([
  ['GET', '/api/tournament/tournament/', true, 'listTournament'],
  ['GET', '/api/tournament/tournament/:id/', false, 'getTournament'],
  ['PUT', '/api/tournament/tournament/:id/overlay/', false, 'putTournamentOverlay'],
  ['GET', '/api/tournament/overlay/', false, 'getOverlay'],
  ['GET', '/api/tournament/tournament/:id/events/', false, 'getTournamentEvents'],
  ['POST', '/api/tournament/team/', false, 'postTeam'],
  ['PUT', '/api/tournament/bracket/:id/set-teams/', false, 'putBracketSetTeams'],
  ['GET', '/api/game/scene/:id/', false, 'getGameScene'],
  ['GET', '/api/tournament/team/:id/calendar.ics', false, 'getTeamCalendarIcs'],
  ['DELETE', '/api/user/:id/', false, 'deleteUser'],
  ['GET', '/api/health/', false, 'getApiHealth'],
  ['GET', '/health', false, 'getHealth'],
] as const)('%s %s, list: %s, is %s', (method, url, isList, id) => {
  expect(operationIdOf(method, url, isList)).toBe(id)
})

test('an operation has the noun of its path as its tag', () => {
  expect(tagOf('/api/tournament/match/:id/start/')).toBe('match')
  expect(tagOf('/api/image/:id/')).toBe('image')
  expect(tagOf('/api/status/')).toBe('status')
  expect(tagOf('/api/user/key/:id/')).toBe('user')
})
