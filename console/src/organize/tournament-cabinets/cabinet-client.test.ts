import { expect, test } from 'vitest'
import { clientConfig, timeZones } from './cabinet-client.ts'

test('the client configuration has the scene, the cabinet and the server', () => {
  const cabinet = { sceneName: 'hive', cabinetName: 'north', token: 'T' }
  const config = JSON.parse(clientConfig({ ...cabinet, origin: 'https://waggle.example' }))
  expect(config).toEqual({
    cabinets: [{ ...cabinet, url: 'ws://kq.local:12749' }],
    servers: [{ name: 'Waggle', url: 'wss://waggle.example/ws/stats_listener/v3' }],
  })
  expect(clientConfig({ ...cabinet, origin: 'http://10.0.0.2:8080' })).toContain(
    '"ws://10.0.0.2:8080/ws/stats_listener/v3"',
  )
})

test('the browser’s own time zone can be chosen', () => {
  const { own, all } = timeZones()
  expect(all).toContain(own)
  expect(all).toContain('UTC')
  expect(new Set(all).size).toBe(all.length)
})
