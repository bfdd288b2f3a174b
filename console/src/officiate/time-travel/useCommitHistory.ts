import { useEffect, useState } from 'react'
import { useWatching } from '../../core/live/context.ts'
import { CommitHistory } from '../../core/history/commit-history.ts'
import { browserPorts, readNewCommits } from '../../core/history/read-commits.ts'

/**
 * `length` is the number of commits read so far. `isLoaded` is set once all commits that existed at
 * the start have been read.
 */
type CommitReading = {
  commitHistory: CommitHistory
  length: number
  isLoaded: boolean
  hasFailed: boolean
}

/** Reads the commit history of a tournament and follows it as it grows. */
export function useCommitHistory(tournament: number): CommitReading {
  const { store } = useWatching()
  const [reading, setReading] = useState<CommitReading>(() => emptyReading(tournament))
  useEffect(() => {
    let commitHistory = new CommitHistory(tournament)
    let isUnmounted = false
    let isBusy = false
    const latestVersion = () => store.getState().live.version
    const hashes = () => {
      const stages = Object.values(store.getState().live.rows.bracket)
      return Object.fromEntries(stages.map(({ id, diceHash }) => [id, diceHash]))
    }
    const show = (part: Partial<CommitReading>) =>
      isUnmounted ||
      setReading((before) => ({ ...before, ...part, commitHistory, length: commitHistory.length }))

    async function follow(): Promise<void> {
      // After a restore from a backup the log can be shorter, so it is read again from the start.
      if (latestVersion() > 0 && latestVersion() < commitHistory.length)
        commitHistory = new CommitHistory(tournament)
      while (!isUnmounted && commitHistory.length < latestVersion()) {
        const { length } = commitHistory
        await readNewCommits(commitHistory, tournament, {
          ...browserPorts,
          hashes,
          grew: () => show({}),
        })
        if (commitHistory.length === length) break
      }
      show({ isLoaded: true, hasFailed: false })
    }
    const start = () => {
      if (isBusy) return
      isBusy = true
      follow()
        .catch(() => show({ hasFailed: true }))
        .finally(() => {
          isBusy = false
        })
    }
    const unsubscribe = store.subscribe((now, before) => {
      if (now.live.version !== before.live.version) start()
    })
    start()
    return () => {
      isUnmounted = true
      unsubscribe()
    }
  }, [store, tournament])
  return reading
}

function emptyReading(tournament: number): CommitReading {
  return {
    commitHistory: new CommitHistory(tournament),
    length: 0,
    isLoaded: false,
    hasFailed: false,
  }
}
