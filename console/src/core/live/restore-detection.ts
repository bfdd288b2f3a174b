const restoredMs = 4_000

/**
 * Detects that the server was restored from a backup: only then do versions go down. A heartbeat
 * may be delayed, but a version below the shown one for several seconds means a restore.
 */
export function watchForRestore(now: () => number, have: () => number) {
  let behind: { since: number; version: number } | null = null
  return (version: number): boolean => {
    if (version >= have()) behind = null
    else behind ??= { since: now(), version: have() }
    return behind !== null && version < behind.version && now() - behind.since >= restoredMs
  }
}
