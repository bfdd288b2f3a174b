import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [gzipped, brotlied] = [promisify(gzip), promisify(brotliCompress)]
/** A file that fits into one network packet gains nothing from compression. */
const minBytes = 1_024

/** Writes each script and style also as gzip and Brotli, at the best compression level. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // In `writeBundle`, because other plugins change the files until they are written.
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css)$/.test(each))) {
        const file = join(dir, name)
        const source = await readFile(file)
        if (source.length < minBytes) continue
        const [gz, br] = await Promise.all([gzipped(source, { level: 9 }), brotlied(source)])
        await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
      }
    },
  }
}
