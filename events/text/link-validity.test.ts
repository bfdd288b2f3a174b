import { expect, test } from 'vitest'
import { linkValidity } from './link-validity.ts'

test('how long a link works is in hours or days, in words of the language', () => {
  const texts = (language: 'en' | 'es' | 'he') =>
    (['reset', 'confirm', 'invitation'] as const).map((link) => linkValidity(language, link))
  expect(texts('en')).toEqual(['1 hour', '1 day', '14 days'])
  expect(texts('es')).toEqual(['1 hora', '1 día', '14 días'])
  expect(texts('he')).toEqual(['שעה', 'יום', '14 ימים'])
})
