// `npm run client -- <folder>` generates the client package: code, and types from the API's
// schemas.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argumentsOf } from '../support/arguments.ts'
import { clientTypes } from './types.ts'

const here = import.meta.dirname

export async function writeClient(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { version } = JSON.parse(
    await readFile(join(here, '..', '..', 'package.json'), 'utf8'),
  ) as { version: string }
  const manifest = {
    name: 'waggle-client',
    version,
    description: 'Reads, writes and follows tournaments of a Waggle.',
    license: 'MIT',
    type: 'module',
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    files: ['client.js', 'client.d.ts', 'routes.d.ts'],
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, 'routes.d.ts'), clientTypes())
  for (const file of ['client.js', 'client.d.ts'])
    await copyFile(join(here, file), join(folder, file))
}

if (import.meta.main) {
  const { words } = argumentsOf('npm run client [-- <folder>]', { words: [0, 1] })
  const [folder = 'waggle-client'] = words
  await writeClient(folder)
  console.log(`The client package is in ${folder}.`)
}
