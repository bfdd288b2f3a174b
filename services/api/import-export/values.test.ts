import { expect, test } from 'vitest'
import { arrayText, csvRow, openCsv, readArray, readTime, timeText } from './values.ts'

test.each([
  ['2025-09-28T21:39:34.963Z', '2025-09-28 21:39:34.963+00'],
  ['2025-09-28T21:39:34.960Z', '2025-09-28 21:39:34.96+00'],
  ['2025-09-28T21:39:34.000Z', '2025-09-28 21:39:34+00'],
])('%s is written as %s and read back', (iso, text) => {
  expect(timeText(iso)).toBe(text)
  expect(readTime(text)).toBe(iso)
})

test('a time may have microseconds and another offset; anything else is refused', () => {
  expect(readTime('2025-09-28 23:39:34.963512+02')).toBe('2025-09-28T21:39:34.963Z')
  expect(readTime('2025-09-28 16:09:34-05:30')).toBe('2025-09-28T21:39:34.000Z')
  for (const wrong of ['', 'today', '2025-09-28', '2025-19-28 21:39:34+00']) {
    expect([wrong, readTime(wrong)]).toEqual([wrong, null])
  }
})

test.each([
  [['410', '860', 'Blue'], '{410,860,Blue}'],
  [['1', '2', '', '3'], '{1,2,"",3}'],
  [[], '{}'],
  [['a b', 'x,y', 'q"\\', '{}', 'NULL'], '{"a b","x,y","q\\"\\\\","{}","NULL"}'],
])('%j is written as %s and read back', (values, text) => {
  expect(arrayText(values)).toBe(text)
  expect(readArray(text)).toEqual(values)
})

test('a text that is not an array is refused', () => {
  for (const wrong of ['', '1,2', '{1', '{"a}', '{a"b}', '{{1},{2}}']) {
    expect([wrong, readArray(wrong)]).toEqual([wrong, null])
  }
})

test('a table is read back the same wherever the text is split', () => {
  const rows = [
    ['id', 'name'],
    ['1', 'Bees, "the" first'],
    ['2', 'two\nlines'],
    ['3', ''],
    ['=4', 'x'],
  ]
  const text = rows.map(csvRow).join('')
  for (let cut = 0; cut <= text.length; cut++) {
    const csv = openCsv()
    const read = [...csv.read(text.slice(0, cut), false), ...csv.read(text.slice(cut), true)]
    expect([cut, read]).toEqual([cut, rows])
  }
  expect(openCsv().read('a,b\r\n1,2', true)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(() => openCsv().read('a,"b', true)).toThrow('ends inside a quoted value')
})
