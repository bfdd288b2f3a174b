import { expect, test } from 'vitest'
import { fakeClock, settled } from '#test/support/console-session.ts'
import { fillIn, newLookup } from './lookup.ts'
import type { PageLinkFields, LookupResult, Lookup } from './lookup.ts'

const page = (ogTitle: string): LookupResult => ({
  ogTitle,
  ogImage: `https://example.org/${ogTitle}.png`,
  imageShown: null,
  notice: null,
})

function newTestLookup() {
  const clock = fakeClock()
  const requests: string[] = []
  const answers = new Map<string, (result: LookupResult) => void>()
  const states: Lookup[] = []
  const lookup = newLookup({
    clock,
    request(url) {
      requests.push(url)
      return new Promise((resolve) => answers.set(url, resolve))
    },
    onChange: (next) => states.push(next),
  })
  const answer = async (url: string, result: LookupResult) => {
    answers.get(url)?.(result)
    await settled()
  }
  return { clock, requests, states, lookup, answer }
}

test('R-OG-5: only a valid address is looked up, 500 ms after the last keystroke', async () => {
  const { clock, requests, lookup } = newTestLookup()
  for (const text of ['h', 'https://', 'https://a.example']) lookup.typed(text)
  await clock.turn(499)
  expect(requests).toEqual([])
  await clock.turn(1)
  expect(requests).toEqual(['https://a.example'])
  for (const text of ['a.example', 'javascript:alert(1)', '']) {
    lookup.typed(text)
    await clock.turn(1_000)
  }
  expect(requests).toEqual(['https://a.example'])
})

test('R-OG-5: a late answer does not replace the answer for a newer address', async () => {
  const { clock, states, lookup, answer } = newTestLookup()
  lookup.typed('https://slow.example')
  await clock.turn(500)
  lookup.typed('https://fast.example')
  await clock.turn(500)
  await answer('https://fast.example', page('fast'))
  await answer('https://slow.example', page('slow'))
  expect(states.at(-1)).toEqual({ state: 'found', result: page('fast') })
})

test('an answer that arrives after the form is closed is ignored', async () => {
  const { clock, states, lookup, answer } = newTestLookup()
  lookup.typed('https://a.example')
  await clock.turn(500)
  lookup.stop()
  await answer('https://a.example', page('a'))
  expect(states.at(-1)).toEqual({ state: 'asking' })
})

const empty: PageLinkFields = { url: '', title: '', image: '', auto: { title: '', image: '' } }

test('automatically filled values follow the address, and typed values stay', () => {
  const first = fillIn(empty, page('first'))
  expect(first).toMatchObject({ title: 'first', image: 'https://example.org/first.png' })
  const typed = fillIn({ ...first, title: 'Mine' }, page('second'))
  expect(typed).toMatchObject({ title: 'Mine', image: 'https://example.org/second.png' })
  expect(fillIn({ ...typed, title: ' ' }, page('third')).title).toBe('third')
})

test('an address without a preview clears the values of the previous address', () => {
  const nothing = { ogTitle: '', ogImage: null, imageShown: null, notice: 'Nothing.' }
  expect(fillIn(fillIn(empty, page('first')), nothing)).toMatchObject({ title: '', image: '' })
})

test('a form that is saved does not wait for the pause, but for the answer', async () => {
  const { clock, requests, states, lookup, answer } = newTestLookup()
  lookup.typed('https://a.example')
  let isFinished = false
  void lookup.finish().then(() => (isFinished = true))
  expect(requests).toEqual(['https://a.example'])
  await clock.turn(1_000)
  expect([requests.length, isFinished]).toEqual([1, false])
  await answer('https://a.example', page('a'))
  expect([states.at(-1)?.state, isFinished]).toEqual(['found', true])
  await lookup.finish()
  expect(requests.length).toBe(1)
})

test('a form that is saved waits at most 3 s for a lookup in progress', async () => {
  const { clock, requests, lookup } = newTestLookup()
  lookup.typed('https://a.example')
  await clock.turn(500)
  let isFinished = false
  void lookup.finish().then(() => (isFinished = true))
  await clock.turn(2_999)
  expect(isFinished).toBe(false)
  await clock.turn(1)
  await settled()
  expect([requests.length, isFinished]).toEqual([1, true])
})
