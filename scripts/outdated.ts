// Lists the packages that are behind their newest release. Fails if a patch release is missing,
// which may mend something: a workflow looks every week.
import { execFileSync } from 'node:child_process'
import { argumentsOf } from './support/arguments.ts'
import { behind, tableOf } from './support/outdated.ts'

argumentsOf('npm run outdated')
const all = behind(JSON.parse(answer()))
process.stdout.write(tableOf(all) || 'Every package is the newest.\n')
process.exitCode = all.some(({ by }) => by === 'patch') ? 1 : 0

/** npm ends with 1 if any package is behind. */
function answer(): string {
  try {
    return execFileSync('npm', ['outdated', '--json'], { encoding: 'utf8' }) || '{}'
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string }
    if (status === 1 && stdout) return stdout
    throw error
  }
}
