import { expect, test } from 'vitest'
import { noteFrom, noteProblems, sectionOf, unreleasedNotes, withSection } from './changelog.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
const note = (text: string) => noteFrom('docs/changes/a', text)

test('the notes of docs/changes can be released as they are', () => {
  expect(noteProblems(unreleasedNotes())).toEqual([])
})

test('a note of 20 words is accepted', () => {
  expect(noteProblems([note(`# Fixed\n\n- ${words(20)}\n`)])).toEqual([])
})

test.each([
  ['a bullet of 21 words', `# Fixed\n\n- ${words(21)}\n`, '21 words'],
  ['an unknown kind', '# Improved\n\n- A change.\n', 'must be one of Upgrading, Added'],
  ['two bullets', '# Added\n\n- One.\n- Two.\n', 'one bullet'],
  ['no heading', '- A change.\n', 'one bullet'],
  ['a link', '# Added\n\n- See [the rules](docs/rules.md).\n', 'no links'],
])('a note with %s is refused', (_why, text, sentence) => {
  expect(noteProblems([note(text)])).toEqual([expect.stringContaining(sentence)])
})

test('more than 60 notes are refused', () => {
  const some = (count: number) => Array.from({ length: count }, () => note('# Added\n\n- One.\n'))
  expect(noteProblems(some(60))).toEqual([])
  expect(noteProblems(some(61))).toEqual(['61 notes, more than 60: join some'])
})

test('a section has what to do when upgrading first, and stands above the older ones', () => {
  const notes = ['# Fixed\n\n- A fix.\n', '# Upgrading\n\n- Do this.\n', '# Fixed\n\n- Another.\n']
  const section = sectionOf('0.2.0 (2026-11-30)', notes.map(note))
  expect(withSection('# Changelog\n\nIntro.\n\n## 0.1.0 (2026-11-20)\n', section)).toBe(`# Changelog

Intro.

## 0.2.0 (2026-11-30)

### Upgrading

- Do this.

### Fixed

- A fix.
- Another.

## 0.1.0 (2026-11-20)
`)
})
