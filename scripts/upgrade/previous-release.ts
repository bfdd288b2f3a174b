// The previous release: its data, and its code from the git history.
import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

export const previousRelease = {
  version: '0.1.0',
  /** its last commit */
  commit: '85a3ed996c501c20c48b22e5a1f02b497cd65ae6',
  /** services that run as processes; the first creates the tables */
  services: ['projector', 'api', 'intake', 'fanout', 'referee', 'courier'],
}

/** A backup of one evening of that release, with the hashes of its rows. */
export const previousBackup = join(root, `test/fixtures/backup-${previousRelease.version}`)

/**
 * Extracts its services into a folder, with the packages of this release. Fails in a shallow clone,
 * as CI may make it.
 */
export async function previousCode(dir: string): Promise<{ folder: string } | { failure: string }> {
  const folder = join(dir, 'previous')
  await mkdir(folder)
  const { commit, version } = previousRelease
  const archive = `git archive ${commit} events migrations services package.json | tar x -C "$0"`
  const unpacking = promisify(execFile)('bash', ['-o', 'pipefail', '-c', archive, folder], {
    cwd: root,
  })
  const problem = await unpacking.then(
    () => null,
    (error: Error) => error.message,
  )
  if (problem !== null)
    return { failure: `the code of ${version} is not in the history: ${problem}` }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder }
}
