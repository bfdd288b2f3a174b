// Every refusal code on the wire is in one list with its text, and every listed code is used.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  deskRefusals,
  paymentRefusals,
  refusalCodes,
  refusals,
  requestRefusals,
} from '#events/refusals.ts'
import { refuse } from '#services/desk/decide/decision.ts'
import { Rejection } from '#services/web/index.ts'
import { openApiPage } from '#services/api/http/openapi.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{services,events}/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && file !== 'events/refusals.ts',
)
const sources = files.map((file) => readFileSync(join(root, file), 'utf8'))
const quotedCodes = new Set(
  sources.flatMap((source) => source.match(/(?<=')[A-Z][A-Z_]+(?=')/g) ?? []),
)
const sentCodes = sources.flatMap((source) => [
  ...source.matchAll(/(?:\bcode[:=] ?|\bcode = |\brefused?\(\s*|PaymentError\()'([A-Z][A-Z_]+)'/g),
])

describe('refusal codes', () => {
  test.each(refusalCodes)('%s has a text and is used', (code) => {
    expect(refusals[code].length).toBeGreaterThan(10)
    expect(quotedCodes).toContain(code)
  })

  test('are each in only one list', () => {
    const lists = [deskRefusals, requestRefusals, paymentRefusals].map((list) => Object.keys(list))
    const twice = lists.flat().filter((code, index, all) => all.indexOf(code) !== index)
    expect(twice).toEqual([])
    expect(lists.flat()).toHaveLength(refusalCodes.length)
  })

  test('include all codes that services send', () => {
    expect(sentCodes.length).toBeGreaterThan(100)
    expect(sentCodes.flatMap(([, code = '']) => (code in refusals ? [] : code))).toEqual([])
  })

  test('have a text that is written nowhere else', () => {
    const texts = Object.values(refusals)
    const repeated = sources.flatMap((source, index) =>
      texts.flatMap((text) => (source.includes(`'${text}'`) ? `${files[index]}: ${text}` : [])),
    )
    expect(repeated).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
    const rejection = new Rejection(409, { code: 'QUEUE_DISABLED', order: [] })
    expect(rejection.body).toEqual({
      code: 'QUEUE_DISABLED',
      detail: refusals.QUEUE_DISABLED,
      message: { key: 'QUEUE_DISABLED' },
      order: [],
    })
  })

  test('have a text that is the default detail and is in the API documentation', () => {
    expect(refuse('QUEUE_DISABLED').detail).toBe(refusals.QUEUE_DISABLED)
    const page = openApiPage({}, [])
    const missing = refusalCodes.filter((code) => !page.includes(`<code>${code}</code>`))
    expect(missing).toEqual(['IDS_SHORT'])
  })
})
