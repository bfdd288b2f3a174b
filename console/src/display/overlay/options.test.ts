import { expect, test } from 'vitest'
import { optionsIn } from './options.ts'

const nothing = { scheme: 'dark', sides: null, variables: {} }

test('without options, and with what is none, an overlay is as its theme has it', () => {
  const asked = [
    '',
    '?theme=pink&sides=up&scale=big',
    '?scale=10',
    '?scale=900',
    '?panel=red',
    '?ink=%23fff',
  ]
  for (const search of asked) expect([search, optionsIn(search)]).toEqual([search, nothing])
  expect(optionsIn('?theme=light')).toEqual({ ...nothing, scheme: 'light' })
})

test('colours, size and sides are taken from the address', () => {
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

test('text that could not be read has the colours of the theme; an accent nobody sees is left out', () => {
  expect(optionsIn('?panel=777777&ink=808080').variables).toEqual({})
  // A panel of its own is read with the ink of the theme, or is none.
  expect(optionsIn('?panel=ffffff').variables).toEqual({})
  expect(optionsIn('?theme=light&panel=eeeeee').variables).toEqual({ '--overlay-panel': '#eeeeee' })
  expect(optionsIn('?panel=000000&accent=101010').variables).toEqual({
    '--overlay-panel': '#000000',
  })
})

test('nothing but a colour gets into the style of the page', () => {
  const bad = encodeURIComponent('ffffff;background:url(//x)')
  expect(optionsIn(`?panel=${bad}&ink=${bad}&accent=${bad}`).variables).toEqual({})
})
