import { gauge } from './metrics.ts'

/** A position in each of the two streams of a pair. */
export type LogPosition = { commits: number; facts: number }
type Name = 'projector' | 'referee'
type Follower = {
  name: Name
  /** up to where the work is done, for each pair on which this process works */
  reached: () => Iterable<[pair: number, LogPosition]>
  working: Promise<unknown>[]
}

/** Status of a follower of the logs: its positions as a metric, and whether it is still running. */
export function openFollowerStatus({ name, reached, working }: Follower) {
  const end = gauge('waggle_position', () =>
    [...reached()].flatMap(([pair, { commits, facts }]) => {
      const more = pair === 0 ? {} : { pair: `${pair}` }
      return [
        [{ follower: name, ...more }, commits],
        [{ follower: `${name} of facts`, ...more }, facts],
      ] as [Record<string, string>, number][]
    }),
  )
  let hasEnded = false
  const ended = () => void (hasEnded = true)
  for (const work of working) work.then(ended, ended)
  return {
    /** rejects when only a restart of the process helps */
    async isAlive(): Promise<void> {
      if (hasEnded) throw new Error(`the ${name} no longer follows the log`)
    },
    end,
  }
}
