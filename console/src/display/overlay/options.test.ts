import { expect, test } from 'vitest'
import { optionsIn } from './options.ts'

const defaults = { scheme: 'dark', sides: null, variables: {} }

test('without options, and with invalid ones, an overlay looks as its theme defines', () => {
  const searches = [
    '',
    '?theme=pink&sides=up&scale=big',
    '?scale=10',
    '?scale=900',
    '?panel=red',
    '?ink=%23fff',
  ]
  for (const search of searches) expect([search, optionsIn(search)]).toEqual([search, defaults])
  expect(optionsIn('?theme=light')).toEqual({ ...defaults, scheme: 'light' })
})

test('colours, size and sides are read from the address', () => {
  expect(optionsIn('?panel=%23102030&ink=FFFFFF&accent=ffcc00&scale=125&sides=gold-left')).toEqual({
    scheme: 'dark',
    sides: 'gold-left',
    variables: {
      '--overlay-panel': '#102030',
      '--overlay-ink': '#ffffff',
      '--overlay-accent': '#ffcc00',
      '--overlay-scale': '1.25',
    },
  })
})

test('unreadable text gets the colours of the theme; an invisible accent is left out', () => {
  expect(optionsIn('?panel=777777&ink=808080').variables).toEqual({})
  // A custom panel is combined with the theme's ink, and ignored if that is unreadable on it.
  expect(optionsIn('?panel=ffffff').variables).toEqual({})
  expect(optionsIn('?theme=light&panel=eeeeee').variables).toEqual({ '--overlay-panel': '#eeeeee' })
  expect(optionsIn('?panel=000000&accent=101010').variables).toEqual({
    '--overlay-panel': '#000000',
  })
})

test('only colours get into the style of the page', () => {
  const bad = encodeURIComponent('ffffff;background:url(//x)')
  expect(optionsIn(`?panel=${bad}&ink=${bad}&accent=${bad}`).variables).toEqual({})
})
