// Folders of the product in which nobody finds anything: more in one means that a noun is hiding in it.
import { posix } from 'node:path'
import { isForTests } from './rooms.ts'
import type { Source } from './index.ts'

const maxFiles = 20
/** Lists of equals: a file a noun of the API, and a file of words a part of the console. */
const lists = ['services/api/schema', 'console/src/core/text']

export function largeFolders(sources: Pick<Source, 'file'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { file } of sources) {
    const folder = posix.dirname(file)
    const isProduct = /^(events|services|scripts|console\/src)\//.test(file) && !isForTests(file)
    if (isProduct && !lists.includes(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const large = [...counts].filter(([, files]) => files > maxFiles)
  return large.map(([folder, files]) => `${folder} has ${files} files, more than ${maxFiles}`)
}
