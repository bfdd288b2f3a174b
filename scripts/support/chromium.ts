// Finds the Chromium for the browser tests, or the reason why there is none.
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export type Browser = { path: string } | { missing: string }

// The headless shell has no windows and needs a fifth less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
]
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const limitMs = 240_000

export function findChromium(): Browser {
  const { CHROMIUM_PATH: named, CHROMIUM_MISSING: missing, PATH = '' } = process.env
  if (named)
    return runs(named) ? { path: named } : { missing: `CHROMIUM_PATH=${named} is not a program` }
  for (const name of names)
    for (const folder of PATH.split(delimiter)) {
      const path = join(folder, name)
      if (runs(path)) return { path }
    }
  if (runs(onMac)) return { path: onMac }
  return { missing: missing || 'no chromium on PATH and CHROMIUM_PATH is not set' }
}

/** Also installs it if that is possible without asking: as root on Debian. */
export async function ensureChromium(): Promise<Browser> {
  const found = findChromium()
  if ('path' in found || process.env['CHROMIUM_PATH']) return found
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    return { missing: `${found.missing}; it is installed only as root on Debian` }
  try {
    console.log('Installing Chromium for the browser tests …')
    await apt(['update'])
    const install = (name: string) => apt(['install', '-y', '--no-install-recommends', name])
    await install('chromium-headless-shell').catch(() => install('chromium'))
  } catch (error) {
    return { missing: `apt-get could not install chromium: ${(error as Error).message}` }
  }
  return findChromium()
}

async function apt(args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await promisify(execFile)('apt-get', ['-q', ...args], { env, timeout: limitMs })
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
