import { expect, test } from 'vitest'
import { natsAddress } from '../log/index.ts'
import { checkSettings } from './settings.ts'

test('a setting with a wrong value is refused by its name', () => {
  const wrong = {
    PORT: ['abc', '99999', '-1', '80.5'],
    HIVE_PORT: ['abc'],
    METRICS_PORT: ['70000', 'abc'],
    HIVE_HOST: ['a/b'],
    PUBLIC_URL: ['example.org', 'ftp://example.org'],
    OIDC_ISSUER: ['x'],
    CHALLONGE_URL: ['x'],
    CHALLONGE_API: ['v3'],
    STRIPE_URL: ['x'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['x'],
    NATS_MONITOR_URL: ['x', 'http://a:8222,x'],
    DATABASE_URL: ['x', 'mysql://x/y'],
    LOG_LEVEL: ['loud'],
    TRUST_PROXY: ['nonsense', 'loopback, nonsense'],
    MAIL_FROM: ['waggle'],
    INTAKE_NAME: ['a b', 'a.b'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      expect(() => checkSettings({ [name]: value })).toThrow(new RegExp(`^${name} .*must be`))
    }
  }
})

test('P19: the message about a wrong address of the database does not contain its password', () => {
  const wrong = () => checkSettings({ DATABASE_URL: 'mysql://waggle:hunter2@host/waggle' })
  expect(wrong).toThrow('DATABASE_URL must be postgres://')
  expect(wrong).not.toThrow('hunter2')
})

test('settings that need each other are refused if one is missing', () => {
  for (const [set, unset] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
    ['CHALLONGE_CLIENT_SECRET', 'CHALLONGE_CLIENT_ID'],
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ] as const) {
    expect(() => checkSettings({ [set]: 'x@x' })).toThrow(`${set} is set, but ${unset} is not`)
  }
  expect(() => checkSettings({ NATS_URL: '' }, ['NATS_URL'])).toThrow('NATS_URL is not set')
})

test('right and empty settings are accepted', () => {
  checkSettings({
    PORT: '8080',
    HIVE_PORT: '0',
    METRICS_PORT: '',
    PUBLIC_URL: 'https://waggle.example/',
    NATS_MONITOR_URL: 'http://a:8222, http://b:8222',
    DATABASE_URL: 'postgres://waggle:a@pg1:5432,pg2:5432/waggle?sslmode=verify-full',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: 'uniquelocal, loopback,10.0.0.0/8, fd00::/8, 10.0.0.0/255.0.0.0',
    MAIL_FROM: 'Waggle <waggle@waggle.example>',
    STRIPE_SECRET_KEY: '',
  })
})

test('an address of another protocol is refused as NATS_URL', () => {
  expect(() => natsAddress('http://127.0.0.1:4222', {})).toThrow('NATS_URL is not an address')
  expect(natsAddress('127.0.0.1:4222', {}).servers).toEqual(['nats://127.0.0.1:4222'])
})
