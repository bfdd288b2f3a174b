import { expect, test } from 'vitest'
import { access, isScoped, roleSuffices, whoMay } from './access.ts'

test('P18: what organises is for admins, what officiates is for officials too', () => {
  const admin = ['createTournament', 'changeTournament', 'editTeams', 'editStages'] as const
  const official = ['runMatches', 'runQueues', 'undo', 'readHistory'] as const
  expect(admin.map(whoMay)).toEqual(admin.map(() => 'admin'))
  expect(official.map(whoMay)).toEqual(official.map(() => 'official'))
})

test('P18: an official is not an admin, an admin is an official', () => {
  expect(roleSuffices('official', 'tournament')).toBe(true)
  expect(roleSuffices('official', 'admin')).toBe(true)
  expect(roleSuffices('admin', 'admin')).toBe(true)
  expect(roleSuffices('admin', 'tournament')).toBe(false)
  expect(roleSuffices('official', undefined)).toBe(false)
})

test('P18: everything but reading, signing in and cabinets asks for a person', () => {
  const open = Object.entries(access).filter(([, who]) => who === 'everyone')
  expect(open.map(([action]) => action).toSorted()).toEqual(
    [
      'joinAtDoor',
      'lineUp',
      'openConsole',
      'readPublic',
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

test('P18: an editor is an admin of any scene, for what belongs to none', () => {
  expect(whoMay('previewLinks')).toBe('editor')
  expect(isScoped('editor')).toBe(false)
})

test('only roles have a scope', () => {
  expect(isScoped('official') && isScoped('admin')).toBe(true)
  expect(isScoped('owner') || isScoped('signed-in') || isScoped('everyone')).toBe(false)
})
