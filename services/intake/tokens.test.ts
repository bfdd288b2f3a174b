import { expect, test } from 'vitest'
import { openRate } from './rate.ts'
import { openTokens } from './tokens.ts'

const named = { sceneName: 'NYC', cabinetName: 'Wonderville', token: 'secret' }

test('a verified token is asked for once in a while, not for every event', async () => {
  const { tokens, asked, pass } = opened()
  expect(await tokens.cabinet(named)).toBe(7)
  expect(tokens.cabinet(named)).toBe(7)
  expect(asked).toEqual(['nyc/wonderville'])
  pass(30_001)
  expect(tokens.cabinet(named)).toBeInstanceOf(Promise)
})

test('a wrong token is refused, and makes the cabinet be looked up anew', async () => {
  const { tokens, asked } = opened()
  await tokens.cabinet(named)
  expect(await tokens.cabinet({ ...named, token: 'guess' })).toBe(null)
  expect(await tokens.cabinet(named)).toBe(7)
  expect(asked).toHaveLength(3)
})

test('while the database is away who was known goes on, and nobody new is known', async () => {
  const { tokens, pass, lose } = opened()
  await tokens.cabinet(named)
  pass(60_000)
  lose()
  expect(await tokens.cabinet(named)).toBe(7)
  await expect(tokens.cabinet({ ...named, token: 'guess' })).rejects.toThrow('away')
})

test('a rate lets a burst pass, then asks to wait in step with what is sent', () => {
  let at = 0
  const rate = openRate({ perSecond: 200, burst: 2_000 }, () => at)
  for (let i = 0; i < 2_000; i++) expect(rate.take()).toBe(0)
  expect(rate.take()).toBeCloseTo(5)
  expect(rate.take()).toBeCloseTo(10)
  at = 1_000
  expect(rate.take()).toBe(0)
})

function opened() {
  const asked: string[] = []
  let at = 0
  let away = false
  const tokens = openTokens(
    async ({ sceneName, cabinetName, token }) => {
      if (away) throw new Error('away')
      asked.push(`${sceneName}/${cabinetName}`)
      return token === 'secret' ? { id: 7 } : null
    },
    () => at,
  )
  return { tokens, asked, pass: (ms: number) => void (at += ms), lose: () => void (away = true) }
}
