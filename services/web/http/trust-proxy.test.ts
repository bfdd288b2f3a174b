import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { trustedProxies } from './trust-proxy.ts'

test('the setting determines which proxies are trusted to report client addresses', async () => {
  const addressWith = async (proxies: boolean | string | undefined) => {
    const web = Fastify({ trustProxy: trustedProxies(proxies) })
    web.get('/', async ({ ip }) => ip)
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    return (await web.inject({ url: '/', headers })).body
  }
  expect(await addressWith(undefined)).toBe('127.0.0.1')
  expect(await addressWith('')).toBe('127.0.0.1')
  expect(await addressWith('false')).toBe('127.0.0.1')
  expect(await addressWith('uniquelocal')).toBe('127.0.0.1')
  expect(await addressWith('true')).toBe('203.0.113.9')
  expect(await addressWith('loopback')).toBe('198.51.100.7')
})
