import { expect, test } from 'vitest'
import { fakeClock, settled } from '../../../../test/support/console-session.ts'
import { filled, newLookup } from './lookup.ts'
import type { PageLinkFields, LookupResult, Lookup } from './lookup.ts'

const page = (ogTitle: string): LookupResult => ({
  ogTitle,
  ogImage: `https://example.org/${ogTitle}.png`,
  imageShown: null,
  notice: null,
})

function stage() {
  const clock = fakeClock()
  const asked: string[] = []
  const answers = new Map<string, (looked: LookupResult) => void>()
  const shown: Lookup[] = []
  const lookup = newLookup({
    clock,
    ask(url) {
      asked.push(url)
      return new Promise((resolve) => answers.set(url, resolve))
    },
    changed: (next) => shown.push(next),
  })
  const answer = async (url: string, looked: LookupResult) => {
    answers.get(url)?.(looked)
    await settled()
  }
  return { clock, asked, shown, lookup, answer }
}

test('R-OG-5: an address is looked up 500 ms after the last key, and only an address', async () => {
  const { clock, asked, lookup } = stage()
  for (const text of ['h', 'https://', 'https://a.example']) lookup.typed(text)
  await clock.turn(499)
  expect(asked).toEqual([])
  await clock.turn(1)
  expect(asked).toEqual(['https://a.example'])
  for (const text of ['a.example', 'javascript:alert(1)', '']) {
    lookup.typed(text)
    await clock.turn(1_000)
  }
  expect(asked).toEqual(['https://a.example'])
})

test('R-OG-5: slow first, fast second: the second stays', async () => {
  const { clock, shown, lookup, answer } = stage()
  lookup.typed('https://slow.example')
  await clock.turn(500)
  lookup.typed('https://fast.example')
  await clock.turn(500)
  await answer('https://fast.example', page('fast'))
  await answer('https://slow.example', page('slow'))
  expect(shown.at(-1)).toEqual({ state: 'found', looked: page('fast') })
})

test('an answer that comes after the form is closed is not shown', async () => {
  const { clock, shown, lookup, answer } = stage()
  lookup.typed('https://a.example')
  await clock.turn(500)
  lookup.stop()
  await answer('https://a.example', page('a'))
  expect(shown.at(-1)).toEqual({ state: 'asking' })
})

const empty: PageLinkFields = { url: '', title: '', image: '', auto: { title: '', image: '' } }

test('what was filled in follows the address; what was typed stays', () => {
  const first = filled(empty, page('first'))
  expect(first).toMatchObject({ title: 'first', image: 'https://example.org/first.png' })
  const typed = filled({ ...first, title: 'Mine' }, page('second'))
  expect(typed).toMatchObject({ title: 'Mine', image: 'https://example.org/second.png' })
  expect(filled({ ...typed, title: ' ' }, page('third')).title).toBe('third')
})

test('of an address that says nothing, nothing of the one before is left', () => {
  const nothing = { ogTitle: '', ogImage: null, imageShown: null, notice: 'Nothing.' }
  expect(filled(filled(empty, page('first')), nothing)).toMatchObject({ title: '', image: '' })
})
