import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [packed, packedBetter] = [promisify(gzip), promisify(brotliCompress)]
/** Less than a packet is not worth a second file. */
const leastBytes = 1_024

/** Every script and style a second and third time, packed once as well as it goes. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Not before: other plugins change the files until they are written.
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css)$/.test(each))) {
        const file = join(dir, name)
        const source = await readFile(file)
        if (source.length < leastBytes) continue
        const [gz, br] = await Promise.all([packed(source, { level: 9 }), packedBetter(source)])
        await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
      }
    },
  }
}
