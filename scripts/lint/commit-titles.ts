// Finds new commits whose title is too long: hosting sites and `git log --oneline` cut it off.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const maxLength = 72
/** Older commits stay as they are. */
const checked = 20

export function longTitles(titles: string[]): string[] {
  const long = titles.filter((title) => title.length > maxLength)
  return long.map(
    (title) => `commit "${title}": ${title.length} characters, more than ${maxLength}`,
  )
}

/** Without merges, which tools name; none if the folder has no history, such as an archive. */
export function newestTitles(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return []
  const args = ['log', `-${checked}`, '--no-merges', '--format=%s']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}
