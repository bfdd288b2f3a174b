import { readdirSync, readFileSync } from 'node:fs'

/** On Linux; on other systems the CPU time of servers is not available. */
const ticksPerSecond = 100

/** CPU time of our own servers in ms, including child processes that have ended. */
export function serverMs(program: 'postgres' | 'nats-server'): number {
  const all = processes()
  const isOurs = (pid: number): boolean => {
    const parent = all.get(pid)?.parent
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  const ticks = [...all].flatMap(([pid, one]) =>
    one.name === program && isOurs(pid) ? one.ticks : [],
  )
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond
}

function processes(): Map<number, { name: string; parent: number; ticks: number }> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      try {
        const [, name = '', rest = ''] =
          /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        const fields = rest.split(' ').map(Number)
        const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
        return [[Number(pid), { name, parent: fields[1] ?? 0, ticks }] as const]
      } catch {
        return []
      }
    }),
  )
}
