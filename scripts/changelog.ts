// `npm run changelog [-- date]` moves the notes of docs/changes into a section of CHANGELOG.md for
// the version in package.json.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { argumentsOf, wrongUse } from './support/arguments.ts'

const root = join(import.meta.dirname, '..')
const changelog = join(root, 'CHANGELOG.md')

/** In the order of a section: what operators have to do comes first. */
const kinds = ['Upgrading', 'Added', 'Changed', 'Fixed', 'Security']
const maxNotes = 60
const maxWords = 20

type Note = { file: string; kind: string; bullet: string }

/** A note is a file: `# Kind`, an empty line, and one bullet on one line. */
export function noteFrom(file: string, text: string): Note {
  const [, kind = '', bullet = ''] = /^# (\w+)\n\n(- [^\n]+)\n$/.exec(text) ?? []
  return { file, kind, bullet }
}

/** The notes of docs/changes, by name. */
export function unreleasedNotes(): Note[] {
  const files = globSync('docs/changes/*.md', { cwd: root }).toSorted()
  return files
    .filter((file) => basename(file) !== 'README.md')
    .map((file) => noteFrom(file, readFileSync(join(root, file), 'utf8')))
}

/** A sentence for every note that cannot be released as it is, and if there are too many. */
export function noteProblems(notes: Note[]): string[] {
  const wrong = notes.flatMap(({ file, kind, bullet }) => {
    if (!bullet) return [`${file} is not a heading and one bullet: see docs/changes/README.md`]
    if (!kinds.includes(kind)) return [`${file}: the heading must be one of ${kinds.join(', ')}`]
    // It would lead nowhere from CHANGELOG.md, which is in another folder.
    if (bullet.includes('](')) return [`${file}: a note has no links`]
    const words = bullet.slice(2).split(/\s+/).length
    return words > maxWords ? [`${file}: ${words} words, more than ${maxWords}`] : []
  })
  const tooMany = notes.length > maxNotes
  return tooMany ? [...wrong, `${notes.length} notes, more than ${maxNotes}: join some`] : wrong
}

/** The section of a release: each kind that has notes, with its bullets. */
export function sectionOf(title: string, notes: Note[]): string {
  const parts = kinds.flatMap((kind) => {
    const bullets = notes.filter((note) => note.kind === kind).map(({ bullet }) => bullet)
    return bullets.length > 0 ? [`### ${kind}\n\n${bullets.join('\n')}\n`] : []
  })
  return [`## ${title}\n`, ...parts].join('\n')
}

/** The changelog with a section above that of the previous release. */
export function withSection(text: string, section: string): string {
  const at = text.search(/^## /m)
  return `${text.slice(0, at)}${section}\n${text.slice(at)}`
}

if (import.meta.main) {
  const usage =
    'It moves the notes of docs/changes into CHANGELOG.md: npm run changelog [-- <date>]'
  const { words } = argumentsOf(usage, { words: [0, 1] })
  const [date = new Date().toISOString().slice(0, 10)] = words
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) wrongUse(`${date} is not a date such as 2026-11-30.`, usage)
  const { version } = manifest
  const text = readFileSync(changelog, 'utf8')
  const notes = unreleasedNotes()
  const problems = noteProblems(notes)
  if (notes.length === 0) problems.push('docs/changes has no notes.')
  if (text.includes(`\n## ${version} `))
    problems.push(`CHANGELOG.md has ${version} already: change the version in package.json first.`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  writeFileSync(changelog, withSection(text, sectionOf(`${version} (${date})`, notes)))
  for (const { file } of notes) rmSync(join(root, file))
  console.log(`CHANGELOG.md has ${version} with ${notes.length} changes.`)
}
