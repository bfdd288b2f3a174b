import { describe, expect, test } from 'vitest'
import { notificationTexts, minutesIn } from './notification-texts.ts'
import type { NotificationTexts } from './en.ts'

/** Every text, for a match between Bees and Wasps. */
function textsOf(words: NotificationTexts): string[] {
  const match = words.match('M3', 'Bees', 'Wasps')
  const all = [
    words.onDeck(match, ''),
    words.onDeck(match, 'North'),
    ...[false, true].map((isMoved) => words.called(match, 'North', isMoved)),
    ...['Bees', null].flatMap((winner) =>
      [false, true].map((isCorrected) => words.result(match, '3–1', winner, isCorrected)),
    ),
    words.delayed(match, '20 min'),
  ]
  return all.flatMap(({ title, body }) => [title, body])
}
const english = /\b(is|on|you|now|the|result|delayed|expected|won|v)\b/i

describe.each(['es', 'he'] as const)('in %s', (language) => {
  test('every text has the same names and numbers as in English, and no English words', () => {
    const texts = textsOf(notificationTexts[language])
    expect(texts.filter((words) => english.test(words))).toEqual([])
    const namesIn = (words: string) => words.match(/M3|Bees|Wasps|North|3–1|20 min/g)?.toSorted()
    const bodies = (all: string[]) => all.filter((_, index) => index % 2 === 1).map(namesIn)
    expect(bodies(texts)).toEqual(bodies(textsOf(notificationTexts.en)))
  })

  test('an announcement is sent as it was written', () => {
    const { title, body } = notificationTexts[language].announcement('Friday', 'Lunch is here')
    expect([title, body].map((words) => words.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
      'Friday',
      'Lunch is here',
    ])
  })
})

test('names keep their direction within Hebrew text', () => {
  const { match, called } = notificationTexts.he
  expect(called(match('M3', '<Bees>', 'צרעות'), 'North', false)).toEqual({
    title: 'משחקים עכשיו ב־\u2068North\u2069',
    body: '\u2068M3\u2069 \u2068<Bees>\u2069 נגד \u2068צרעות\u2069 נקרא אל \u2068North\u2069.',
  })
})

test('minutes are formatted for the language', () => {
  expect(minutesIn('en', 20)).toBe('20 min')
  expect(minutesIn('es', 20)).toBe('20 min')
  expect(minutesIn('he', 20)).toBe('20 דק׳')
})
