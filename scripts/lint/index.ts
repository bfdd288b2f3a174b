// `npm run lint` checks every import against the table in rooms.ts.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { argumentsOf } from '../support/arguments.ts'
import { circlesOf } from './circles.ts'
import type { Arrow } from './circles.ts'
import { longTitles, newestTitles } from './commit-titles.ts'
import { largeFolders } from './folder-size.ts'
import { isForTests, mayImportFile, mayImportPackage, roomOf, rooms } from './rooms.ts'
import { importedFile, importsOf, impuritiesOf } from './source.ts'
import { textOutside } from './text-outside.ts'
import { unusedExports } from './unused-exports.ts'
import type { Source } from './source.ts'

/** Returns a sentence for every violation; file names are relative to the project's root. */
export function violations(sources: Source[]): string[] {
  const wrong = sources.flatMap((source) => [
    ...wrongImports(source),
    ...climbingImports(source),
    ...impurities(source),
  ])
  return [...wrong, ...circlesOf(sources.flatMap(arrowsOf))]
}

/** The imports between files of the project, of a file that is not a test. */
function arrowsOf({ file, text }: Source): Arrow[] {
  if (isForTests(file) || file.startsWith('test/')) return []
  const targets = importsOf(file, text).flatMap(({ from }) => importedFile(file, from) ?? [])
  return targets.map((to) => ({ from: file, to }))
}

function wrongImports({ file, text }: Source): string[] {
  const room = roomOf(file)
  if (room === undefined) return []
  if (!rooms[room]) return [`${file}: room ${room} is not in scripts/lint/rooms.ts`]
  return importsOf(file, text).flatMap((each) => {
    const { from, typeOnly } = each
    const how = typeOnly ? 'even types from ' : ''
    const target = importedFile(file, from)
    if (target === undefined) {
      if (mayImportPackage(file, each)) return []
      return [`${file}: room ${room} may not import ${how}package ${from}`]
    }
    if (mayImportFile(file, target, typeOnly)) return []
    const what = isForTests(target) ? `${target}, which is for tests` : `room ${roomOf(target)}`
    return [`${file}: room ${room} may not import ${how}${what}`]
  })
}

/** A path from the root is easier to read than one that leaves its folder or climbs far. */
function climbingImports({ file, text }: Source): string[] {
  const [own] = file.split('/')
  return importsOf(file, text).flatMap(({ from }) => {
    const target = importedFile(file, from)
    if (!target?.includes('/') || !from.startsWith('../')) return []
    const climbs = from.startsWith('../../../') || target.split('/')[0] !== own
    return climbs ? [`${file}: import ${from} as #${target}`] : []
  })
}

function impurities({ file, text }: Source): string[] {
  const room = roomOf(file) ?? ''
  if (!rooms[room]?.pure || isForTests(file)) return []
  return impuritiesOf(file, text).map((words) => `${file}: room ${room} may not use ${words}`)
}

export function projectSources(root: string): Source[] {
  const folders = '{events,services,console,migrations,scripts,test}/**/*.{ts,tsx}'
  const files = globSync(folders, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  return files.map((file) => ({ file, text: readFileSync(posix.join(root, file), 'utf8') }))
}

if (import.meta.main) {
  argumentsOf('It checks imports, texts, folders, exports and commit titles: npm run lint')
  const root = posix.join(import.meta.dirname, '../..')
  const sources = projectSources(root)
  const found = [
    ...violations(sources),
    ...unusedExports(sources),
    ...largeFolders(sources),
    ...textOutside(sources),
    ...longTitles(newestTitles(root)),
  ]
  for (const sentence of found) console.error(sentence)
  if (found.length > 0) process.exitCode = 1
}
