// Rules, screen rules, wire sections and promises are cited by their ids throughout the repository.
// Every citation must be defined, and no text may cite a document outside the repository.
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

type Source = { file: string; text: string }
type Definitions = { ids: ReadonlySet<string>; files: ReadonlySet<string> }

const root = posix.join(import.meta.dirname, '../..')
const notOurs = /(^|\/)(node_modules|dist|\.data|\.cache|\.git)(\/|$)/
const scanned = '**/*.{ts,tsx,mjs,js,css,html,md,yml,yaml}'

/** The documents that define ids, and the form of a defining line. */
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

/** A message for every citation that cannot be looked up. */
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

/** Links of a document to missing files or headings. */
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

/** Paths named from the repository's root. */
const namedPath =
  /(?<![\w./@-])(?:console\/src|docs|events|migrations|scripts|services|test)\/[\w./-]*/g
/** Exceptions: the unit “events per second”, and tests that name files which do not exist. */
const notPath = /^events\/s$/
const withFakePaths = new Set(['scripts/lint/index.test.ts', 'test/unit/definitions.test.ts'])

/** Missing paths that a document or a comment names. */
function missingPaths({ file, text }: Source): string[] {
  // Entries of released versions keep the names of their time, and notes name what was before.
  if (/^CHANGELOG|^docs\/changes\//.test(file) || withFakePaths.has(file)) return []
  const prose = /\.(md|ya?ml)$/.test(file) ? text : commentsOf(text)
  return [...prose.matchAll(namedPath)].flatMap(([words]) => {
    const path = words.replace(/[./-]+$/, '')
    if (notPath.test(path) || existsSync(posix.join(root, path))) return []
    return [`${file}: ${words} is not an existing path`]
  })
}

/** The names in the last column of docs/ux.md, without notes in brackets; paths are checked above. */
function testsOfScreenRules(text: string): string[] {
  const cells = [...text.matchAll(/^\| <a id="ux-\d+">.*\| (.*) \|$/gm)].map(
    ([, cell = '']) => cell,
  )
  return cells.flatMap((cell) =>
    cell
      .replaceAll(/ \(.*?\)/g, '')
      .split(', ')
      .filter((name) => !name.startsWith('`')),
  )
}

function missingTests(text: string): string[] {
  const files = sources.map(({ file }) => file).filter((file) => /\.test\.tsx?$/.test(file))
  return testsOfScreenRules(text).filter((name) => {
    if (name.endsWith('.test')) return !files.some((file) => file.includes(`/${name}.ts`))
    return !files.includes(`test/${name.includes('/') ? name : `browser/${name}`}.test.ts`)
  })
}

/** The title of a decision, then its date and status. */
const decisionHead =
  /^# .+\n\nAccepted on \d{4}-\d\d-\d\d(, replaced by \[.+\]\([\w-]+\.md\))?\.\n\n/

function foldersOf(path: string): string[] {
  return readdirSync(posix.join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .map(({ name }) => name)
}

function commentsOf(text: string): string {
  return [...text.matchAll(/^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/gm)].map(([line]) => line).join('\n')
}

/** Anchors that GitHub generates from headings, and explicit ones. */
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
const knownDefinitions: Definitions = {
  ids: new Set(defined),
  files: new Set(documents.map(({ file }) => file)),
}

describe('a citation', () => {
  test('is defined, and written in the one allowed form', () => {
    expect(unknownCitations(sources, knownDefinitions)).toEqual([])
  })

  test('is defined once', () => {
    expect(defined.filter((id, at) => defined.indexOf(id) !== at)).toEqual([])
  })

  test('that is a link has an existing target', () => {
    expect(documents.flatMap(deadLinks)).toEqual([])
  })

  test('that is a path exists', () => {
    expect(sources.flatMap(missingPaths)).toEqual([])
  })

  test('of a test that shows a screen rule exists', () => {
    const { text } = read('docs/ux.md')
    expect(testsOfScreenRules(text).length).toBeGreaterThan(70)
    expect(missingTests(text)).toEqual([])
  })

  test('of a decision is in the list of decisions', () => {
    const pages = globSync('docs/decisions/*.md', { cwd: root }).map((file) => posix.basename(file))
    const { text } = read('docs/decisions/README.md')
    expect(pages.filter((name) => !`${text}(README.md)`.includes(`(${name})`))).toEqual([])
    expect(pages.length).toBeGreaterThan(70)
  })

  test('of a decision has its title, and the page its date and status', () => {
    const { text } = read('docs/decisions/README.md')
    const listed = [...text.matchAll(/^- \[(.+)\]\((.+)\)$/gm)]
    const wrong = listed.filter(([, title = '', name]) => {
      const page = read(`docs/decisions/${name}`)
      return !page.text.startsWith(`# ${title}\n`) || !decisionHead.test(page.text)
    })
    expect(wrong.map(([line]) => line)).toEqual([])
  })

  test('of a room: ARCHITECTURE.md explains every folder of the root and of the larger rooms', () => {
    const { text } = read('ARCHITECTURE.md')
    const top = foldersOf('')
    expect(top.filter((name) => !text.includes(`\`${name}/`))).toEqual([])
    expect(top).toContain('deploy')
    const inner = [...foldersOf('events'), ...foldersOf('console/src')]
    expect(inner.filter((name) => !text.includes(`\`${name}/\``))).toEqual([])
    const services = foldersOf('services').map((name) => `services/${name}`)
    expect(services.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('is checked in all rooms and all kinds of documents', () => {
    const rooms = new Set(sources.map(({ file }) => file.split('/')[0]))
    const all = ['events', 'services', 'console', 'scripts', 'test', 'docs', 'ARCHITECTURE.md']
    expect(all.filter((room) => !rooms.has(room))).toEqual([])
    expect(defined.length).toBeGreaterThan(150)
  })
})

describe('a wrong citation is detected:', () => {
  // Assembled from parts, so that this file does not contain the citations.
  const rule = (family: string, number = '') => ['R', family, number].filter(Boolean).join('-')
  const joined = (...parts: string[]) => parts.join(' ')
  test.each([
    ['a rule', rule('ZZ', '1')],
    ['a rule of a known family', rule('ST', '99')],
    ['a family', rule('ST')],
    ['a screen rule', joined('ux', '99')],
    ['a section of the wire', joined('wire', '9.9')],
    ['a promise', ['P', '99'].join('')],
    ['a short list of rules', joined(`${rule('ST', '1')},`, '2')],
    ['a short range of rules', joined(rule('ST', '1'), 'to', '3')],
    ['a short list of screen rules', joined('ux', '1, 2')],
    ['a numbered decision', joined('see decision', '8')],
    ['a section of a document', joined('rules,', 'section 6')],
    ['a section by its number', joined('(rules', '14)')],
    ['a document that is elsewhere', ['the', 'speci'].join(' ') + 'fication'],
    ['a file that is elsewhere', ['nowhere', 'md'].join('.')],
  ])('%s', (_, text) => {
    expect(unknownCitations([{ file: 'a.ts', text }], knownDefinitions)).not.toEqual([])
  })

  test('but correct citations are not', () => {
    const text = [rule('ST', '1'), 'ux 12', 'wire 4.1', 'P9', 'docs/rules.md'].join('; ')
    expect(unknownCitations([{ file: 'a.ts', text }], knownDefinitions)).toEqual([])
  })

  test('a link to a missing heading or page', () => {
    const text = '[gone](docs/rules.md#not-a-heading) [gone](docs/not-a-page)'
    expect(deadLinks({ file: 'README.md', text })).toHaveLength(2)
  })
  test.each([
    ['a document', 'README.md', 'Start at `services/nowhere`.'],
    ['a document, with an ending', 'docs/wire.md', 'Tests are in `test/nowhere.test.ts`.'],
    ['a comment', 'events/a.ts', '// See console/src/nowhere.ts.'],
    ['a comment behind code', 'events/a.ts', 'const one = 1 // as scripts/nowhere.ts has it'],
    ['a comment of several lines', 'events/a.ts', '/**\n * As events/nowhere/ says.\n */'],
  ])('a missing path in %s', (_, file, text) => {
    expect(missingPaths({ file, text })).toHaveLength(1)
  })

  test.each([
    ['no status', '# A\n\n## Context\n'],
    ['no date', '# A\n\nAccepted.\n\n## Context\n'],
    ['no page that replaces it', '# A\n\nAccepted on 2026-11-22, replaced.\n\n## Context\n'],
  ])('a decision with %s', (_, text) => {
    expect(decisionHead.test(text)).toBe(false)
  })

  test('but not a decision that another one has replaced', () => {
    const status = 'Accepted on 2026-11-22, replaced by [another one](messages-are-data.md).'
    expect(decisionHead.test(`# A\n\n${status}\n\n## Context\n`)).toBe(true)
  })

  test('a test of a screen rule that is not there', () => {
    const row =
      '| <a id="ux-1"></a>ux 1 | A rule. | evening, api/devices, undo.test, nowhere.test, no |'
    expect(missingTests(row)).toEqual(['nowhere.test', 'no'])
  })

  test('but not an existing path', () => {
    const text = 'See `services/desk/decide/`, events/past/<Event>.v1.json and test/support/app.ts.'
    expect(missingPaths({ file: 'README.md', text })).toEqual([])
  })
})
