import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The build's manifest of its files. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

export async function manifestOf(dist: string): Promise<Manifest> {
  const text = await readFile(join(dist, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Manifest
}

/** The style files that these sources need. */
export function stylesOf(manifest: Manifest, sources: string[]): string[] {
  const files = new Set(scriptsOf(manifest, sources))
  const chunks = Object.values(manifest).filter(({ file }) => files.has(file))
  return [...new Set(chunks.flatMap(({ css = [] }) => css))]
}

/** The script files these sources need, each once. */
export function scriptsOf(manifest: Manifest, sources: string[]): string[] {
  // Several sources may share a file.
  const [visited, files] = [new Set<string>(), new Set<string>()]
  const add = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || visited.has(source)) return
    visited.add(source)
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  sources.forEach(add)
  return [...files]
}
