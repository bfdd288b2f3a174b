import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '#events/branding/contrast.ts'

// Displays are read from a distance, so their sizes are relative to the screen.
const displays = /^console\/src\/display\//
const tokens = 'console/src/ui/theme/tokens.css'
const sheets = globSync('console/src/**/*.css').filter((file) => file !== tokens)

/** Each declaration whose value breaks the rule, with its file and line. */
function offenders(files: string[], property: RegExp, isWrong: (value: string) => boolean) {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [, name = '', value = ''] = /^\s*([\w-]+):\s*(.+);$/.exec(line) ?? []
        return property.test(name) && isWrong(value) ? [`${file}:${index + 1} ${line.trim()}`] : []
      }),
  )
}

test('the stylesheets are found', () => {
  expect(sheets.length).toBeGreaterThan(40)
})

test('no input truncates pasted text with maxlength', () => {
  const screens = globSync('console/src/**/*.tsx')
  expect(screens.length).toBeGreaterThan(200)
  expect(screens.filter((file) => /maxlength/i.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('ux 26: stylesheets use only colours of the tokens', () => {
  const isRaw = (value: string) => /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(value)
  expect(offenders(sheets, /./, isRaw)).toEqual([])
})

/** Selectors of CSS rules whose declarations match. */
function selectorsOf(files: string[], declared: RegExp): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
      declared.test(body) ? [`${file} ${selector.trim()}`] : [],
    )
  })
}

test('ux 26: blue and gold are only used for teams, and red only for errors', () => {
  const teams = selectorsOf(sheets, /var\(--(blue|gold)-/)
  expect(teams.length).toBeGreaterThan(10)
  expect(
    teams.filter((rule) => !/blue|gold|colour|ScoreSide\.module\.css \.side$/.test(rule)),
  ).toEqual([])
  const wrong = /fault|wrong|refused|failed|problem|error|lost|over|differs|invalid/i
  const faults = selectorsOf(sheets, /var\(--(fault|lost|on-lost)\)/)
  expect(faults.length).toBeGreaterThan(10)
  // The note of a problem, the button on the bar of a lost connection, a refused code or sign-in.
  const allowedSelectors =
    /ConnectionRow\.module\.css \.row \.try$|(Pair|NarrowPage|ProblemNote)\.module\.css/
  expect(faults.filter((rule) => !wrong.test(rule) && !allowedSelectors.test(rule))).toEqual([])
})

test('ux 25, ux 33: names, digits and other text have enough contrast in both themes', () => {
  const minimums = {
    'blue-ink on blue-face': 7,
    'gold-ink on gold-face': 7,
    'ink on ground': 7,
    'focus on ground': 7,
  }
  expect(readFileSync('console/src/global.css', 'utf8')).toMatch(
    /:focus-visible \{\s+outline: 3px solid var\(--focus\) !important;/,
  )
  const words = { 'dim on ground': 4.5, 'dim on face': 4.5, 'fault on face': 4.5 }
  const amber = { 'needs-you on face': 4.5, 'needs-you on ground': 4.5, 'on-main on main': 4.5 }
  for (const scheme of ['dark', 'light']) {
    const [, block = ''] =
      new RegExp(`scheme='${scheme}'\\] \\{([^}]*)`).exec(readFileSync(tokens, 'utf8')) ?? []
    const named = (name: string) => new RegExp(`--${name}: (#\\w{6});`).exec(block)?.[1] ?? ''
    for (const [pair, ratio] of Object.entries({ ...minimums, ...words, ...amber })) {
      const [ink = '', ground = ''] = pair.split(' on ').map(named)
      expect(contrast(ink, ground), `${scheme}: ${pair}`).toBeGreaterThanOrEqual(ratio)
    }
  }
})

test('ux 28, ux 50: only loading indicators move continuously; other animations are short', () => {
  const moving = selectorsOf(sheets, /(^|\s)(animation|transition): (?!none)/)
  expect(moving.map((rule) => rule.replace(/^.*\//, '')).toSorted()).toEqual([
    "CommandNotes.module.css .note[data-state='sending']",
    'Layout.module.css .waiting',
    'PressAgain.module.css .hold[data-holding]',
    'ScoreSide.module.css .digits[data-refused]',
  ])
  expect(selectorsOf(sheets, /infinite/).map((rule) => rule.replace(/^.*\//, ''))).toEqual([
    'Layout.module.css .waiting',
  ])
  const [, reduced = ''] =
    /prefers-reduced-motion: reduce\) \{([^]*?)\n\}/.exec(
      readFileSync('console/src/global.css', 'utf8'),
    ) ?? []
  expect(reduced).toMatch(/animation-iteration-count: 1 !important/)
  expect(reduced).toMatch(/transition: none !important/)
})

test('ux 49: screens contain no text outside the catalogues', () => {
  const screens = globSync('console/src/**/*.tsx')
  expect(screens.length).toBeGreaterThan(150)
  const between = /(?:\/|["'}]|[A-Za-z])>\s*([^<>{}()=;:]*[A-Za-z]{2,}[^<>{}()=;]*?)\s*<\//g
  const named = /(?:aria-label|title|placeholder|label|alt|description)="([^"]*[a-z]{2,}[^"]*)"/g
  const own = screens.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [between, named].flatMap((form) =>
      [...text.matchAll(form)].map(([, words]) => `${file}: ${words}`),
    )
  })
  expect(own).toEqual([])
})

test('font sizes are tokens or relative to the parent', () => {
  const isOther = (value: string) => !/^(var\(--[\w-]+\)|inherit|[\d.]+em)$/.test(value)
  const fitted = /clamp\(|^22px$/
  const read = sheets.filter((file) => !displays.test(file))
  const found = offenders(read, /^font-size$/, (value) => isOther(value) && !fitted.test(value))
  expect(found).toEqual([])
})

test('gaps are multiples of a quarter of a rem', () => {
  const isBetween = (value: string) =>
    (value.match(/\d*\.?\d+(?=rem)/g) ?? []).some((rem) => (Number(rem) * 4) % 1 !== 0)
  expect(offenders(sheets, /^(gap|row-gap|column-gap)$/, isBetween)).toEqual([])
})

test('every composed class and every used token is defined', () => {
  const plain = readFileSync('console/src/global.css', 'utf8')
  const named = readFileSync(tokens, 'utf8')
  const all = sheets.map((file) => readFileSync(file, 'utf8')).join('\n')
  const parts = [...all.matchAll(/composes: ([\w -]+) from global/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(parts.filter((name) => !plain.includes(`.${name}`))).toEqual([])
  const own = (name: string) => named.includes(`${name}:`) || all.includes(`${name}:`)
  const used = [...all.matchAll(/var\((--(?!mantine|button|input)[\w-]+)/g)].map(
    ([, name = '']) => name,
  )
  const setAtRuntime =
    /^--(scene|on-scene|second)|^--(teams|columns|rows|size|at|x|y|width|share|ms|zoom|upright|sideways)/
  expect([...new Set(used)].filter((name) => !own(name) && !setAtRuntime.test(name))).toEqual([])
})
