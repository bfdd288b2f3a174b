import { expect, test } from 'vitest'
import { natsAddress } from './address.ts'

test.each([
  ['nats://nats:4222', { servers: ['nats://nats:4222'] }],
  ['127.0.0.1:4222', { servers: ['nats://127.0.0.1:4222'] }],
  [
    'nats://desk:p%40ss%2Fword@nats:4222',
    { servers: ['nats://nats:4222'], user: 'desk', pass: 'p@ss/word' },
  ],
  ['nats://s3cret@nats:4222', { servers: ['nats://nats:4222'], token: 's3cret' }],
  [
    'tls://desk:word@a:4222,tls://b:4223',
    { servers: ['tls://a:4222', 'tls://b:4223'], tls: {}, user: 'desk', pass: 'word' },
  ],
])('%s is parsed', (url, address) => {
  expect(natsAddress(url, {})).toEqual(address)
})

test('takes file names from the environment, and throws if a file does not exist', () => {
  const caFile = import.meta.filename
  expect(natsAddress('a:4222', { NATS_CA: caFile })).toMatchObject({ tls: { caFile } })
  for (const name of ['NATS_CREDS', 'NATS_CA', 'NATS_CERT', 'NATS_KEY'])
    expect(() => natsAddress('a:4222', { [name]: '/nowhere' })).toThrow(`${name} names a file`)
  expect(() => natsAddress('nats://u:s3cret@:::', {})).toThrow(
    /^NATS_URL is not an address((?!s3cret).)*$/,
  )
})
