import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner can read; after a power cut it is complete or not there. */
export function writeSecret(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}
