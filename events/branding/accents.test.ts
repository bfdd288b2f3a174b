import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  brandingStyle,
  lowestContrastBackground,
  readableTextOn,
  minContrast,
  similarTeam,
  textOnAccent,
  schemes,
  shade,
  hex,
  oklch,
} from './accents.ts'
import { contrast } from './contrast.ts'

/** Every colour whose parts are sixths. */
const parts = ['00', '33', '66', '99', 'cc', 'ff']
const all = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#ffffff', '#ffffff', 1],
])('the contrast of %s and %s is %d, as in WCAG', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test('converting a colour to lightness, chroma and hue and back does not change it', () => {
  expect(all.map((colour) => hex(oklch(colour)))).toEqual(all)
})

describe("colours that look like a team's", () => {
  const tokens = readFileSync('console/src/ui/theme/tokens.css', 'utf8')
  const named = (name: string) =>
    [...tokens.matchAll(new RegExp(`--${name}: (#\\w{6});`, 'g'))].map(([, colour = '']) => colour)

  test.each(['blue', 'gold'] as const)('include every shade of %s that is drawn', (team) => {
    const drawn = [...named(`${team}-face`), ...named(`${team}-line`)]
    expect(drawn).toHaveLength(4)
    expect(drawn.filter((colour) => similarTeam(colour) !== team)).toEqual(
      // These are so faint that they look white.
      drawn.filter((colour) => oklch(colour).chroma < 0.045),
    )
  })

  test.each([
    ['#2563eb', 'blue'],
    ['#1e90ff', 'blue'],
    ['#000080', 'blue'],
    ['#bfdbfe', 'blue'],
    ['#4f46e5', 'blue'],
    ['#ffcc00', 'gold'],
    ['#ffd700', 'gold'],
    ['#ffff00', 'gold'],
    ['#8a5d00', 'gold'],
    ['#8b1a1a', null],
    ['#e8590c', null],
    ['#ff8c00', null],
    ['#7c3aed', null],
    ['#00897b', null],
    ['#2e7d32', null],
    ['#ffd1dc', null],
    ['#ffffff', null],
    ['#333333', null],
  ])('%s: %s', (colour, team) => expect(similarTeam(colour)).toBe(team))
})

test('any chosen colour, and the text on it, is readable in both themes', () => {
  for (const colour of all) {
    for (const scheme of schemes) {
      const adapted = shade(colour, scheme)
      expect(contrast(adapted.colour, lowestContrastBackground[scheme])).toBeGreaterThanOrEqual(
        minContrast,
      )
      expect(contrast(adapted.colour, textOnAccent[scheme])).toBeGreaterThanOrEqual(minContrast)
      expect(adapted.isMended).toBe(adapted.colour !== colour)
    }
    expect(contrast(colour, readableTextOn(colour))).toBeGreaterThanOrEqual(minContrast)
  }
})

test('an adapted colour keeps its hue', () => {
  const pastel = '#ffd1dc'
  const { colour, isMended, asChosen } = shade(pastel, 'light')
  expect([isMended, asChosen < 1.5]).toEqual([true, true])
  expect(Math.abs(oklch(colour).hue - oklch(pastel).hue)).toBeLessThan(5)
  expect(shade(pastel, 'dark')).toMatchObject({ colour: pastel, isMended: false })
})

test('the backgrounds are those of the themes', () => {
  const tokens = readFileSync('console/src/ui/theme/tokens.css', 'utf8')
  const [dark, light] = tokens.split("[data-mantine-color-scheme='light']")
  for (const name of ['ground', 'face']) {
    const colourIn = (block = '') => new RegExp(`--${name}: (#\\w{6});`).exec(block)?.[1] ?? ''
    for (const [scheme, block] of [
      ['dark', dark],
      ['light', light],
    ] as const) {
      const adapted = shade('#888888', scheme).colour
      expect(contrast(adapted, colourIn(block))).toBeGreaterThanOrEqual(minContrast)
    }
  }
})

test('a page has the colours of its scene in both themes, or the default colours', () => {
  expect(brandingStyle({ accentColor: null, secondColor: null })).toBe('')
  const style = brandingStyle({ accentColor: '#8B1A1A', secondColor: null })
  expect(style).toMatch(/^:root\[data-mantine-color-scheme='dark'\]\{--main:#[\da-f]{6};/)
  expect(style).toContain(
    "'light']{--main:#8b1a1a;--on-main:#ffffff;--second:#8b1a1a;--scene:#8b1a1a",
  )
})
