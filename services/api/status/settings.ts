/** When a line of the status page is red. */
export type StatusSettings = {
  /** folders on the disks that are watched */
  diskPaths: string[]
  /** red if the free space lasts for fewer days of growth */
  diskDays: number
  /** red if the last backup is older; 0 disables the check */
  backupDays: number
  /** what happened to the servers that this process runs itself */
  ownServers?: () => { log: string | null; database: string | null }
}

const defaults = { diskDays: 14, backupDays: 7 }

/** `DISK_PATHS`, separated by commas, `DISK_DAYS` and `BACKUP_DAYS`. */
export function statusSettings(env: NodeJS.ProcessEnv, dataDir = '.'): StatusSettings {
  const days = (name: string, defaultDays: number) => {
    const text = env[name]
    const number = text ? Number(text) : defaultDays
    if (number >= 0) return number
    throw new Error(`${name} is ${text}: it must be a number of days`)
  }
  return {
    diskPaths: (env['DISK_PATHS'] || dataDir).split(',').map((path) => path.trim()),
    diskDays: days('DISK_DAYS', defaults.diskDays),
    backupDays: days('BACKUP_DAYS', defaults.backupDays),
  }
}
