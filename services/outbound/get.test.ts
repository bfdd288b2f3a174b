import { expect, test } from 'vitest'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { isPublic, publicInternet } from './get.ts'

import { targetOf } from './target.ts'

type Bytes = [number, number, number, number]
const byte = (r: Random) => r.whole(0, 255)

const insides: ((r: Random) => Bytes)[] = [
  (r) => [0, byte(r), byte(r), byte(r)],
  (r) => [10, byte(r), byte(r), byte(r)],
  (r) => [100, r.whole(64, 127), byte(r), byte(r)],
  (r) => [127, byte(r), byte(r), byte(r)],
  (r) => [169, 254, byte(r), byte(r)],
  (r) => [172, r.whole(16, 31), byte(r), byte(r)],
  (r) => [192, 0, 0, byte(r)],
  (r) => [192, 0, 2, byte(r)],
  (r) => [192, 168, byte(r), byte(r)],
  (r) => [198, r.whole(18, 19), byte(r), byte(r)],
  (r) => [r.whole(224, 255), byte(r), byte(r), byte(r)],
  () => [169, 254, 169, 254],
  () => [168, 63, 129, 16],
  () => [127, 0, 0, 1],
  () => [0, 0, 0, 0],
]

const number = ([a, b, c, d]: Bytes) => ((a * 256 + b) * 256 + c) * 256 + d
const pair = ([a, b, c, d]: Bytes) => `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
const octal = (n: number) => `0${n.toString(8)}`
const hex = (n: number) => `0x${n.toString(16)}`

/** Spellings of an IPv4 address in IPv6, and as the host of a URL. */
const wrapped: ((ip: Bytes) => string)[] = [
  (ip) => `::ffff:${ip.join('.')}`,
  (ip) => `::ffff:${pair(ip)}`,
  (ip) => `0:0:0:0:0:FFFF:${ip.join('.')}`,
  (ip) => `::${ip.join('.')}`,
  (ip) => `64:ff9b::${ip.join('.')}`,
  (ip) => `64:ff9b:0:0:0:0:${pair(ip)}`,
  (ip) => `2002:${pair(ip)}::`,
  (ip) => `2002:${pair(ip)}:1:2:3:4:5`,
]
const hosts: ((ip: Bytes) => string)[] = [
  (ip) => ip.join('.'),
  (ip) => `${ip.join('.')}.`,
  (ip) => `${number(ip)}`,
  (ip) => hex(number(ip)),
  (ip) => octal(number(ip)),
  (ip) => ip.map(octal).join('.'),
  (ip) => ip.map(hex).join('.'),
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `${hex(a)}.${octal(b)}.${c * 256 + d}`,
  (ip) => ip.join('。'),
  (ip) => ip.map((n) => `${n}`.replace(/\d/g, (x) => String.fromCodePoint(0xff10 + +x))).join('.'),
  (ip) => ip.join('.').replace(/\d/g, (x) => `%3${x}`),
  ...wrapped.map((write) => (ip: Bytes) => `[${write(ip)}]`),
]
const insideIn6 = (
  ':: ::1 fe80::1 fe80::1%eth0 2606:4700::1%eth0 febf::9 fec0::1 fc00::1 fd00:ec2::254 ' +
  'ff02::1 ff0e::1 2001:db8::1 2001::1 100::1 64:ff9b:1::a00:1 5f00::1'
).split(' ')

/** Whether a request to this host would be allowed. */
function isReached(host: string): boolean {
  const target = targetOf(`http://${host}/`)
  return target !== null && publicInternet.mayReach(target.host, target.port)
}

test('R-OG-2: internal addresses are refused in every spelling, as address and as host', () => {
  const r = random('inside')
  const reached: string[] = []
  for (let round = 0; round < 300; round++) {
    for (const draw of insides) {
      const ip = draw(r)
      const answers = [ip.join('.'), ...wrapped.map((write) => write(ip))]
      reached.push(...answers.filter(isPublic))
      reached.push(...hosts.map((write) => write(ip)).filter(isReached))
    }
  }
  expect(reached).toEqual([])
  expect(insideIn6.filter(isPublic)).toEqual([])
  expect(['localhost', '', 'fe80', '1.2.3', '1.2.3.4.5', 'a.example'].filter(isPublic)).toEqual([])
})

test('R-OG-2: public addresses are allowed', () => {
  const r = random('world')
  const known = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.128.0.1']
  const known6 = ['2606:4700::1111', '2a00:1450:4001:80b::200e', '2400:cb00::1', '2620:fe::fe']
  expect([...known, ...known6].filter((address) => !isPublic(address))).toEqual([])
  expect(known.filter((host) => !isReached(host))).toEqual([])
  expect(known6.filter((host) => !isReached(`[${host}]`))).toEqual([])

  for (let round = 0; round < 2_000; round++) {
    const ip: Bytes = [r.whole(11, 99), byte(r), byte(r), byte(r)]
    expect(isPublic(ip.join('.'))).toBe(true)
    // A public address behind NAT64 is public as well.
    expect(isPublic(`64:ff9b::${ip.join('.')}`)).toBe(true)
    expect(isPublic(`2a0${r.whole(0, 9)}:${pair(ip)}::1`)).toBe(true)
  }
})

test('R-OG-1: invalid addresses and other ports are refused', () => {
  const bad = [
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,<title>x</title>',
    'gopher://example.org/',
    'http://user:secret@example.org/',
    'http://someone@example.org/',
    'http://:secret@example.org/',
    'http://2130706433/',
    'http://134744072/',
    'http://0x7f.1/',
    'example.org',
    `http://example.org/${'a'.repeat(2_000)}`,
    'http://',
    '',
  ]
  expect(bad.filter((text) => targetOf(text) !== null)).toEqual([])
  const ports = ['http://8.8.8.8:22/', 'https://8.8.8.8:8443/', 'http://8.8.8.8:6379/']
  for (const text of ports) {
    const { host, port } = targetOf(text)!
    expect(publicInternet.mayReach(host, port)).toBe(false)
  }
  expect(targetOf('https://example.org/a?b#c')?.url.href).toBe('https://example.org/a?b')
})
