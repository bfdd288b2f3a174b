import { expect, test } from 'vitest'
import { openPlaces, places } from './places.ts'

const lane = (host: string, more: object = {}) => ({ host, scene: 1, isPhone: true, ...more })
const firstPauseMs = 100

function open() {
  let at = 1_000
  const opened = openPlaces(firstPauseMs, () => at)
  const freeOf = (host: string) =>
    opened.room().hosts.find((one) => one.host === host)?.free ?? places.newHost
  const sent = (host: string, hasAnswered: boolean | null) => {
    const one = lane(host)
    opened.begin(one)
    opened.end(one, hasAnswered)
  }
  return { ...opened, freeOf, sent, wait: (ms: number) => void (at += ms) }
}

test('a host that has answered gets more places, and one that has not only a few', () => {
  const { freeOf, sent } = open()
  sent('new', null)
  expect(freeOf('new')).toBe(places.newHost)
  sent('known', true)
  expect(freeOf('known')).toBe(places.host)
})

test('a host that does not answer rests as a whole, longer each time, until one delivery arrives', () => {
  const { freeOf, sent, wait, begin } = open()
  sent('silent', false)
  for (const pauseMs of [100, 200, 400]) {
    expect(freeOf('silent')).toBe(0)
    wait(pauseMs - 1)
    expect(freeOf('silent')).toBe(0)
    wait(1)
    expect(freeOf('silent')).toBe(1)
    sent('silent', false)
  }
  wait(800)
  sent('silent', true)
  expect(freeOf('silent')).toBe(places.host)
  begin(lane('silent'))
  expect(freeOf('silent')).toBe(places.host - 1)
})

test('deliveries that were under way together are one miss', () => {
  const { freeOf, wait, begin, end } = open()
  const both = [lane('silent'), lane('silent')]
  both.forEach(begin)
  for (const one of both) end(one, false)
  wait(firstPauseMs)
  expect(freeOf('silent')).toBe(1)
})

test('a host that usually answers goes on after a response that was lost', () => {
  const { freeOf, sent } = open()
  sent('known', true)
  sent('known', false)
  expect(freeOf('known')).toBeGreaterThan(1)
  sent('known', true)
  for (let miss = 1; miss <= 3; miss++) sent('known', false)
  expect(freeOf('known')).toBe(0)
})

test('phones, chats, scenes and hosts that have not answered yet each leave places for others', () => {
  const { begin, end, room } = open()
  const all = Array.from({ length: 4 }, (_, n) => lane(`host ${n}`, { scene: n % 2 }))
  all.forEach(begin)
  const { kind, scene, total, newOfKind, newOfScene } = places
  const before = { free: kind, freeNew: newOfKind }
  expect(room()).toMatchObject({
    total: total - 4,
    kinds: { phones: { free: kind - 4, freeNew: newOfKind - 4 }, others: before },
  })
  expect(room().scenes).toContainEqual({ scene: 1, free: scene - 2, freeNew: newOfScene - 2 })
  for (const one of all) end(one, true)
  expect(room()).toMatchObject({ total, kinds: { phones: before, others: before }, scenes: [] })
})
