import { expect, test, vi } from 'vitest'
import { openTokenBucket } from './rate.ts'
import { openTokens } from './tokens.ts'

const credentials = { sceneName: 'NYC', cabinetName: 'Wonderville', token: 'secret' }

test('a verified token is cached and not looked up for every event', async () => {
  const { tokens, lookups, pass } = open()
  expect(await tokens.cabinet(credentials)).toBe(7)
  expect(tokens.cabinet(credentials)).toBe(7)
  expect(lookups).toEqual(['nyc/wonderville'])
  pass(30_001)
  expect(tokens.cabinet(credentials)).toBeInstanceOf(Promise)
})

test('a wrong token is refused and clears the cached token', async () => {
  const { tokens, lookups } = open()
  await tokens.cabinet(credentials)
  expect(await tokens.cabinet({ ...credentials, token: 'guess' })).toBe(null)
  expect(await tokens.cabinet(credentials)).toBe(7)
  expect(lookups).toHaveLength(3)
})

test('while the database is unreachable, verified clients continue but no others are accepted', async () => {
  const { tokens, pass, lose } = open()
  await tokens.cabinet(credentials)
  pass(60_000)
  lose()
  expect(await tokens.cabinet(credentials)).toBe(7)
  await expect(tokens.cabinet({ ...credentials, token: 'guess' })).rejects.toThrow('away')
})

test('R-PE-3: a renewed token is looked up again, also one whose lookup had begun before', async () => {
  const { tokens, lookups, renew } = open()
  await tokens.cabinet(credentials)
  tokens.renewed(8)
  expect(tokens.cabinet(credentials)).toBe(7)
  tokens.renewed(7)
  const pending = tokens.cabinet(credentials)
  expect(pending).toBeInstanceOf(Promise)
  renew()
  tokens.renewed(7)
  expect(await pending).toBe(null)
  expect(lookups).toHaveLength(3)
})

test('a rate limit allows a burst, then requires waits in proportion', () => {
  let at = 0
  const rate = openTokenBucket({ perSecond: 200, burst: 2_000 }, () => at)
  for (let i = 0; i < 2_000; i++) expect(rate.take()).toBe(0)
  expect(rate.take()).toBeCloseTo(5)
  expect(rate.take()).toBeCloseTo(10)
  at = 1_000
  expect(rate.take()).toBe(0)
})

test('P17: nobody waits for the system clock when it is set back', () => {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  const rate = openTokenBucket({ perSecond: 200, burst: 2_000 })
  rate.take()
  clock.mockReturnValue(now - 3_600_000)
  expect(rate.take()).toBe(0)
  vi.restoreAllMocks()
})

function open() {
  const lookups: string[] = []
  let at = 0
  let away = false
  let valid = 'secret'
  const tokens = openTokens(
    async ({ sceneName, cabinetName, token }) => {
      if (away) throw new Error('away')
      lookups.push(`${sceneName}/${cabinetName}`)
      return token === valid ? { id: 7 } : null
    },
    () => at,
  )
  return {
    tokens,
    lookups,
    pass: (ms: number) => void (at += ms),
    lose: () => void (away = true),
    renew: () => void (valid = 'other'),
  }
}
