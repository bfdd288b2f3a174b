// Two supervisors on one data directory would corrupt it, and a server whose supervisor died must
// be stopped before the next one starts. The file `owner` contains the pid of the owning process.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from './make-folder.ts'

export function claim(dir: string): void {
  makeFolder(dir)
  const owner = ownerOf(dir)
  if (owner && owner !== process.pid)
    throw new Error(
      `${dir} is in use by process ${owner}: stop that one first. ` +
        `If this is a copy of a folder that is in use, delete the file ${join(dir, 'owner')}`,
    )
  writeFileSync(join(dir, 'owner'), `${process.pid} ${birth(process.pid)}`)
}

/** The running process that owns a directory; its start time detects a reused pid. */
export function ownerOf(dir: string): number | undefined {
  const [pid = '', born = ''] = readIfExists(join(dir, 'owner')).split(' ')
  const owner = Number(pid)
  return owner && alive(owner) && birth(owner) === born ? owner : undefined
}

/** Stops a server whose supervisor is gone; `sign` must be in its command line. */
export async function endLeftover(pid: number, sign: string): Promise<void> {
  const left = () => alive(pid) && commandLine(pid).includes(sign)
  for (let tries = 0; left(); tries++) {
    if (tries === 100) throw new Error(`process ${pid} still holds ${sign} and does not end`)
    // It is probably exiting already, so send SIGINT for five seconds before SIGKILL.
    if (tries % 10 === 0) process.kill(pid, tries < 50 ? 'SIGINT' : 'SIGKILL')
    await sleep(100)
  }
}

/** Kills all processes of a program whose working directory is `dir`, if `/proc` is available. */
export function killProcessesIn(dir: string, program: string): void {
  if (!existsSync('/proc/self/cwd')) return
  const real = realpathSync(dir)
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const there = readlinkSync(`/proc/${pid}/cwd`) === real
      if (there && basename(readlinkSync(`/proc/${pid}/exe`)) === program)
        process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime, or belongs to another user.
    }
  }
}

/** A zombie (ended, not yet reaped) counts as dead, though signals to it succeed. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return status(pid)[0] !== 'Z'
}

function birth(pid: number): string {
  return status(pid)[19] ?? ''
}

// Fields of /proc/<pid>/stat from the third (state) on; the second may contain spaces and brackets.
function status(pid: number): string[] {
  const line = readIfExists(`/proc/${pid}/stat`)
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) return readIfExists(`/proc/${pid}/cmdline`)
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
