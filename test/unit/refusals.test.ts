// Every code that a refusal has on the wire is in one list with its text, and none is there in vain.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  deskRefusals,
  paymentRefusals,
  refusalCodes,
  refusals,
  requestRefusals,
} from '../../events/refusals.ts'
import { refuse } from '../../services/desk/decide/decision.ts'
import { openApiPage } from '../../services/api/http/openapi-page.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{services,events}/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && file !== 'events/refusals.ts',
)
const sources = files.map((file) => readFileSync(join(root, file), 'utf8'))
const used = new Set(sources.flatMap((source) => source.match(/(?<=')[A-Z][A-Z_]+(?=')/g) ?? []))
const sent = sources.flatMap((source) => [
  ...source.matchAll(/(?:\bcode[:=] ?|\bcode = |\brefused?\(\s*|PaymentError\()'([A-Z][A-Z_]+)'/g),
])

describe('codes of refusals', () => {
  test.each(refusalCodes)('%s has a text and is used', (code) => {
    expect(refusals[code].length).toBeGreaterThan(10)
    expect(used).toContain(code)
  })

  test('stand in one list alone', () => {
    const lists = [deskRefusals, requestRefusals, paymentRefusals].map((list) => Object.keys(list))
    const twice = lists.flat().filter((code, index, all) => all.indexOf(code) !== index)
    expect(twice).toEqual([])
    expect(lists.flat()).toHaveLength(refusalCodes.length)
  })

  test('are all that services send', () => {
    expect(sent.length).toBeGreaterThan(100)
    expect(sent.flatMap(([, code = '']) => (code in refusals ? [] : code))).toEqual([])
  })

  test('say what they mean where nothing more exact is said, and in the interface for programs', () => {
    expect(refuse('QUEUE_DISABLED').detail).toBe(refusals.QUEUE_DISABLED)
    const page = openApiPage({}, [])
    const missing = refusalCodes.filter((code) => !page.includes(`<code>${code}</code>`))
    expect(missing).toEqual(['IDS_SHORT'])
  })
})
