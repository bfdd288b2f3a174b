import { useEffect, useState } from 'react'
import { useWatching } from '../../core/live/context.ts'
import { CommitHistory } from '../../core/history/commit-history.ts'
import { here, readOn } from '../../core/history/read-commits.ts'

/** `length`: so far; `isWhole` once all was read that there was at first. */
type CommitReading = {
  evening: CommitHistory
  length: number
  isWhole: boolean
  hasFailed: boolean
}

/** The log of this tournament, folded; it goes on as the tournament does. */
export function useCommitHistory(tournament: number): CommitReading {
  const { store } = useWatching()
  const [reading, setReading] = useState<CommitReading>(() => nothing(tournament))
  useEffect(() => {
    let evening = new CommitHistory(tournament)
    let isGone = false
    let isBusy = false
    const told = () => store.getState().live.version
    const hashes = () => {
      const stages = Object.values(store.getState().live.rows.bracket)
      return Object.fromEntries(stages.map(({ id, diceHash }) => [id, diceHash]))
    }
    const show = (part: Partial<CommitReading>) =>
      isGone || setReading((before) => ({ ...before, ...part, evening, length: evening.length }))

    async function follow(): Promise<void> {
      // A log that was restored from a backup is shorter.
      if (told() > 0 && told() < evening.length) evening = new CommitHistory(tournament)
      while (!isGone && evening.length < told()) {
        const { length } = evening
        await readOn(evening, tournament, { ...here, hashes, grew: () => show({}) })
        if (evening.length === length) break
      }
      show({ isWhole: true, hasFailed: false })
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
    const end = store.subscribe((now, before) => {
      if (now.live.version !== before.live.version) start()
    })
    start()
    return () => {
      isGone = true
      end()
    }
  }, [store, tournament])
  return reading
}

function nothing(tournament: number): CommitReading {
  return { evening: new CommitHistory(tournament), length: 0, isWhole: false, hasFailed: false }
}
