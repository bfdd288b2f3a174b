import { globSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import * as story from '#test/desk/story.ts'
import { publicMessage } from '#events/describe/commit-line.ts'
import { commitSentence } from '#events/describe/commit-sentence.ts'
import { slotMessage } from '#events/bracket/bracket.ts'
import { roundMessage } from '#events/bracket/round-message.ts'
import { english } from '#events/messages/english.ts'
import type { Message } from '#events/messages/message.ts'
import { readCommit } from '#events/schema/upcast.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import { setLanguage } from '../core/text/catalogue.ts'
import type { Language, LanguageFile } from '../core/text/catalogue.ts'
import { refusalText } from '../core/text/server-words.ts'
import { languageCodes } from '#events/text/languages.ts'
import type { LanguageCode } from '#events/text/languages.ts'
import hebrew from './he/officials.ts'
import { some } from './he/common.ts'
import type { officiate } from '../core/text/officiate/first-screen.ts'
import type { pressText } from '../core/text/officiate/referee.ts'
import type { push } from '../core/text/spectate/later.ts'
import type { savingText } from '../core/text/forms.ts'
import { status } from '../core/text/shell.ts'
import { atCabinet } from '../core/text/play.ts'
import type { protests } from '../core/text/officiate/protests.ts'
import type { importing } from '../core/text/organize/settings.ts'
import type { replayText } from '../core/text/spectate/replay.ts'
import pseudoLanguage, { pseudo } from './pseudo/public.ts'

/** What the server says about a frozen tournament: steps, rounds and slots. */
const messages = new Map<string, Message>()
const note = (message: Message | null) => message && messages.set(english(message), message)
const log = new URL('../../../events/past/log.jsonl', import.meta.url)
const steps: Message[] = []
let state = emptyTournament(1)
for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
  const commit = readCommit(JSON.parse(line))
  const after = fold(state, commit)
  steps.push(commitSentence({ before: state, after, commit }, (version) => steps[version - 1]))
  note(steps.at(-1)!)
  note(publicMessage(after, commit))
  state = after
  for (const match of Object.values(state.matches)) {
    note(roundMessage(match))
    for (const slot of [0, 1] as const) note(slotMessage(state, match, slot))
  }
}

/** Why a game of M1 was proposed to the officials (R-GE-5), and why one cannot be added. */
function proposalOf(
  more: Parameters<typeof story.finish>[2],
  between: Command[] = [],
): Message | undefined {
  const began = story.play(
    story.tournament(),
    story.start(story.m(1)),
    story.begin('g', story.m(1)),
  )
  const ended = story.play(began, ...between, story.finish('g', 'blue', more))
  return story.stateOf(ended).games['g']?.message
}
const { m, setScore, complete } = story
const counted = story.play(
  story.tournament(),
  story.start(m(1)),
  story.begin('g', m(1)),
  story.finish('g', 'blue'),
)
const undo: Command = { type: 'Undo', version: counted.commits.length }
const gameReasons = [
  story.stateOf(story.play(counted, undo)).games['g']?.message,
  proposalOf({ lateBy: 20.4 }),
  proposalOf({ isDoubled: true }),
  proposalOf({ alsoThere: ['M2'] }),
  proposalOf({}, [setScore(m(1), 2, 0), complete(m(1), true)]),
  proposalOf({}, [story.stop(m(1))]),
].filter((reason) => reason !== undefined)

const englishWords =
  /\b(of|the|is|was|on|in|set|for|won|began|added|removed|changed|created|started|stopped|complete|Winner|Loser|Round|Queue|Team|Match|Game)\b/

const translations = await Promise.all(
  languageCodes
    .filter((code) => code !== 'en')
    .map(async (code) => {
      const file = (await import(`./${code}/officials.ts`)) as LanguageFile
      return [code, file.default] as const
    }),
)

const undoWords: Partial<Record<LanguageCode, string>> = { es: 'deshacer', he: 'ביטול' }

describe.each(translations)('in %s', (code, language) => {
  test('everything that the server says about a tournament is translated', () => {
    const untranslated = [...messages].filter(([text, message]) =>
      englishWords.test(language.say(message, text)),
    )
    expect(messages.size).toBeGreaterThan(70)
    expect(untranslated).toEqual([])
  })

  test('every reason why a game does not count by itself is translated', () => {
    expect(gameReasons).toHaveLength(6)
    const same = gameReasons.filter((each) => language.say(each, english(each)) === english(each))
    expect(same).toEqual([])
  })

  test('a text with a limit takes it as a parameter', () => {
    const all = { ...language.partOf('savingText', {}), ...language.partOf('pressText', {}) }
    const { kinds } = language.partOf('push', {}) as typeof push
    const { rule } = language.partOf('protests', {}) as typeof protests
    const { storyEvent, back, on } = language.partOf('replayText', {}) as typeof replayText
    const { more, moreLabel } = language.partOf('officiate', {}) as typeof officiate
    const presses = [more(77), moreLabel(77, 'North'), back(77), on(77)]
    const { asks, old } = all as typeof savingText & typeof pressText
    const { tooLarge } = language.partOf('importing', {}) as typeof importing
    const texts = [asks(77), old(77), rule.sentenceHint(77), tooLarge(77), kinds(77).delayed]
    texts.push(...presses, storyEvent({ kind: 'famine', ms: 0 }, 77))
    for (const each of texts) expect(each.match(/\d+/g)).toEqual(['77'])
  })

  test('the palette has translated page names and search words', () => {
    const of = (name: string, key: string) => Reflect.get(language.partOf(name, {}) ?? {}, key)
    expect(Reflect.get(of('pages', 'register'), 'name')).not.toMatch(/^Registration/)
    const [undo] = String(of('wordsFor', 'timeline')).split(' ').slice(-1)
    expect(undo).toMatch(undoWords[code] ?? /^(?!undo)\p{L}{3,}$/u)
    for (const screen of ['currentMatches', 'matchQueue', 'editMatchResults', 'asItWas'])
      expect(of('wordsFor', screen)).toContain(undo)
  })

  test('a refusal is translated by its message, else by its code, else it stays English', () => {
    const message = { key: 'alreadyComplete', args: { match: 'M3' } }
    expect(refusalText({ code: 'MATCH_COMPLETE', detail: 'English', message })).toBe('English')
    onTestFinished(() => setLanguage({ default: inEnglish }))
    setLanguage({ default: { ...inEnglish, say: language.say } })
    expect(refusalText({ code: 'MATCH_COMPLETE', detail: 'English', message })).toContain('M3')
    const unknown = { key: 'ofANewerServer' }
    const byCode = refusalText({ code: 'MATCH_COMPLETE', detail: 'English', message: unknown })
    expect(byCode).not.toBe('English')
    expect(refusalText({ detail: 'English', message: unknown })).toBe('English')
    for (const code of ['EXPORT_UNFINISHED', 'IMPORT_UNREADABLE'] as const)
      expect(refusalText({ code, detail: 'English' })).not.toBe('English')
  })
})
/** The modules are shared with other test files. */
const inEnglish: Language = { partOf: () => undefined, say: (_, text) => text }

test('a name inside Hebrew text keeps its own direction', () => {
  const { versus } = hebrew.partOf('text', {})!['match' as keyof object] as {
    versus: (one: string, two: string) => string
  }
  expect(versus('<Bees>', 'צרעות')).toBe('\u2068<Bees>\u2069 נגד \u2068צרעות\u2069')
})

test('each part is named like its constant, and names are unique', () => {
  const files = globSync('**/*.ts', { cwd: new URL('..', import.meta.url) })
  const parts = files.flatMap((file) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    return [...text.matchAll(/^export const (\w+)[^=]*= part\('(\w+)'/gm)].map((match) =>
      match.slice(1),
    )
  })
  const names = parts.map(([, name]) => name)
  expect(parts.filter(([constant, name]) => constant !== name)).toEqual([])
  expect(names).toHaveLength(new Set(names).size)
  expect(names).toEqual(expect.arrayContaining(['text', 'referee', 'publicText']))
})

test('texts that state a duration take it from its constant, in each language', () => {
  for (const translated of [
    (_: string, english: object) => english,
    ...translations.map(([, { partOf }]) => partOf),
  ]) {
    const { lead, guestHint, cardLead } = translated('atCabinet', atCabinet) as typeof atCabinet
    const { asOf } = translated('status', status) as typeof status
    const texts = [lead, guestHint, cardLead].map((of) => of('47 weeks'))
    for (const one of [...texts, asOf('19:00', '47 weeks')]) expect(one).toContain('47 weeks')
  }
})

test('Hebrew has a form for one and for two', () => {
  const forms = { one: 'מפגש אחד', two: 'שני מפגשים', other: '# מפגשים' }
  expect([1, 2, 3, 11].map((count) => some(count, forms))).toEqual([
    'מפגש אחד',
    'שני מפגשים',
    '3 מפגשים',
    '11 מפגשים',
  ])
})

test('the pseudo-locale is longer by 40 %, in brackets, and leaves names alone', () => {
  expect(pseudo('Set Match Complete')).toBe('[Šét Måtçh Çömplété ·····]')
  expect(pseudo('Start M7: Bees', 'M7', 'Bees')).toContain('M7: Bees')
  expect(pseudo('+1')).toBe('+1')
  const part = pseudoLanguage.partOf('any', { of: (name: string) => `Teams of ${name}`, n: 3 })
  expect(Reflect.get(part!, 'n')).toBe(3)
  expect(Reflect.get(part!, 'of')('Bees')).toMatch(/^\[Té.+ Bees ·+\]$/)
})
