/** From when on a line is red. */
export type StatusSettings = {
  /** folders on the disks that are watched */
  diskPaths: string[]
  /** red with less than so many days of growth left */
  diskDays: number
  /** red with a last backup older than that; 0: backups are not watched */
  backupDays: number
}

const defaults = { diskDays: 14, backupDays: 7 }

/** `DISK_PATHS`, separated by commas, `DISK_DAYS` and `BACKUP_DAYS`. */
export function statusSettings(env: NodeJS.ProcessEnv, dataDir = '.'): StatusSettings {
  const days = (name: string, usual: number) => {
    const asked = env[name]
    const wanted = asked ? Number(asked) : usual
    if (wanted >= 0) return wanted
    throw new Error(`${name} is ${asked}: it has to be a number of days`)
  }
  return {
    diskPaths: (env['DISK_PATHS'] || dataDir).split(',').map((path) => path.trim()),
    diskDays: days('DISK_DAYS', defaults.diskDays),
    backupDays: days('BACKUP_DAYS', defaults.backupDays),
  }
}
