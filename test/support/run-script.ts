import { execFile } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Runs a script of the repository in its own process; `env` is added to the environment. */
export function runScript(
  path: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const options = { env: { ...process.env, ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, path), ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}
