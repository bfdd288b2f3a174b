// The key that tokens of others are kept with: given by the environment, else made once beside the data.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function ownSecret(dataDir: string): string {
  const given = process.env['WAGGLE_SECRET']
  if (given) return given
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}
