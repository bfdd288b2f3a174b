import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../events/describe/commands.ts'
import { refusals } from '../../../events/refusals.ts'
import type { Command } from '../../../events/schema/command.ts'
import * as story from '../../../test/desk/story.ts'
import { commitText } from '../../../events/describe/commit-line.ts'
import { commitSentence } from '../../../events/describe/commit-sentence.ts'
import { slotText } from '../../../events/bracket/bracket.ts'
import { readCommit } from '../../../events/schema/upcast.ts'
import { names as esNames } from '../../../events/text/names/es.ts'
import { names as heNames } from '../../../events/text/names/he.ts'
import { emptyTournament, fold } from '../../../events/state/tournament.ts'
import * as es from './es/sentences.ts'
import * as esAccount from './es/account.ts'
import spanish from './es/officials.ts'
import * as esImport from './es/importing.ts'
import * as esPublic from './es/registration.ts'
import * as he from './he/sentences.ts'
import * as heAccount from './he/account.ts'
import hebrew from './he/officials.ts'
import * as heImport from './he/importing.ts'
import * as hePublic from './he/registration.ts'
import { some } from './hebrew-plural.ts'
import type { officiate } from '../core/text/officiate/officiate.ts'
import type { pressText } from '../core/text/officiate/pressed.ts'
import type { push } from '../core/text/spectate/push.ts'
import type { savingText } from '../core/text/ui/saving.ts'
import { status } from '../core/text/shell/status.ts'
import { atCabinet } from '../play/at-cabinet/text.ts'
import type { protests } from '../officiate/protests/text.ts'
import type { importing } from '../organize/import-export/text.ts'
import type { replayText } from '../spectate/game/text.ts'
import pseudoLanguage, { pseudo } from './pseudo.ts'

/** The sentences about a frozen tournament, and those of commands that do not occur in it. */
const sentences = new Set<string>()
const log = new URL('../../../events/past/log.jsonl', import.meta.url)
const commitSentences: string[] = []
let state = emptyTournament(1)
for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
  const commit = readCommit(JSON.parse(line))
  const after = fold(state, commit)
  commitSentences.push(
    commitSentence({ before: state, after, commit }, (version) => commitSentences[version - 1]),
  )
  sentences.add(commitSentences.at(-1)!).add(commitText(after, commit))
  state = after
  for (const match of Object.values(state.matches)) {
    sentences.add(match.roundName)
    for (const slot of [0, 1] as const) sentences.add(slotText(state, match, slot) ?? '')
  }
}
for (const { words } of Object.values(commands)) if (typeof words === 'string') sentences.add(words)
sentences.delete('')

/** Why a game of M1 was proposed to the officials (R-GE-5), and why one cannot be added. */
function proposalOf(
  more: Parameters<typeof story.finish>[2],
  between: Command[] = [],
): string | undefined {
  const began = story.play(
    story.tournament(),
    story.start(story.m(1)),
    story.begin('g', story.m(1)),
  )
  const ended = story.play(began, ...between, story.finish('g', 'blue', more))
  return story.stateOf(ended).games['g']?.reason ?? undefined
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
  'its match is gone',
  story.stateOf(story.play(counted, undo)).games['g']?.reason,
  refusals.GAME_ATTACHED,
  refusals.GAME_OF_OTHER_SCENE,
  refusals.GAME_NOT_OVER,
  refusals.GAME_WITHOUT_RESULT,
  proposalOf({ lateBy: 20.4 }),
  proposalOf({ isDoubled: true }),
  proposalOf({ alsoThere: ['M2'] }),
  proposalOf({}, [setScore(m(1), 2, 0), complete(m(1), true)]),
  proposalOf({}, [story.stop(m(1))]),
].filter((reason) => typeof reason === 'string')

/** Why an import or export is refused: the sentences in the services, with 7 for each value. */
const root = new URL('../../../', import.meta.url)
const importRefusals = globSync('services/api/{import-export,bracket-import}/*.ts', { cwd: root })
  .concat('events/bracket/import-problem.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => refusalsIn(readFileSync(new URL(file, root), 'utf8')))
  .filter((sentence) => !sentence.includes('${') && /[a-z]{2} [a-z0-9]/.test(reasonIn(sentence)))

/** Without the place in the file. */
function reasonIn(sentence: string): string {
  return sentence.replace(/^[\w.]+(, line \d+)?: /, '')
}

function refusalsIn(source: string): string[] {
  const thrown = /(?:UnreadableFile|UnknownBracket|tryAgain|wrong)\(\s*(['"`])(.*?)\1/g
  const returned = /(?:return|[?:]) (['"`])([^'"`]* [^'"`]*\.)\1/g
  return [...source.matchAll(thrown), ...source.matchAll(returned)].map(([all, , words = '']) => {
    const at = words.replaceAll('${at}', 'commits.jsonl, line 7')
    const sentence = at.replaceAll(/\$\{[^}]*\}/g, '7')
    return all.startsWith('wrong') ? `game.csv, line 7: ${sentence}.` : sentence
  })
}

const english =
  /\b(of|the|is|was|on|in|set|for|won|began|added|removed|changed|created|started|stopped|complete|Winner|Loser|Round|Queue|Team|Match|Game)\b/

describe.each([
  ['Spanish', spanish, { ...es, names: esNames, ...esPublic, ...esAccount, ...esImport }],
  ['Hebrew', hebrew, { ...he, names: heNames, ...hePublic, ...heAccount, ...heImport }],
])('in %s', (_, language, own) => {
  test('every sentence of the server about a tournament is translated', () => {
    const untranslated = [...sentences].filter((each) => english.test(language.translate(each)))
    expect(sentences.size).toBeGreaterThan(80)
    expect(untranslated).toEqual([])
  })

  test('every reason why a game does not count by itself, or cannot be added, is translated', () => {
    expect(gameReasons).toEqual(expect.arrayContaining([expect.stringContaining('late; M1')]))
    expect(new Set(gameReasons).size).toBe(11)
    const same = gameReasons.filter((each) => language.translate(each) === each)
    expect(same).toEqual([])
  })

  test('every reason for which an import or export is refused is translated', () => {
    expect(importRefusals.length).toBeGreaterThan(50)
    const isEnglish = (each: string) => language.translate(each).includes(reasonIn(each))
    expect(importRefusals.filter(isEnglish)).toEqual([])
    for (const code of ['EXPORT_UNFINISHED', 'IMPORT_UNREADABLE'])
      expect(language.translate('Unheard of.', code)).not.toBe('Unheard of.')
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

  test('a translated sentence uses every placeholder of the English one', () => {
    const { names, steps, refused, publicAnswers, officialAnswers, importAnswers } = own
    const answers = { ...publicAnswers, ...officialAnswers, ...importAnswers }
    const all = { ...names, ...steps, ...refused, ...own.gameReasons, ...answers }
    const wrong = Object.entries(all).filter(([from, own]) => {
      const holes = from.match(/\{(#|nth)?\}/g)?.length ?? 0
      const used = new Set(own.match(/\{\d\}/g))
      return used.size !== holes || [...used].some((hole) => Number(hole[1]) > holes)
    })
    expect(wrong).toEqual([])
  })

  test('every sentence is found by its own words, whatever signs it has', () => {
    const { names, steps, refused, publicAnswers, officialAnswers, importAnswers } = own
    const answers = { ...publicAnswers, ...officialAnswers, ...importAnswers }
    const holes = /\{[^}]*\}/g
    // Some, such as a score, read the same in both languages.
    const changed = Object.entries({ ...names, ...steps, ...refused, ...answers }).filter(
      ([from, to]) => from.replace(holes, '{}') !== to.replace(holes, '{}'),
    )
    const filled = changed.map(([from]) =>
      from.replaceAll('{}', 'Zed').replaceAll('{#}', '7').replaceAll('{nth}', '7th'),
    )
    expect(filled.filter((each) => language.translate(each) === each)).toEqual([])
  })

  test('the palette has translated page names and search words', () => {
    const of = (name: string, key: string) => Reflect.get(language.partOf(name, {}) ?? {}, key)
    expect(Reflect.get(of('pages', 'register'), 'name')).not.toMatch(/^Registration/)
    const [undo] = String(of('wordsFor', 'timeline')).split(' ').slice(-1)
    expect(undo).toMatch(/^(deshacer|ביטול)$/)
    for (const screen of ['currentMatches', 'matchQueue', 'editMatchResults', 'asItWas'])
      expect(of('wordsFor', screen)).toContain(undo)
  })

  test('a refusal is translated by its sentence, else by its code, else it stays English', () => {
    const translated = language.translate('M3 of Pools is already complete.', 'MATCH_COMPLETE')
    expect(translated).toContain('M3')
    expect(language.translate('Unheard of.', 'MATCH_COMPLETE')).not.toBe('Unheard of.')
    expect(language.translate('Unheard of.')).toBe('Unheard of.')
    expect(language.translate('Too many attempts. Wait 7 minutes.', 'TOO_MANY_TRIES')).toContain(
      '7',
    )
  })
})

test('sentences nested in a sentence are translated too, and names stay unchanged', () => {
  expect(spanish.translate('Undo of step 47: +1 Hornets in M2 of Pools, 0-0 → 1-0')).toBe(
    'Paso 47 deshecho: +1 Hornets en M2 de Pools, 0-0 → 1-0',
  )
  expect(spanish.translate('3rd of Pools (now: Bees)')).toBe('3.º de Pools (ahora: Bees)')
})

test('a name inside Hebrew text keeps its own direction', () => {
  expect(hebrew.translate('Winner of M7')).toBe('המנצחת של \u2068M7\u2069')
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
    ...[spanish, hebrew].map(({ partOf }) => partOf),
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
