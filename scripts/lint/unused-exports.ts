// Finds exports that no other file imports.
import { parseSync } from 'vite'
import { importedFile } from './source.ts'
import type { Source } from './source.ts'

// Exempt: migrations run as whole modules, the build inserts the chunk loader, and other projects
// import the client.
const isExempt =
  /^(migrations\/(\d+_\w+|index)|console\/src\/core\/connection\/load-chunk|scripts\/client\/client\.d)\.ts$/
const isWhole = /^(NamespaceObject|All|AllButDefault)$/

/**
 * Returns a sentence for each. A dynamic import uses all names that occur in the importing file.
 */
export function unusedExports(sources: Source[]): string[] {
  const modules = sources.map(({ file, text }) => {
    const { module } = parseSync(file, text)
    return { file, text, module }
  })
  const used = new Set<string>()
  const mentions = new Map<string, string[]>()
  for (const { file, text, module } of modules) {
    const at = (from: string) => importedFile(file, from) ?? from
    const mention = (path: string) => mentions.set(path, [...(mentions.get(path) ?? []), text])
    const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName }) => ({ moduleRequest, importName })),
    )
    const reExports = module.staticExports.flatMap(({ entries }) => entries)
    for (const { moduleRequest, importName } of [...imported, ...reExports]) {
      if (!moduleRequest) continue
      const target = at(moduleRequest.value)
      if (isWhole.test(importName.kind)) mention(target)
      else used.add(`${target} ${importName.name}`)
    }
    for (const { moduleRequest } of module.dynamicImports) {
      mention(at(text.slice(moduleRequest.start + 1, moduleRequest.end - 1)))
    }
  }
  return modules.flatMap(({ file, module }) => {
    if (isExempt.test(file)) return []
    const names = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName }) => exportName.name ?? []),
    )
    const isNamed = (name: string) =>
      mentions.get(file)?.some((text) => new RegExp(`\\b${name}\\b`).test(text))
    const unused = names.filter((name) => !used.has(`${file} ${name}`) && !isNamed(name))
    return unused.map((name) => `${file}: nobody imports ${name}`)
  })
}
