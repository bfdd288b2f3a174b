import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = globSync('docs/handbook/*.md', { cwd: root }).toSorted()
const catalogue = globSync('console/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map(read)
  .join('\n')
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts

/** As it stands in the console: whole, or made of a colour or a team. */
function isSaid(label: string): boolean {
  const colours = label.replace(/(Blue|Gold)$/, '${capital[colour]}')
  return [`'${label}'`, `\`${label}\``, `\`${colours}\``].some((text) => catalogue.includes(text))
}

test('the handbook has a page for everybody', () => {
  expect(pages.map((path) => path.split('/').at(-1))).toEqual([
    'operator.md',
    'organiser.md',
    'referee.md',
    'streamer.md',
  ])
})

test.each(pages)('%s: every label is on a screen, every command and address is there', (path) => {
  const page = read(path)
  const labels = [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label)
  expect(labels.filter((label) => !isSaid(label))).toEqual([])
  const commands = [...page.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const files = [...page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(root, dirname(path), file)))).toEqual([])
})
