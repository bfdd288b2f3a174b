import { expect, test } from 'vitest'
import { resolveHost, sceneHostsFrom } from './scene-hosts.ts'

const PUBLIC_URL = 'https://waggle.example.org/'
const env = { PUBLIC_URL, SCENE_HOSTS: 'Bees.example.org=bees, play.example = north' }

test('scenes have host names if the operator configures them', () => {
  expect(sceneHostsFrom({})).toBe(null)
  expect(sceneHostsFrom({ PUBLIC_URL, SCENE_HOSTS: ' ' })).toBe(null)
  expect(sceneHostsFrom(env)).toEqual({
    main: 'https://waggle.example.org',
    sceneOf: new Map([
      ['bees.example.org', 'bees'],
      ['play.example', 'north'],
    ]),
  })
})

test.each([
  'bees.example.org',
  'bees.example.org=',
  '=bees',
  'bees=bees',
  '10.0.0.1=bees',
  'bees.example.org:8080=bees',
  'https://bees.example.org=bees',
  'waggle.example.org=bees',
  'bees.example.org=bees,bees.example.org=north',
])('%s is not a valid list of host names', (SCENE_HOSTS) => {
  expect(() => sceneHostsFrom({ PUBLIC_URL, SCENE_HOSTS })).toThrow('SCENE_HOSTS')
})

test('scene host names require the public URL, where officials sign in', () => {
  expect(() => sceneHostsFrom({ SCENE_HOSTS: env.SCENE_HOSTS })).toThrow('PUBLIC_URL')
})

test("a scene's host name serves its public pages and redirects everything else to the site", () => {
  const hosts = sceneHostsFrom(env)!
  const at = (url: string, hostname = 'bees.example.org') => {
    const target = resolveHost(hosts, { hostname, url })
    return target.state === 'redirect' ? target.url : target.state
  }
  expect(at('/')).toBe('/scene/bees')
  expect(at('/', 'PLAY.example')).toBe('/scene/north')
  for (const url of [
    '/scene/bees',
    '/t/bees/friday?x=1',
    '/t/Bees/friday/bracket',
    '/t/bees/friday/display/now-playing',
    '/tournament-match/3',
    '/tournament-team/4',
    '/game/5?at=3',
    '/embed/bees/bracket',
    '/assets/react-1.js',
    '/app.webmanifest',
  ]) {
    expect([url, at(url)]).toEqual([url, 'here'])
  }
  for (const url of [
    '/sign-in?to=%2Ft%2Fbees%2Ffriday',
    '/account',
    '/scene/north',
    '/t/north/friday',
    '/scene/bees/look',
    '/tournament/1/admin/',
    '/display',
    '/status',
    '//evil.example/',
  ]) {
    expect(at(url)).toBe(`https://waggle.example.org${url}`)
  }
})

test('unknown public host names are refused, but local names are accepted', () => {
  const hosts = sceneHostsFrom(env)!
  const own = ['waggle.example.org', 'localhost', '127.0.0.1', '192.168.1.5', '[::1]', 'hall.local']
  const other = ['evil.example', 'bees.example.org.evil.example', 'www.waggle.example.org']
  const states = (names: string[]) =>
    names.map((hostname) => resolveHost(hosts, { hostname, url: '/' }).state)
  expect(states(own)).toEqual(own.map(() => 'here'))
  expect(states(other)).toEqual(other.map(() => 'unknown'))
})
