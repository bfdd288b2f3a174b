import { expect, onTestFinished, test } from 'vitest'
import { part, said, setLanguage } from './catalogue.ts'

test('a language translates parts that exist already, and those that are defined later', () => {
  const before = part('before', { title: 'Before', deep: { of: (n: number) => `${n} of it` } })
  const { deep } = before
  const message = { key: 'winnerOf', args: { match: 'M1' } }
  const parts: Record<string, object> = {
    before: { title: 'Antes', deep: { of: (n: number) => `${n} de eso` } },
    after: { title: 'Después' },
  }
  expect([before.title, said(message, 'Winner of M1')]).toEqual(['Before', 'Winner of M1'])
  // The modules are shared with other test files.
  onTestFinished(() =>
    setLanguage({ default: { partOf: () => undefined, say: (_, english) => english } }),
  )
  setLanguage({ default: { partOf: (name) => parts[name], say: ({ key }) => `¡${key}!` } })
  const after = part('after', { title: 'After' })
  const english = part('organize', { title: 'Stages' })
  expect([before.title, deep.of(3), after.title, english.title]).toEqual([
    'Antes',
    '3 de eso',
    'Después',
    'Stages',
  ])
  expect([said(message, 'Winner of M1'), said(null, 'Day')]).toEqual(['¡winnerOf!', 'Day'])
})
