import { describe, expect, test } from 'vitest'
import { english } from './english.ts'
import { answers, gameWords, names } from './en/public.ts'
import { games, steps } from './en/steps.ts'
import { imports, officialAnswers, refusals } from './en/server.ts'
import { say, wordsOf } from './message.ts'
import { languageCodes } from '../text/languages.ts'
import { wordings } from './wordings.ts'

const parts = [names, gameWords, steps, games, refusals, answers, officialAnswers, imports]
const holesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? ''))].toSorted((a, b) =>
    a.localeCompare(b),
  )

test('each key is in one part only', () => {
  const keys = parts.flatMap((part) => Object.keys(part))
  expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([])
})

const translations = languageCodes.filter((code) => code !== 'en')

describe.each(translations)('in %s', (language) => {
  test('each text has the arguments of the English one', () => {
    const own = wordings[language].texts
    for (const [key, text] of parts.flatMap((part) => Object.entries(part))) {
      expect([key, holesIn(own[key] ?? '')]).toEqual([key, holesIn(text)])
    }
  })
})

test('names stay as they are in every language, also if they are words of the catalogue', () => {
  const message = say('withScore', {
    step: say('pointAdded', {
      team: 'Nobody',
      match: say('matchOfStage', { match: 'M3', stage: 'Finals' }),
    }),
    before: '0-0',
    after: '1-0',
  })
  expect(english(message)).toBe('+1 Nobody in M3 of Finals, 0-0 → 1-0')
  expect(wordsOf(message, wordings.es)).toBe('+1 Nobody en M3 de Finals, 0-0 → 1-0')
  expect(wordsOf(message, wordings.he)?.replaceAll(/[\u2068\u2069]/g, '')).toContain('Nobody')
  expect(wordsOf(say('teamAdded', { team: 'Snail' }), wordings.es)).toBe('Equipo Snail añadido')
})

test('a place has its ordinal, and a nested message starts in lower case in the middle of a sentence', () => {
  expect(english(say('placeOf', { place: 3, stage: 'Pools' }))).toBe('3rd of Pools')
  const awaited = say('winnerOf', { match: 'M7' })
  expect(english(say('stillWaitsFor', { match: 'M9', awaited }))).toBe(
    'M9 still waits for winner of M7.',
  )
})

test('there are no words for a message with an unknown key, at whatever depth', () => {
  expect(wordsOf({ key: 'ofANewerServer' }, wordings.es)).toBeUndefined()
  const nested = say('matchCompleted', { match: { key: 'ofANewerServer' } })
  expect(wordsOf(nested, wordings.es)).toBeUndefined()
})

test('a name inside Hebrew text keeps its own direction', () => {
  expect(wordsOf(say('winnerOf', { match: 'M7' }), wordings.he)).toBe('המנצחת של \u2068M7\u2069')
})
