// The key that encrypts stored tokens: from the environment, or generated once in the data folder.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeSecret } from '../servers/secret-file.ts'
import { join } from 'node:path'

export function ownSecret(dataDir: string): string {
  const configured = process.env['WAGGLE_SECRET']
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64url'))
  const secret = readFileSync(file, 'utf8').trim()
  if (secret !== '') return secret
  throw new Error(
    `${file} is empty: copy it from where your backups are. Without a copy delete it; then tokens ` +
      'of external brackets have to be entered again, and devices subscribe again.',
  )
}
