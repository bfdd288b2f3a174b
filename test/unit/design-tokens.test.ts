import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Displays are read from across a hall: they measure in parts of their screen.
const displays = /^console\/src\/display\//
const tokens = 'console/src/ui/theme/tokens.css'
const sheets = globSync('console/src/**/*.css').filter((file) => file !== tokens)

/** Each declaration whose value breaks the rule, with its place. */
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

test('there are stylesheets to look at', () => {
  expect(sheets.length).toBeGreaterThan(40)
})

test('ux 26: no stylesheet names a colour that the tokens do not', () => {
  const isRaw = (value: string) => /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(value)
  const overStreams = (file: string) => file.endsWith('/Overlay.module.css')
  const shown = sheets.filter((file) => !overStreams(file))
  expect(offenders(shown, /./, isRaw)).toEqual([])
})

test('letters have the sizes of the tokens, or a part of what is around them', () => {
  const isOther = (value: string) => !/^(var\(--[\w-]+\)|inherit|[\d.]+em)$/.test(value)
  const fitted = /clamp\(|^22px$/
  const read = sheets.filter((file) => !displays.test(file))
  const found = offenders(read, /^font-size$/, (value) => isOther(value) && !fitted.test(value))
  expect(found).toEqual([])
})

test('gaps are steps of a quarter of a rem', () => {
  const isBetween = (value: string) =>
    (value.match(/\d*\.?\d+(?=rem)/g) ?? []).some((rem) => (Number(rem) * 4) % 1 !== 0)
  expect(offenders(sheets, /^(gap|row-gap|column-gap)$/, isBetween)).toEqual([])
})

test('what stylesheets are composed of is there, and every token that is used is named', () => {
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
  const given = /^--(teams|columns|rows|size|at|x|y|width|share|ms)/
  expect([...new Set(used)].filter((name) => !own(name) && !given.test(name))).toEqual([])
})
