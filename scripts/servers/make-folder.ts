import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node's own recursive mkdir never returns where the system
 * reports a folder above as missing although it exists, as below /proc.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    throw new Error(`The folder ${path} cannot be made (${code}).`, { cause: error })
  }
}
