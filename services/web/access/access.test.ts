import { expect, test } from 'vitest'
import { access, isScoped, roleSuffices, accessLevelOf } from './access.ts'

test('P18: organising is for admins, officiating is also for officials', () => {
  const admin = ['createTournament', 'changeTournament', 'editTeams', 'editStages'] as const
  const official = ['runMatches', 'runQueues', 'undo', 'readHistory'] as const
  expect(admin.map(accessLevelOf)).toEqual(admin.map(() => 'admin'))
  expect(official.map(accessLevelOf)).toEqual(official.map(() => 'official'))
})

test('P18: an official is not an admin, an admin is an official', () => {
  expect(roleSuffices('official', 'tournament')).toBe(true)
  expect(roleSuffices('official', 'admin')).toBe(true)
  expect(roleSuffices('admin', 'admin')).toBe(true)
  expect(roleSuffices('admin', 'tournament')).toBe(false)
  expect(roleSuffices('official', undefined)).toBe(false)
})

test('P18: only the listed actions are allowed without signing in', () => {
  const open = Object.entries(access).filter(([, who]) => who === 'everyone')
  expect(open.map(([action]) => action).toSorted()).toEqual(
    [
      'joinAtDoor',
      'lineUp',
      'openConsole',
      'readPublic',
      'readVisitor',
      'registerDisplay',
      'signIn',
      'signInAtCabinet',
      'signOut',
      'subscribe',
      'takePairing',
      'takeStripeEvents',
      'tellOfficials',
      'watch',
    ].toSorted(),
  )
})

test('P18: editor actions are for an admin of any scene and have no scope', () => {
  expect(accessLevelOf('previewLinks')).toBe('editor')
  expect(isScoped('editor')).toBe(false)
})

test('only roles have a scope', () => {
  expect(isScoped('official') && isScoped('admin')).toBe(true)
  expect(isScoped('owner') || isScoped('signed-in') || isScoped('everyone')).toBe(false)
})
