import { expect, test } from 'vitest'
import { networkOf } from './rate-limits.ts'

test('IPv6 addresses are grouped by /64 network, IPv4 addresses are not grouped', () => {
  const same = ['2001:db8:0:7::1', '2001:db8:0:7:aaaa:bbbb:cccc:dddd', '2001:db8::7:0:0:0:1']
  expect(new Set(same.map(networkOf)).size).toBe(1)
  const others = ['2001:db8:0:8::1', '::1', '203.0.113.7', '203.0.113.8', '::ffff:203.0.113.8']
  expect(new Set([same[0]!, ...others].map(networkOf)).size).toBe(1 + others.length)
})
