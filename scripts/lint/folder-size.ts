// Finds product folders with too many files, which probably contain a noun that needs its own
// folder.
import { posix } from 'node:path'
import { isForTests } from './rooms.ts'
import type { Source } from './source.ts'

const maxFiles = 20

export function largeFolders(sources: Pick<Source, 'file'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { file } of sources) {
    const folder = posix.dirname(file)
    const isProduct = /^(events|services|scripts|console\/src)\//.test(file) && !isForTests(file)
    if (isProduct) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const large = [...counts].filter(([, files]) => files > maxFiles)
  return large.map(([folder, files]) => `${folder} has ${files} files, more than ${maxFiles}`)
}
