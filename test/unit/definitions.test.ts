// Rules, screen rules, wire sections and promises are cited by their ids all over the repository.
// A reader can look up each of them, and no text cites a document that is not here.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

type Source = { file: string; text: string }
type Definitions = { ids: ReadonlySet<string>; files: ReadonlySet<string> }

const root = posix.join(import.meta.dirname, '../..')
const notOurs = /(^|\/)(node_modules|dist|\.data|\.cache|\.git)(\/|$)/
const scanned = '**/*.{ts,tsx,mjs,js,css,html,md,yml,yaml}'

/** Where ids are defined, and how a line looks that defines one. */
const definitions: [file: string, line: RegExp][] = [
  ['docs/rules.md', /^### (R-[A-Z]+-\d+): /gm],
  ['docs/ux.md', /^\| <a id="ux-\d+"><\/a>(ux \d+) \| /gm],
  ['docs/wire.md', /^##+ (wire \d+(?:\.\d+)?): /gm],
  ['ARCHITECTURE.md', /^\| (P\d+) \| /gm],
]

const citation = /\bR-[A-Z]+-\d+|\bux \d+|\bwire \d+(?:\.\d+)?|\bP\d{1,2}\b/g
const wrongForms: [form: RegExp, advice: string][] = [
  [/\bR-[A-Z]{2,}(?!-?\w)/g, 'names no rule: give its number'],
  [/(?:\bR-[A-Z]+-|\bux )\d+(?:, | to | and |…|–|\/)\d+\b/g, 'write every id in full'],
  [/\bux[.-]?(?:md)? ?§ ?\d+|\bux\.md \d+|\bwire\.md \d+/g, 'write `ux 12` and `wire 4.1`'],
  [/\bdecisions? \d+/gi, 'decisions have names: link docs/decisions'],
  [/\b(?:spe[c]|rules|design|plan)(?:\.md)?,? (?:sections? |§ ?)?\d+/gi, 'is in no document here'],
  [/\bspe[c](?:ification)?\b(?!-)/gi, 'cites a document that is not here'],
]

function definedIn(files: Source[]): string[] {
  return files.flatMap(({ file, text }) => {
    const [, line] = definitions.find(([name]) => name === file) ?? []
    return line ? [...text.matchAll(line)].map((found) => found[1]!) : []
  })
}

/** A sentence for every citation that a reader could not look up. */
function unknownCitations(sources: Source[], { ids, files }: Definitions): string[] {
  return sources.flatMap(({ file, text }) => {
    const undefinedIds = [...text.matchAll(citation)].flatMap(([id]) =>
      ids.has(id) ? [] : `${file}: ${id} is not defined`,
    )
    const malformed = wrongForms.flatMap(([form, advice]) =>
      [...text.matchAll(form)].map(([words]) => `${file}: "${words}" ${advice}`),
    )
    const missing = [...text.matchAll(/\b[\w./-]+\.md\b/g)].flatMap(([name]) =>
      isKnownFile(name, files) ? [] : `${file}: ${name} is no file here`,
    )
    return [...undefinedIds, ...malformed, ...missing]
  })
}

function isKnownFile(name: string, files: ReadonlySet<string>): boolean {
  const end = name.replace(/^(\.{1,2}\/)+/, '')
  return [...files].some((file) => file === end || file.endsWith(`/${end}`))
}

/** Links of a document that lead nowhere, to a file or to a heading in one. */
function deadLinks({ file, text }: Source): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((found) => found[1]!)
  return links.flatMap((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    if (!existsSync(posix.join(root, target))) return `${file}: ${link} is no file`
    if (anchor === undefined || !target.endsWith('.md')) return []
    return anchorsOf(read(target).text).has(anchor) ? [] : `${file}: ${link} is no heading`
  })
}

/** The roots of paths that are named from the repository's root. */
const namedPath =
  /(?<![\w./@-])(?:console\/src|docs|events|migrations|scripts|services|test)\/[\w./-]*/g
/** No paths: events a second, and files that a test only pretends to have. */
const noPath = /^events\/s$/
const pretends = new Set(['scripts/imports/index.test.ts', 'test/unit/definitions.test.ts'])

/** Paths of this repository that a document or a comment names, and that are not there. */
function missingPaths({ file, text }: Source): string[] {
  // What has been released keeps the names of its time.
  if (file === 'CHANGELOG.md' || pretends.has(file)) return []
  const prose = /\.(md|ya?ml)$/.test(file) ? text : commentsOf(text)
  return [...prose.matchAll(namedPath)].flatMap(([words]) => {
    const path = words.replace(/[./-]+$/, '')
    if (noPath.test(path) || existsSync(posix.join(root, path))) return []
    return [`${file}: ${words} is no path here`]
  })
}

function commentsOf(text: string): string {
  return [...text.matchAll(/^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/gm)].map(([line]) => line).join('\n')
}

/** As the usual forge makes them of headings, and those that are written out. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((found) =>
    found[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map((found) => found[1]!)
  return new Set([...headings, ...written])
}

function read(file: string): Source {
  return { file, text: readFileSync(posix.join(root, file), 'utf8') }
}

function sourcesHere(): Source[] {
  const patterns = [scanned, '.github/**/*.{md,yml}']
  const files = globSync(patterns, { cwd: root, exclude: (name) => notOurs.test(name) })
  return files.filter((file) => !notOurs.test(file)).map(read)
}

const sources = sourcesHere()
const documents = sources.filter(({ file }) => file.endsWith('.md'))
const defined = definedIn(documents)
const known: Definitions = {
  ids: new Set(defined),
  files: new Set(documents.map(({ file }) => file)),
}

describe('what is cited', () => {
  test('is defined, in the one form there is', () => {
    expect(unknownCitations(sources, known)).toEqual([])
  })

  test('is defined once', () => {
    expect(defined.filter((id, at) => defined.indexOf(id) !== at)).toEqual([])
  })

  test('leads somewhere where a document links it', () => {
    expect(documents.flatMap(deadLinks)).toEqual([])
  })

  test('is there, where it is a path', () => {
    expect(sources.flatMap(missingPaths)).toEqual([])
  })

  test('has an entry in the list of decisions where it is one', () => {
    const pages = globSync('docs/decisions/*.md', { cwd: root }).map((file) => posix.basename(file))
    const { text } = read('docs/decisions/README.md')
    expect(pages.filter((name) => !`${text}(README.md)`.includes(`(${name})`))).toEqual([])
    expect(pages.length).toBeGreaterThan(70)
  })

  test('comes from all rooms and all kinds of documents', () => {
    const rooms = new Set(sources.map(({ file }) => file.split('/')[0]))
    const all = ['events', 'services', 'console', 'scripts', 'test', 'docs', 'ARCHITECTURE.md']
    expect(all.filter((room) => !rooms.has(room))).toEqual([])
    expect(defined.length).toBeGreaterThan(150)
  })
})

describe('a citation that cannot be looked up is found:', () => {
  // Put together here, so that this file does not cite them itself.
  const rule = (family: string, number = '') => ['R', family, number].filter(Boolean).join('-')
  const made = (...parts: string[]) => parts.join(' ')
  test.each([
    ['a rule', rule('ZZ', '1')],
    ['a rule of a known family', rule('ST', '99')],
    ['a family', rule('ST')],
    ['a screen rule', made('ux', '99')],
    ['a section of the wire', made('wire', '9.9')],
    ['a promise', ['P', '99'].join('')],
    ['a short list of rules', made(`${rule('ST', '1')},`, '2')],
    ['a short range of rules', made(rule('ST', '1'), 'to', '3')],
    ['a short list of screen rules', made('ux', '1, 2')],
    ['a numbered decision', made('see decision', '8')],
    ['a section of a document', made('rules,', 'section 6')],
    ['a section by its number', made('(rules', '14)')],
    ['a document that is elsewhere', ['the', 'speci'].join(' ') + 'fication'],
    ['a file that is elsewhere', ['nowhere', 'md'].join('.')],
  ])('%s', (_, text) => {
    expect(unknownCitations([{ file: 'a.ts', text }], known)).not.toEqual([])
  })

  test('and one that can is not', () => {
    const text = [rule('ST', '1'), 'ux 12', 'wire 4.1', 'P9', 'docs/rules.md'].join('; ')
    expect(unknownCitations([{ file: 'a.ts', text }], known)).toEqual([])
  })

  test('a link to a heading that is not there', () => {
    const text = '[gone](docs/rules.md#not-a-heading) [gone](docs/not-a-page)'
    expect(deadLinks({ file: 'README.md', text })).toHaveLength(2)
  })
  test.each([
    ['a document', 'README.md', 'Start at `services/nowhere`.'],
    ['a document, with an ending', 'docs/wire.md', 'Tests are in `test/nowhere.test.ts`.'],
    ['a comment', 'events/a.ts', '// See console/src/nowhere.ts.'],
    ['a comment behind code', 'events/a.ts', 'const one = 1 // as scripts/nowhere.ts has it'],
    ['a comment of several lines', 'events/a.ts', '/**\n * As events/nowhere/ says.\n */'],
  ])('a path that is not there, in %s', (_, file, text) => {
    expect(missingPaths({ file, text })).toHaveLength(1)
  })

  test('but not a path that is', () => {
    const text = 'See `services/desk/decide/`, events/past/<Event>.v1.json and test/support/app.ts.'
    expect(missingPaths({ file: 'README.md', text })).toEqual([])
  })
})
