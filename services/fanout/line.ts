import type { Change, Snapshot } from '../../events/frame.ts'
import { textFrame } from './text-frame.ts'

/** What stands in the read models of one tournament. */
export type Source = {
  /** null: no such tournament */
  version(): Promise<number | null>
  /** oldest first; those above `after`, up to `upTo`, perhaps not all of them */
  changes(after: number, upTo?: number): Promise<Change[]>
  snapshot(): Promise<Snapshot>
}
export type Frame = { version: number; bytes: Buffer; message: Change | Snapshot }
/** Who gets every frame of the line from the moment it is added. */
export type Listener = (frame: Frame) => void

/**
 * The changes of one tournament as one line without gap, repeat or step back (P5), whatever core
 * NATS loses or repeats. The last of them are kept: most who come back find all they missed here,
 * and who reads older ones from the database meets the line where its memory begins.
 */
export type Line = {
  version(): number
  offer(change: Change): void
  /** reads what is missing; resolves when the line has all that stood in the database by then */
  refresh(): Promise<void>
  /** frames above a version; undefined where they are not all in memory */
  since(version: number): Frame[] | undefined
  /** the oldest version in memory, or the next one */
  first(): number
  listen(listener: Listener): () => void
  stop(): void
}
type Options = { source: Source; kept?: number; retryMs?: number; failed?(error: unknown): void }

export function openLine({ source, kept = 256, retryMs = 500, failed }: Options): Line {
  const listeners = new Set<Listener>()
  /** newer than the line's end, with something missing before them */
  const early = new Map<number, Change>()
  let memory: Frame[] = []
  let version = -1
  let refreshing: Promise<void> | undefined
  let again: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  let behind = 0

  function remember(change: Change): Frame {
    const frame = { version: change.version, bytes: textFrame(change), message: change }
    version = change.version
    memory.push(frame)
    if (memory.length > kept) memory.shift()
    return frame
  }

  function push(change: Change): void {
    const frame = remember(change)
    for (const listener of listeners) listener(frame)
  }

  function pushEarly(): void {
    for (let next = early.get(version + 1); next; next = early.get(version + 1)) push(next)
    for (const other of early.keys()) if (other <= version) early.delete(other)
  }

  async function restart(): Promise<void> {
    const snapshot = await source.snapshot()
    version = snapshot.version
    memory = []
    const frame = { version, bytes: textFrame(snapshot), message: snapshot }
    for (const listener of listeners) listener(frame)
  }

  async function begin(): Promise<void> {
    const latest = (await source.version()) ?? 0
    const before = await source.changes(Math.max(0, latest - kept))
    version = (before[0]?.version ?? latest + 1) - 1
    for (const change of before) if (change.version === version + 1) remember(change)
  }

  async function catchUp(): Promise<void> {
    if (version < 0) await begin()
    for (;;) {
      const had = version
      const latest = (await source.version()) ?? 0
      if (latest < had) {
        // Unflushed rows lost in a crash come back the same in a moment; a restored backup stays.
        if (++behind < 2) break
        await restart()
      } else if (version >= latest || stopped) {
        break
      } else {
        const found = await source.changes(had)
        if (found[0]?.version !== had + 1) await restart()
        for (const change of found) if (change.version === version + 1) push(change)
      }
      behind = 0
    }
    pushEarly()
  }

  /** Who asks while the database is being read needs another reading: theirs began before. */
  function refresh(): Promise<void> {
    if (refreshing) {
      again ??= refreshing.then(nothing, nothing).then(() => {
        again = undefined
        return refresh()
      })
      return again
    }
    refreshing = catchUp().finally(() => {
      refreshing = undefined
      // The database was away, or something was lost again while it was asked.
      if (early.size > 0 && !stopped) retry ??= setTimeout(fill, retryMs)
    })
    return refreshing
  }

  function fill(): void {
    clearTimeout(retry)
    retry = undefined
    refresh().catch((error) => failed?.(error))
  }

  return {
    version: () => version,
    offer(change) {
      if (version >= 0 && change.version <= version) return
      if (version >= 0 && change.version === version + 1) {
        push(change)
        return pushEarly()
      }
      // All of them are in the database: no need to hold more than a few.
      if (early.size >= kept) early.clear()
      early.set(change.version, change)
      if (!retry && !refreshing) fill()
    },
    refresh,
    since(after) {
      if (after > version || version < 0) return undefined
      if (after === version) return []
      const start = memory[0]?.version
      return start === undefined || after + 1 < start ? undefined : memory.slice(after + 1 - start)
    },
    first: () => memory[0]?.version ?? version + 1,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      stopped = true
      clearTimeout(retry)
      listeners.clear()
    },
  }
}

function nothing(): void {}
