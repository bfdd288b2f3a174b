import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+49 30', `"'+49 30"`],
  ['-5', `"'-5"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\r=x', `"'\r=x"`],
  ['\n=x', `"'\n=x"`],
  ['＝1', `"'＝1"`],
])('R-PE-5: %j is escaped, so it is not a formula', (cell, line) =>
  expect(csvLine([cell])).toBe(`${line}\r\n`),
)

test.each([
  ['Bees', 'Bees'],
  ['Bees, Wasps', '"Bees, Wasps"'],
  ['the "Bees"', '"the ""Bees"""'],
  ['one\ntwo', '"one\ntwo"'],
  ['a=b', 'a=b'],
  ['', ''],
])('%j is one cell', (cell, line) => expect(csvLine([cell])).toBe(`${line}\r\n`))

test('numbers, booleans and empty values are not quoted', () =>
  expect(csvLine([-5, 12.5, true, null, undefined, 0])).toBe('-5,12.5,true,,,0\r\n'))
