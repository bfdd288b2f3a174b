const restoredMs = 4_000

/**
 * Versions only grow, except when a backup was restored. A heartbeat may come late, but not so late
 * that it is still behind what was shown here seconds ago.
 */
export function watchForRestore(now: () => number, have: () => number) {
  let behind: { since: number; version: number } | null = null
  return (version: number): boolean => {
    if (version >= have()) behind = null
    else behind ??= { since: now(), version: have() }
    return behind !== null && version < behind.version && now() - behind.since >= restoredMs
  }
}
