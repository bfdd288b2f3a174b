import { expect, test } from 'vitest'
import { allowing } from './allowed.ts'
import { publicInternet } from './get.ts'

test('only the exact addresses and ports that the operator allows are reached besides public ones', () => {
  const { mayReach } = allowing(publicInternet, '127.0.0.1:8090, [::1]:8091')
  expect(mayReach('127.0.0.1', 8090)).toBe(true)
  expect(mayReach('::1', 8091)).toBe(true)
  expect(mayReach('93.184.216.34', 443)).toBe(true)
  for (const [address, port] of [
    ['127.0.0.1', 8091],
    ['127.0.0.2', 8090],
    ['::1', 8090],
    ['169.254.169.254', 80],
  ] as const) {
    expect([address, port, mayReach(address, port)]).toEqual([address, port, false])
  }
  expect(allowing(publicInternet, '').mayReach('127.0.0.1', 8090)).toBe(false)
})
