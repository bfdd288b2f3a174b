import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { statusLines } from '#events/describe/status.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = globSync('docs/handbook/*.md', { cwd: root }).toSorted()
const catalogue = globSync('console/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map(read)
  .join('\n')
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts

const [, extensionSeconds = ''] = /extensionSeconds = (\d+)/.exec(catalogue) ?? []

/** Whether the catalogue has the label, as it is or as a template with a colour or the seconds. */
function isInCatalogue(label: string): boolean {
  const colours = label.replace(/(Blue|Gold)$/, '${capital[colour]}')
  const seconds = label.replace(`+${extensionSeconds} `, '+${seconds} ')
  const templates = [label, colours, seconds].map((template) => `\`${template}\``)
  return [`'${label}'`, ...templates].some((text) => catalogue.includes(text))
}

test('the handbook has a page for every role', () => {
  expect(pages.map((path) => path.split('/').at(-1))).toEqual([
    'README.md',
    'operator.md',
    'organiser.md',
    'referee.md',
    'streamer.md',
  ])
})

test.each(pages)('%s: every label, command and link exists', (path) => {
  const page = read(path)
  const labels = [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label)
  expect(labels.filter((label) => !isInCatalogue(label))).toEqual([])
  const commands = [...page.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const files = [...page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(root, dirname(path), file)))).toEqual([])
})

/**
 * Texts of parts of the catalogue by name, parsed from the source, because tests do not compile
 * with the console's types.
 */
function textsIn(path: string, ...parts: string[]): Record<string, string> {
  const source = parts.map((part) => read(path).split(`part('${part}', {`)[1]?.split('\n})')[0])
  const texts = source.join('\n').matchAll(/^ +(\w+): '(.+?)',/gm)
  return Object.fromEntries([...texts].map(([, name = '', text = '']) => [name, text]))
}

const status = 'console/src/core/text/shell.ts'

test.each(['officiate', 'organize'])(
  'the pages name only existing entries of the menu %s',
  (menu) => {
    const texts = textsIn('console/src/core/text/officiate/first-screen.ts', 'menus', 'screenNames')
    const path = new RegExp(`${texts[menu]} → \\*\\*(.+?)\\*\\*`, 'g')
    const named = pages.flatMap((page) => [...read(page).matchAll(path)].map(([, name]) => name))
    const screens = read('console/src/shell/admin/admin-screens.ts')
    const [, own = ''] = new RegExp(`const ${menu}: .+? = (.+?)^\\]`, 'ms').exec(screens) ?? []
    const there = [...own.matchAll(/name: '(\w+)'/g)].map(([, name = '']) => texts[name])
    // The status page is for the whole site, not in the list of a tournament's pages.
    if (menu === 'organize') there.push(textsIn(status, 'status')['title'])
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !there.includes(name))).toEqual([])
  },
)

test('the page for operators has the number and names of the lines of "Is it all right?"', () => {
  const page = read('docs/handbook/operator.md')
  expect(statusLines).toHaveLength(14)
  expect(page).toContain('says in fourteen lines')
  const red = [...page.matchAll(/"(.+?)" is red/g)].map(([, name]) => name)
  const { gate, tournaments, secret } = textsIn(status, 'status')
  expect(red).toEqual([gate?.split(':')[0], tournaments, secret])
})

test('the first page of the handbook links to all others and to the page for programmers', () => {
  const index = read('docs/handbook/README.md')
  for (const path of pages.filter((each) => !each.endsWith('README.md'))) {
    expect(index).toContain(`(${path.split('/').at(-1)})`)
  }
  expect(index).toContain('(../developers.md)')
  expect(read('README.md')).toContain('(docs/handbook/README.md)')
})

test('every picture exists, is small, used, and made by `npm run screenshots`', () => {
  const made = [...read('scripts/screenshots/readme.ts').matchAll(/^ {6}name: '(\w+)'/gm)]
  const names = made.map(([, name = '']) => `docs/pictures/${name}.png`)
  const shown = ['README.md', ...pages].flatMap((page) =>
    [...read(page).matchAll(/(?:\]\(|src=")([^)"]+\.png)/g)].map(([, file = '']) =>
      join(dirname(page), file),
    ),
  )
  expect([...new Set(shown)].toSorted()).toEqual(names.toSorted())
  expect(globSync('docs/**/*.png', { cwd: root }).toSorted()).toEqual(names.toSorted())
  const large = names.filter((name) => statSync(join(root, name)).size > 150_000)
  expect(large).toEqual([])
})

test('every test that the accessibility statement names exists', () => {
  const rows = read('docs/accessibility.md')
    .split('\n')
    .filter((line) => line.includes('| `test/'))
  expect(rows.length).toBeGreaterThan(12)
  const named = rows.map((row) => /`(test\/\S+)` "(.+)" \|$/.exec(row)?.slice(1) ?? [row, ''])
  const isThere = ([file = '', name = '']: string[]) =>
    existsSync(join(root, file)) && read(file).includes(`'${name}'`)
  expect(named.filter((one) => !isThere(one))).toEqual([])
})

test('no page has a dead link', () => {
  const all = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  expect(all.length).toBeGreaterThan(100)
  const dead = all.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s#:]*)(?:#([^)\s]+))?\)/g)]
      .filter(
        ([, file = '', heading]) => !isThere(join(dirname(page), file || basename(page)), heading),
      )
      .map(([link]) => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})

function isThere(path: string, heading?: string): boolean {
  if (!existsSync(join(root, path))) return false
  if (!heading || !path.endsWith('.md')) return true
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return headings.includes(heading) || read(path).includes(`id="${heading}"`)
}
